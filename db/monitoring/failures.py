"""What failed, by reason and one by one. Functions take an open ``Connection``."""

from typing import Any, Final

from sqlalchemy import Connection, Row, column, func, select, table

_VIEW: Final = table(
    "v_failures",
    *map(
        column,
        ("fetch_id", "page_id", "site", "url", "final_url", "status", "outcome", "reason", "attempts", "has_bytes"),
    ),
    column("fetched_at"),
)


def failure_reasons(
    connection: Connection, *, site: str | None = None, outcome: str | None = None, limit: int = 100
) -> list[Row[Any]]:
    """Count the failed fetches by ``site``, ``outcome`` and ``reason``, the most frequent first, with the ``last``."""
    view = _VIEW.c
    query = select(
        view.site, view.outcome, view.reason, func.count().label("count"), func.max(view.fetched_at).label("last")
    )
    query = _narrowed(query, site, outcome).group_by(view.site, view.outcome, view.reason)
    return list(connection.execute(query.order_by(func.count().desc(), view.site, view.outcome).limit(limit)).all())


def latest_failures(
    connection: Connection,
    *,
    site: str | None = None,
    outcome: str | None = None,
    before: int | None = None,
    limit: int = 50,
) -> list[Row[Any]]:
    """List the failed fetches, newest first, with the columns of ``v_failures`` (docs/views.md)."""
    query = _narrowed(select(_VIEW), site, outcome)
    if before is not None:
        query = query.where(_VIEW.c.fetch_id < before)
    return list(connection.execute(query.order_by(_VIEW.c.fetch_id.desc()).limit(limit)).all())


def _narrowed(query: Any, site: str | None, outcome: str | None) -> Any:
    if site:
        query = query.where(_VIEW.c.site == site)
    if outcome:
        query = query.where(_VIEW.c.outcome == outcome)
    return query
