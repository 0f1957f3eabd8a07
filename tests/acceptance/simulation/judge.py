"""What the crawl came to: which items were stored, when, how often, at what cost, and which rules were broken."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta

from sqlalchemy import Engine, text

from mezmun.core.sites.site_schema import Site
from tests.acceptance.simulation.server import Visit
from tests.acceptance.simulation.web_site import Served

MARK = re.compile(r"zq(?:[bdfghkmnprstvx][aeiou]){4}")


@dataclass(slots=True)
class Verdict:
    """What came of one site. ``lags`` are days from an item's coming to its being stored, ``late`` the marks of those
    that took more than twice the site's interval."""

    requests: int = 0
    items: int = 0
    missed: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    forbidden: list[str] = field(default_factory=list)
    dead: int = 0
    longest_lag: float = 0.0
    broken_rules: list[str] = field(default_factory=list)

    @property
    def requests_per_item(self) -> float:
        return round(self.requests / max(self.items, 1), 2)


def judge(engine: Engine, sites: Iterable[Served], visits: Sequence[Visit], begin: datetime, end: datetime) -> dict:
    """Give the verdict on each site, by its name."""
    first_stored, documents = _stored(engine)
    visits_of = defaultdict(list)
    for visit in visits:
        visits_of[visit.site].append(visit)
    verdicts = {}
    for served in sites:
        site = Site.model_validate_json(_as_json(served))
        verdict = verdicts[served.name] = Verdict(requests=len(visits_of[served.name]))
        verdict.dead = sum(visit.dead for visit in visits_of[served.name])
        verdict.broken_rules = broken_rules(served, site, visits_of[served.name], begin)
        allowed = 2 * site.interval
        for item in served.site.items(begin, end):
            mark = (served.name, item.mark)
            stored_at, shown_until = first_stored.get(mark), min(item.until or end, end)
            came = max(item.at, begin)
            if not item.stored:
                verdict.forbidden += [item.mark] if stored_at else []
                continue
            verdict.items += stored_at is not None
            if stored_at is None:
                verdict.missed += [item.mark] if came + allowed < shown_until else []
                continue
            verdict.longest_lag = max(verdict.longest_lag, round((stored_at - came) / timedelta(days=1), 2))
            verdict.late += [item.mark] if stored_at - came > allowed else []
            verdict.doubled += [item.mark] if documents[mark] > 1 else []
    return verdicts


def broken_rules(served: Served, site: Site, visits: Sequence[Visit], begin: datetime) -> list[str]:
    """Name the requests that the site had forbidden, and those that came too early."""
    delay = max([site.limits.delay, *(float(value) for value in re.findall(r"Crawl-delay: (\d+)", served.site.robots))])
    broken, rest_until, last, robots_read = [], begin, None, None
    for visit in visits:
        what = f"{visit.at:%d %H:%M:%S} {visit.path}"
        if re.search(served.site.forbidden, visit.path):
            broken.append(f"forbidden: {what}")
        if visit.at < rest_until:
            broken.append(f"asked to wait: {what}")
        if last is not None and (visit.at - last).total_seconds() < delay - 0.001 and visit.path != "/robots.txt":
            broken.append(f"too fast: {what}")
        if visit.path == "/robots.txt":
            robots_read = visit.at if visit.status is not None and visit.status < 500 else robots_read
        elif robots_read is None:
            broken.append(f"without robots.txt: {what}")
        if visit.retry_after:
            rest_until = visit.at + timedelta(seconds=visit.retry_after)
        last = visit.at
    return broken


def _stored(engine: Engine) -> tuple[dict[tuple[str, str], datetime], Counter[tuple[str, str]]]:
    """Give when each mark first stood in an extraction of its site, and in how many posts or other documents it stands.

    Two sites may have one mark.
    """
    first: dict[tuple[str, str], datetime] = {}
    documents: Counter[tuple[str, str]] = Counter()
    with engine.connect() as connection:
        query = "SELECT site, text, created_at FROM extractions JOIN pages ON pages.id = page_id ORDER BY created_at"
        for row in connection.execute(text(query)):
            for mark in MARK.findall(row.text):
                first.setdefault((row.site, mark), row.created_at)
        query = "SELECT site, text FROM v_posts UNION ALL SELECT site, text FROM v_documents WHERE posts IS NULL"
        for row in connection.execute(text(query)):
            documents.update({(row.site, mark) for mark in MARK.findall(row.text)})
    return first, documents


def _as_json(served: Served) -> str:
    return Site.model_validate(site_settings(served), strict=False).model_dump_json()


def site_settings(served: Served) -> dict:
    """Give what stands in the site's file."""
    from tests.acceptance.simulation.internet import LIMITS

    return {
        "kind": served.site.kind,
        "seeds": [f"http://{served.host}/"],
        "limits": LIMITS,
        "name": served.name,
        **served.settings,
    }


def as_json(verdicts: dict[str, Verdict]) -> dict:
    return {name: {**asdict(each), "requests_per_item": each.requests_per_item} for name, each in verdicts.items()}
