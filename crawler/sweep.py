"""The sweep: what was fetched and never processed is sent again, so losing the whole broker loses no page."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import Engine

from db.outcomes import unprocessed_fetches
from mezmun.messages import FetchReference

BATCH = 10_000
"""References sent in one sweep: a minute or two of sending; the next sweep goes on."""


def sweep(
    engine: Engine, send: Callable[[FetchReference], None], *, older_than: datetime, crawl_id: int | None = None
) -> int:
    """Send the references of fetches that wait for a worker since before ``older_than``, and give their number.

    Sending one that is still on its way is harmless: the second delivery finds the outcome of the first.

    Raises:
        UnavailableError: the broker does not take them; nothing is lost, the next sweep tries again.
    """
    with engine.connect() as connection:
        references = list(unprocessed_fetches(connection, older_than=older_than, crawl_id=crawl_id, limit=BATCH))
    for reference in references:
        send(reference)
    return len(references)
