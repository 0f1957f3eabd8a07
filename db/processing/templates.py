"""The templates of the sites: what their pages have in common, and which pages were read with an older one.

Workers only read a template. One process at a time learns it, from a sample of the site's stored pages, so what is
learned depends on what was fetched, not on the order or number of workers. Of a state these functions know nothing but
that it is JSON-ready and has its ``version``; one without anything else is the beginning.

Functions take an open ``Connection`` and neither begin nor commit; times are zone-aware and passed in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, select, text
from sqlalchemy.dialects.postgresql import insert

from db.models import Crawl, Fetch, FetchOutcome, Page, SiteTemplate
from db.processing.retries import last_fetch
from db.removal.tombstones import sites_taken_down
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.messages import FetchReference

State = Mapping[str, Any]
"""JSON-ready; ``version`` is an integer that goes up with what the template knows."""

NO_SAMPLE: Final = (
    Outcome.LISTING,
    Outcome.ROBOTS_DENIED,
    Outcome.HTTP_ERROR,
    Outcome.REDIRECTED_AWAY,
    Outcome.UNREACHABLE,
    Outcome.TAKEN_DOWN,
)
"""What no worker reads: words given by the crawler, so that a sample does not depend on what workers have done."""


@dataclass(frozen=True, slots=True)
class SavedTemplate:
    """A site's template and how far it was learned.

    ``method`` is the extraction method it was learned for, ``pages`` the number of the site's pages behind which it was
    last looked at, ``last_fetch_id`` the last of their fetches. Fetches up to ``renewed_after`` keep what was made of
    them with an older version.
    """

    version: int = 0
    state: State = field(default_factory=lambda: {"version": 0})
    method: str = ""
    pages: int = 0
    last_fetch_id: int = 0
    renewed_after: int = 0
    learned_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class SampledFetch:
    """A stored page to learn from."""

    id: int
    sha256: str
    url: str
    content_type: str | None
    number: int
    """Its place, from 1, among the pages that the sample is of."""


def load_template(connection: Connection, site: str, method: str) -> State | None:
    """Read a site's template for a method; None when the site has none.

    What was learned for another method says nothing of this one, so only the version is given then.
    """
    row = connection.execute(_STATE, {"name": site}).one_or_none()
    if row is None:
        return None
    return row.state if row.method == method else {"version": row.version}


def saved_template(connection: Connection, site: str) -> SavedTemplate:
    """Read a site's template with how far it was learned; of a site that has none, the beginning."""
    row = connection.execute(_SAVED, {"name": site}).one_or_none()
    return SavedTemplate() if row is None else SavedTemplate(*row)


def save_template(connection: Connection, site: str, template: SavedTemplate, *, before: SavedTemplate) -> bool:
    """Replace ``before`` by what was learned since; False, and nothing is written, when it is no longer what is saved.

    That happens when pages, or the site, were taken down meanwhile, whose words may be in what was learned.
    """
    if sites_taken_down(connection, [site]):
        return False
    row = {
        "site": site,
        "version": template.version,
        "state": template.state,
        "method": template.method,
        "pages": template.pages,
        "last_fetch_id": template.last_fetch_id,
        "renewed_after": template.renewed_after,
        "updated_at": template.learned_at,
    }
    upsert = insert(SiteTemplate).values(row)
    unchanged = (SiteTemplate.version == before.version) & (SiteTemplate.last_fetch_id == before.last_fetch_id)
    if before.learned_at is None:
        upsert = upsert.on_conflict_do_nothing()
    else:
        columns = {name: upsert.excluded[name] for name in row if name != "site"}
        upsert = upsert.on_conflict_do_update(index_elements=[SiteTemplate.site], set_=columns, where=unchanged)
    return connection.scalar(upsert.returning(SiteTemplate.site)) is not None


def new_pages(connection: Connection, after_fetch_id: int) -> tuple[dict[str, int], int]:
    """Count the fetches with bytes after this one by site; give also the last one's number."""
    rows = connection.execute(_NEW_PAGES, {"after": after_fetch_id}).all()
    return {row.site: row.fetches for row in rows}, max((row.last for row in rows), default=after_fetch_id)


def emptied_templates(connection: Connection) -> set[tuple[str, int]]:
    """Give the sites whose template was emptied and not learned anew, with the version of the empty one."""
    return {(row.site, row.version) for row in connection.execute(_EMPTIED)}


