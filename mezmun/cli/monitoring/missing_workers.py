"""Pages that nobody reads: crawlers fetch, or have fetched, and no worker lives."""

from sqlalchemy import Connection

from db.crawling.heartbeats import ProcessKind, live_processes
from mezmun.core.clock import utc_now
from mezmun.core.counts import count_of


def missing_workers(connection: Connection, waiting: int) -> str | None:
    """Say that a worker is needed and none lives; ``waiting`` pages or references wait for one."""
    if live_processes(connection, ProcessKind.WORKER, now=utc_now()):
        return None
    crawlers = len(live_processes(connection, ProcessKind.CRAWLER, now=utc_now()))
    if not crawlers and not waiting:
        return None
    who = " and ".join(count_of(count, noun) for count, noun in ((crawlers, "crawler"), (waiting, "page")) if count)
    verb = "waits" if crawlers + waiting == 1 else "wait"
    return f"No worker lives, and {who} {verb} for one: start `mezmun worker`."
