"""What crawlers wait for, as they see it."""

from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from crawler.process.back_pressure import Pressure
    from mezmun.core.settings import Settings
    from services.resolver import Services


def why_crawlers_wait(settings: "Settings", services: "Services") -> str:
    """Say in a sentence that crawlers wait or go slowly, and why; "" when they do not.

    A raw store or a broker that hangs is asked for half a minute. A broker that is away is told on standard error.
    """
    pressure = _pressure(settings, services)
    if pressure is None:
        return ""
    return f"crawlers {'wait' if pressure.seconds is None else 'go slowly'}: {pressure.reason}."


def _pressure(settings: "Settings", services: "Services") -> "Pressure | None":
    from crawler.process.back_pressure import Load, Pressure, PressureLimits
    from db.crawling.raw_store import open_raw_store
    from db.engine import open_engine
    from mezmun.core.errors import UnavailableError
    from mezmun.core.queue.page_queue import PageQueue

    queue = PageQueue(services.broker_url, settings.queue_prefix)

    def waiting() -> int:
        try:
            return queue.declare()
        except UnavailableError as error:
            goes_on = "Crawlers go on, and what they fetch waits for it."
            click.secho(f"mezmun: {error} {goes_on}", fg="yellow", err=True)
            raise

    limits = PressureLimits(settings.max_waiting, settings.min_free_bytes)
    try:
        with open_engine(services.database_url) as engine:
            return Load(engine, open_raw_store(engine, services.raw_store_url), waiting, limits).pressure()
    except UnavailableError as error:
        return Pressure(None, str(error).rstrip("."))
