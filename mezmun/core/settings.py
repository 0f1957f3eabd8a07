"""One frozen settings object: environment variables and ``.env`` with the prefix ``MEZMUN_``."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Final

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, DotEnvSettingsSource, SettingsConfigDict

from mezmun.core.errors import ConfigurationError
from mezmun.core.monitoring.log_lines import LogFormat
from mezmun.core.page_limits import MAX_PAGE_BYTES, MAX_PAGE_SECONDS
from mezmun.core.version import __version__

LOG_LEVELS: Final = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


MAX_WAITING: Final = 100_000
"""References: hours of one machine's work, and a tenth of what the queue takes."""
MIN_FREE_BYTES: Final = 1_000_000_000
"""What the pages in the crawlers' hands, the database's log and the system need to go on."""


class Settings(BaseSettings):
    """What can differ per installation. What can differ per site is a field of the site's YAML instead.

    With no URL set, everything runs embedded under ``data_dir``: PostgreSQL from a wheel, the queue as tables in it,
    raw pages in a folder. Two URLs (and the raw store's) turn the same code into a cluster.
    """

    model_config = SettingsConfigDict(
        env_prefix="MEZMUN_", env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    data_dir: Path = Path("data")
    """Folder of the embedded PostgreSQL and of the raw pages."""
    sites_dir: Path = Path("sites")
    """Folder of the site files, one YAML file per source."""
    database_url: str | None = None
    """``postgresql+psycopg2://user@host/name``; unset: the embedded PostgreSQL."""
    broker_url: str | None = None
    """``amqp://user:password@host//`` for RabbitMQ; unset: tables in the same database."""
    queue_prefix: str = "mezmun"
    """First part of the queues' names, so that installations can share a broker."""
    raw_store: str | None = None
    """Raw pages: a folder, on a cluster one that every machine mounts, or ``s3://bucket/prefix``, with ``?endpoint=``
    for another service than Amazon's; unset: ``data_dir/raw``."""
    contact: str = "https://github.com/mezmun/mezmun"
    """Web or e-mail address in the ``User-Agent``, so that a site's owner can reach the operator."""
    max_page_bytes: Annotated[int, Field(gt=0)] = MAX_PAGE_BYTES
    """A page larger than this ends as ``too-large``."""
    allow_local: bool = False
    """Crawl hosts whose names lead to addresses that are not public (an intranet); by their addresses or as localhost
    they may be named in any case."""
    page_time_limit: Annotated[float, Field(gt=0)] = MAX_PAGE_SECONDS
    """Seconds of work on one page after which whoever reads it is stopped from outside; waiting does not count."""
    max_waiting: Annotated[int, Field(gt=0)] = MAX_WAITING
    """References in the queue at which crawlers wait for the workers; from half of them on they slow down."""
    min_free_bytes: Annotated[int, Field(ge=0)] = MIN_FREE_BYTES
    """Room in the raw store below which crawlers wait; below twice as much they slow down. 0 lets them go on."""
    alert_webhook: str | None = None
    """Web address that is told by POST what opens and closes of `mezmun health`'s alerts; unset: nobody is."""
    feed_secret: SecretStr | None = None
    """What `mezmun feed push` signs webhooks with, as their receiver knows it; on the command line every process could
    read it."""
    metrics_address: str | None = None
    """``host:port`` where crawler, worker and dashboard serve ``/metrics``, ``/health`` and ``/ready``, each part on a
    machine its own; unset: nowhere. What is served there is not secret, but 127.0.0.1 is enough for most."""
    log_level: str = "INFO"
    """Level of the log lines on standard error."""
    log_format: LogFormat = LogFormat.TEXT
    """``text`` for people, or ``json``: one object a line, with the number of the fetch it is about as ``fetch``."""

    @field_validator("broker_url")
    @classmethod
    def _is_for_rabbitmq(cls, url: str | None) -> str | None:
        # The rest of the address may hold a password, and is not repeated.
        if url is not None and not url.startswith(("amqp://", "amqps://")):
            raise ValueError(
                f"{url.partition(':')[0]!r} is no broker that is supported; give amqp://user:password@host//"
                " for RabbitMQ, or leave it out for tables in the database"
            )
        return url

    @field_validator("alert_webhook")
    @classmethod
    def _is_web_address(cls, url: str | None) -> str | None:
        if url is not None and not url.startswith(("http://", "https://")):
            raise ValueError("it must begin with http:// or https://")
        return url

    @field_validator("metrics_address")
    @classmethod
    def _is_host_and_port(cls, address: str | None) -> str | None:
        if address is not None and not re.fullmatch(r".*:\d{1,5}", address):
            raise ValueError(f"{address!r} is no host:port, such as 127.0.0.1:9464")
        return address

    @field_validator("log_level")
    @classmethod
    def _is_level(cls, level: str) -> str:
        if level.upper() not in LOG_LEVELS:
            raise ValueError(f"{level!r} is no level; there are {', '.join(LOG_LEVELS)}")
        return level.upper()

    @property
    def user_agent(self) -> str:
        """Who asks, as every request for a page says: this program, and whom a site's owner can reach."""
        return f"Mezmun/{__version__} (+{self.contact})"

    def as_environment(self) -> dict[str, str]:
        """Give the variables from which a child process reads these settings again; none needs the secret."""
        values = self.model_dump(mode="json", exclude_none=True, exclude={"feed_secret"})
        return {f"MEZMUN_{name.upper()}": str(value) for name, value in values.items()}


READ_ELSEWHERE: Final = ("FOLLOW_PARENT", "NATIVE_LIBRARY", "PLATFORM", "LABELLED_DATA", "SCREENSHOTS")
"""Variables with the same prefix that are no settings: what reads one is the only place that needs it."""
_OF_TESTS: Final = ("TEST_", "FUZZ_", "CHAOS_", "SIMULATED_")
"""How the variables of tests begin, which are no settings either."""


def unknown_variables(names: Iterable[str]) -> dict[str, str | None]:
    """Give those of some variables that have the prefix of the settings and are none, each with the nearest setting.

    That is None where none is near.
    """
    prefix = str(Settings.model_config["env_prefix"])
    known = [name.upper() for name in Settings.model_fields]
    unknown: dict[str, str | None] = {}
    for name in names:
        if not name.upper().startswith(prefix):
            continue
        short = name.upper().removeprefix(prefix)
        if short not in (*known, *READ_ELSEWHERE) and not short.startswith(_OF_TESTS):
            near = get_close_matches(short, known, n=1)
            unknown[name] = f"{prefix}{near[0]}" if near else None
    return unknown


def no_setting(name: str, near: str | None) -> str:
    """Say that a variable is no setting, as ``unknown_variables`` gives it."""
    return (
        f"{name} is no setting{f': did you mean {near}?' if near else '; the manual of operators lists the settings.'}"
    )


def variables_of_file() -> tuple[str, ...]:
    """Give the names of the variables in ``.env``, in capitals; none without such a file."""
    return tuple(name.upper() for name in DotEnvSettingsSource(Settings).env_vars)


@lru_cache(maxsize=1)
def load() -> Settings:
    """Read the settings once per process.

    Raises:
        ConfigurationError: a variable has a wrong value.
    """
    try:
        return Settings()
    except ValidationError as error:
        faults = "; ".join(
            f"MEZMUN_{'_'.join(map(str, e['loc'])).upper()}: {e['msg'].removeprefix('Value error, ')}"
            for e in error.errors()
        )
        raise ConfigurationError(f"The settings are wrong. {faults}.") from None