def sample(connection: Connection, site: str, *, after: int, pages: int, size: int) -> Sequence[SampledFetch]:
    """Give ``size`` of the first ``pages`` stored pages of a site after a fetch, spread evenly, as they were fetched.

    Each page counts once. The last one given is the last of them all, also while the site has fewer than ``pages``.
    """
    rows = connection.execute(_SAMPLE, {"site": site, "after": after, "pages": pages, "size": size})
    return [SampledFetch(row.id, row.sha256.hex(), row.url, row.content_type, row.number) for row in rows]


def outdated_fetches(connection: Connection, site: str, *, after: int = 0, limit: int) -> list[FetchReference]:
    """List fetches that ended with an older version of the site's template and are to be extracted again.

    Args:
        connection: to the database.
        site: whose fetches.
        after: the fetch after which to begin.
        limit: most fetches to give; the oldest first.
    """
    rows = connection.execute(_OUTDATED, {"site": site, "after": after, "limit": limit})
    return [FetchReference(row.id, site, again=True) for row in rows]


def forget_pages(connection: Connection, site: str, *, now: datetime) -> None:
    """Empty a site's template of all that pages gave it, for it to be learned anew from those that are left.

    Its version goes on, so that none means two things, and what was made with an older one stays until then.
    """
    version = (connection.scalar(_LOCK, {"name": site}) or 0) + 1
    upsert = insert(SiteTemplate).values(
        site=site, version=version, state={"version": version}, method="", pages=0, last_fetch_id=0,
        renewed_after=last_fetch(connection), updated_at=now,
    )  # fmt: skip
    columns = {column.key: upsert.excluded[column.key] for column in SiteTemplate.__table__.columns}
    connection.execute(upsert.on_conflict_do_update(index_elements=[SiteTemplate.site], set_=columns))


def delete_template(connection: Connection, site: str) -> None:
    """Delete a site's template."""
    connection.execute(delete(SiteTemplate).where(SiteTemplate.site == site))


# Made once: to put them together takes longer than PostgreSQL takes to run them.

_NAMED: Final = SiteTemplate.site == bindparam("name")
_STATE: Final = select(SiteTemplate.state, SiteTemplate.method, SiteTemplate.version).where(_NAMED)
_LOCK: Final = select(SiteTemplate.version).where(_NAMED).with_for_update()
_SAVED: Final = select(
    SiteTemplate.version,
    SiteTemplate.state,
    SiteTemplate.method,
    SiteTemplate.pages,
    SiteTemplate.last_fetch_id,
    SiteTemplate.renewed_after,
    SiteTemplate.updated_at,
).where(_NAMED)
_EMPTIED: Final = select(SiteTemplate.site, SiteTemplate.version).where(SiteTemplate.last_fetch_id == 0)
_NEW_PAGES: Final = (
    select(Crawl.site, func.count().label("fetches"), func.max(Fetch.id).label("last"))
    .join(Crawl, Crawl.id == Fetch.crawl_id)
    .where(Fetch.id > bindparam("after"), Fetch.sha256.is_not(None))
    .group_by(Crawl.site)
)
_SAMPLE: Final = text(
    """
    SELECT id, sha256, url, content_type, number
      FROM (SELECT *, row_number() OVER (ORDER BY id) AS number, count(*) OVER () AS total
      FROM (SELECT DISTINCT ON (fetches.page_id)
                   fetches.id, fetches.sha256, coalesce(fetches.final_url, fetches.url) AS url,
                   fetches.headers ->> 'content-type' AS content_type
              FROM fetches
              JOIN pages ON pages.id = fetches.page_id
              LEFT JOIN outcomes ON outcomes.fetch_id = fetches.id
             WHERE pages.site = :site AND fetches.id > :after AND fetches.sha256 IS NOT NULL
               AND (outcomes.outcome IS NULL OR outcomes.outcome NOT IN :no_sample)
             ORDER BY fetches.page_id, fetches.id) AS first_fetches) AS numbered
     WHERE number <= :pages
       AND (number * :size / :pages > (number - 1) * :size / :pages OR number = least(:pages, total))
     ORDER BY id
    """
).bindparams(bindparam("no_sample", NO_SAMPLE, expanding=True))
_OUTDATED: Final = (
    select(Fetch.id)
    .select_from(SiteTemplate)
    .join(Page, Page.site == SiteTemplate.site)
    .join(Fetch, Fetch.page_id == Page.id)
    .join(FetchOutcome, FetchOutcome.fetch_id == Fetch.id)
    .where(
        SiteTemplate.site == bindparam("site"),
        FetchOutcome.template_version < SiteTemplate.version,
        Fetch.id > SiteTemplate.renewed_after,
        Fetch.id > bindparam("after"),
        Fetch.sha256.is_not(None),
    )
    .order_by(Fetch.id)
    .limit(bindparam("limit"))
)
