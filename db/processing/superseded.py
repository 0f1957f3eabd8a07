"""Documents whose page has not changed since, while what reads it has: answered "not modified", with an older version's
text.

Functions take an open ``Connection`` and neither begin nor commit.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BigInteger, Connection, String, bindparam, literal, select, text

from db.models import Fetch
from db.processing.retries import last_fetch
from mezmun.core.queue.messages import FetchReference


@dataclass(frozen=True, slots=True)
class Versions:
    """What reads pages now: the version of each extraction method, the method of sites that name none, and the version
    of the normaliser."""

    methods: Mapping[str, str]
    default_method: str
    normalizer: str

    def values(self) -> dict[str, Any]:
        """Give them as values of a statement."""
        pairs = {"names": list(self.methods), "versions": list(self.methods.values())}
        return {**pairs, "default_method": self.default_method, "normalizer": self.normalizer}


def superseded_since(
    connection: Connection, after_fetch_id: int, versions: Versions
) -> tuple[list[FetchReference], int]:
    """List the last bytes of pages that answered "not modified" after a fetch and were read with an older version.

    Give also the number of the last fetch there is. A page answers so again, so it is no matter that a reference
    may be lost.
    """
    last = last_fetch(connection)
    values = {"after": after_fetch_id, "last": last, **versions.values()}
    rows = connection.execute(_SINCE, values)
    return [FetchReference(row.id, row.site, again=True) for row in rows], last


def is_superseded(connection: Connection, fetch_id: int, versions: Versions) -> bool:
    """Whether a fetch has the last bytes of such a page."""
    return connection.scalar(_IS_SUPERSEDED, {"fetch": fetch_id, **versions.values()}) is not None


_SUPERSEDED: Final = (
    text(
        """
        SELECT latest.id, pages.site, pages.id AS page_id, confirmations.id AS confirmation
          FROM fetches AS confirmations
          JOIN pages ON pages.id = confirmations.page_id AND pages.taken_down_at IS NULL
          JOIN sites ON sites.name = pages.site
          JOIN documents ON documents.page_id = pages.id
          JOIN LATERAL (SELECT fetches.id, fetches.sha256 FROM fetches
                         WHERE fetches.page_id = pages.id AND fetches.sha256 IS NOT NULL
                         ORDER BY fetches.id DESC LIMIT 1) AS latest ON latest.id < confirmations.id
          JOIN LATERAL unnest(CAST(:names AS text[]), CAST(:versions AS text[])) AS methods (name, version)
               ON methods.name = coalesce(sites.config ->> 'method', sites.promoted_method, :default_method)
         WHERE confirmations.status = 304
           AND NOT EXISTS (SELECT FROM extractions
                            WHERE extractions.page_id = pages.id AND extractions.sha256 = latest.sha256
                              AND extractions.method = methods.name AND extractions.method_version = methods.version
                              AND extractions.normalizer_version = :normalizer)
        """
    )
    .columns(id=BigInteger, site=String, page_id=BigInteger, confirmation=BigInteger)
    .subquery()
    .c
)
_SINCE: Final = (
    select(_SUPERSEDED.id, _SUPERSEDED.site)
    .distinct()
    .where(_SUPERSEDED.confirmation > bindparam("after"), _SUPERSEDED.confirmation <= bindparam("last"))
    .order_by(_SUPERSEDED.id)
)
_PAGE: Final = select(Fetch.page_id).where(Fetch.id == bindparam("fetch")).scalar_subquery()
_IS_SUPERSEDED: Final = (
    select(literal(1)).where(_SUPERSEDED.page_id == _PAGE, _SUPERSEDED.id == bindparam("fetch")).limit(1)
)
