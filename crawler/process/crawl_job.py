"""What the process that crawls is to do, and its start.

Who only starts it loads nothing that it crawls with.
"""

import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID, uuid4

from pydantic import BaseModel, ConfigDict, Field

from mezmun.core.monitoring.log_lines import LogFormat
from mezmun.core.processes import child_processes
from mezmun.core.settings import Settings

if TYPE_CHECKING:
    from services.resolver import Services

UNFINISHED: Final = 3
"""Exit code of a crawl that was told to stop; the next one takes it up."""


class CrawlJob(BaseModel):
    """All that the process needs to know; it travels as a line of JSON on standard input, for URLs hold passwords.

    ``site`` is crawled to its end, from its seeds on and up to ``max_pages``; without it, the sites of ``sites_dir``
    are crawled when they are due, up to ``most_sites`` at once. ``crawler`` is the process's name in the database.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    database_url: str
    broker_url: str
    raw_store_url: str
    queue_prefix: str
    user_agent: str
    max_page_bytes: int
    log_level: str
    log_format: LogFormat
    crawler: UUID = Field(default_factory=uuid4)
    site: str | None = None
    max_pages: int | None = None
    sites_dir: Path
    most_sites: int = 200
    idle: float = 5.0
    allow_local: bool
    max_waiting: int
    min_free_bytes: int

    @classmethod
    def of(cls, settings: Settings, services: "Services", **more: object) -> "CrawlJob":
        """Make a job from the installation's settings and its running services."""
        values = {
            "database_url": services.database_url,
            "broker_url": services.broker_url,
            "raw_store_url": services.raw_store_url,
            "queue_prefix": settings.queue_prefix,
            "user_agent": settings.user_agent,
            "max_page_bytes": settings.max_page_bytes,
            "log_level": settings.log_level,
            "log_format": settings.log_format,
            "sites_dir": settings.sites_dir,
            "allow_local": settings.allow_local,
            "max_waiting": settings.max_waiting,
            "min_free_bytes": settings.min_free_bytes,
        }
        return cls.model_validate(values | more)


def start(job: CrawlJob, log: Path | None = None) -> subprocess.Popen[bytes]:
    """Start the process, which ends when this one does.

    What it says goes to the file ``log``, or to this process's standard error. Exit codes: 0 the crawl ended (or, with
    no end to come to, the process was told to stop), ``UNFINISHED`` the crawl was told to stop (SIGTERM), 1 an error
    it has told in one sentence.
    """
    return child_processes.start(["crawler.process.crawl_process"], message=job.model_dump_json(), log=log)
