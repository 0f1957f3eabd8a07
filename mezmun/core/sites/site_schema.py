"""What a site file may say: one source, as strict, frozen models. ``mezmun.core.sites.site_files`` reads the files."""

import re
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache
from typing import Annotated, Final
from urllib.parse import unquote

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from mezmun.core.linear_pattern import LinearPattern, LinearPatterns
from mezmun.core.sites.schedule import Schedule, schedule_of
from mezmun.core.web.web_address import check_address, fault_of, host_of


class SiteKind(StrEnum):
    """What a source is; it decides the default URL rules and the default method."""

    NEWS = "news"
    BLOG = "blog"
    FORUM = "forum"


def _pattern(value: str) -> str:
    try:
        LinearPattern(value)
    except ValueError as error:
        raise ValueError(f"{value!r} is no regular expression of RE2: {error}") from None
    return value


def _url(value: str) -> str:
    if fault := fault_of(value):
        raise ValueError(f"{value!r} is no web address: {fault}")
    return value


def _host(value: str) -> str:
    if fault_of(f"http://{value}") or "/" in value:
        raise ValueError(f"{value!r} is no host: write it as example.org or example.org:8080")
    return value.lower()


Pattern = Annotated[str, AfterValidator(_pattern)]
"""A regular expression of RE2, searched for anywhere in the percent-decoded URL."""
Url = Annotated[str, AfterValidator(_url)]
Host = Annotated[str, AfterValidator(_host)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class CrawlLimits(_Strict):
    """How far and how fast a crawl of the site may go."""

    pages: Annotated[int, Field(gt=0)] = 10_000
    """Page requests per crawl, whatever they end with."""
    depth: Annotated[int, Field(ge=0)] = 8
    """Links from a seed; a next-page link costs nothing, or long threads would be cut."""
    delay: Annotated[float, Field(ge=0, le=3600)] = 1.0
    """Seconds from the end of one request to the next; a longer ``Crawl-delay`` of robots.txt wins."""
    page_bytes: Annotated[int, Field(gt=0)] | None = None
    """A larger page ends as ``too-large``; unset: the installation's ``MEZMUN_MAX_PAGE_BYTES``."""
    timeout: Annotated[float, Field(gt=0, le=600)] = 30.0
    """Seconds a whole download may take, all tries and redirects together."""
    retries: Annotated[int, Field(ge=0, le=10)] = 2
    """Further tries after a dropped connection, a time-out or a 429/5xx answer."""


class Rules(_Strict):
    """Regular expressions on URLs. What no list names is decided by the kind's own rules."""

    article: tuple[Pattern, ...] = ()
    listing: tuple[Pattern, ...] = ()
    thread: tuple[Pattern, ...] = ()
    next_page: tuple[Pattern, ...] = ()
    skip: tuple[Pattern, ...] = ()
    allow: tuple[Pattern, ...] = ()
    """What may be fetched although the kind's own rules skip it."""

    @model_validator(mode="after")
    def _are_not_too_large(self) -> "Rules":
        LinearPatterns(LinearPattern(each) for name in type(self).model_fields for each in getattr(self, name))
        return self


class Query(_Strict):
    """Which query parameters make a page another page. Session and tracking parameters never do."""

    keep: tuple[str, ...] | None = None
    """If set, every parameter that is not in the list is dropped."""
    drop: tuple[str, ...] = ()


OLDEST_NEEDED_FETCH: Final = 30
"""Days: budgets, retries, alerts and the last weeks of lists look at no older fetches."""


class Retention(_Strict):
    """How long what was fetched is kept. Texts are kept until they are taken down."""

    raw_days: Annotated[int, Field(gt=0)] | None = None
    """Days that the bytes of a page are kept after they were fetched; unset: for ever."""
    keep_newest: bool = True
    """Keep, however old, the newest bytes of each page and those that its document was made of."""
    fetch_days: Annotated[int, Field(ge=OLDEST_NEEDED_FETCH)] | None = 365
    """Days after which the log forgets a fetch that nothing needs any more; its count stays. Null: it forgets none."""


class Assertions(_Strict):
    """What must hold after every full crawl; when it does not, the crawl says so loudly."""

    min_content_pages: Annotated[int, Field(ge=0)] | None = None
    """Articles or thread pages fetched; fewer means that the site or its rules have changed."""


class Section(_Strict):
    """A part of a site with addresses, kind and rules of its own, as the forum of a portal.

    What it says holds in place of what the site says; the rest (hosts, limits, method ...) is the site's.
    """

    kind: SiteKind
    addresses: Annotated[tuple[Pattern, ...], Field(min_length=1)]
    """Regular expressions on URLs: a page is in the first section of which one is found."""
    seeds: tuple[Url, ...] = ()
    """Where a crawl of the section begins, beside the site's seeds."""
    schedule: Annotated[Schedule | None, BeforeValidator(schedule_of)] = None
    """When its pages are looked at; unset: the site's."""
    rules: Rules = Rules()
    query: Query = Query()
    min_characters: Annotated[int, Field(ge=0)] | None = None

    def has(self, url: str) -> bool:
        """Say whether an address is in it."""
        return bool(_compiled(self.addresses).found_in(unquote(url)))

    @model_validator(mode="after")
    def _addresses_are_not_too_large(self) -> "Section":
        _compiled(self.addresses)
        return self


class Site(_Strict):
    """One source. Everything but ``kind`` and ``seeds`` has a default that works.

    What it says of addresses holds for those of no section; ``at`` gives what holds for one.
    """

    name: str
    """The file's stem."""
    kind: SiteKind
    seeds: Annotated[tuple[Url, ...], Field(min_length=1)]
    enabled: bool = True
    """``false``: the long-running crawler leaves the site alone."""
    hosts: tuple[Host, ...] = ()
    """Hosts (``example.org``, ``example.org:8080``) that may be fetched; empty: the seeds', also with ``www.``."""
    schedule: Annotated[Schedule, BeforeValidator(schedule_of)] = Schedule(every=timedelta(days=1))
    """When it is crawled: an interval, a cron expression, or a mapping with either."""
    limits: CrawlLimits = CrawlLimits()
    rules: Rules = Rules()
    query: Query = Query()
    sitemaps: bool = True
    """Read the sitemaps that robots.txt names."""
    feeds: bool = True
    """Read the RSS and Atom feeds that listing pages name."""
    render: bool = False
    """Let a browser run the scripts of its pages, for sites whose text comes by them."""
    method: str | None = None
    """Extraction method; unset: the default of the kind."""
    min_characters: Annotated[int, Field(ge=0)] | None = None
    """A text with fewer letters ends as ``too-short``; unset: the worker's default."""
    retention: Retention = Retention()
    assertions: Assertions = Assertions()
    sections: tuple[Section, ...] = ()
    """Parts of the site of another kind."""

    @model_validator(mode="after")
    def _seeds_are_allowed(self) -> "Site":
        for seed in self.all_seeds:
            if not self.allows(seed):
                raise ValueError(f"seed {seed} is on none of the hosts {', '.join(self.hosts)}")
        return self

    @model_validator(mode="after")
    def _sections_have_their_seeds(self) -> "Site":
        for index, section in enumerate(self.sections):
            for seed in section.seeds:
                if self._section_of(seed) != index:
                    raise ValueError(f"seed {seed} is not in its section: no pattern of addresses is found in it")
        if [self.kind, *(section.kind for section in self.sections)].count(SiteKind.FORUM) > 1:
            raise ValueError("a site has one forum, for a thread is known by its number; write a file for each forum")
        return self

    def __hash__(self) -> int:
        """Of the name alone: a crawler asks caches by site for each link, and the rest is only compared on a match."""
        return hash(self.name)

    @property
    def all_seeds(self) -> tuple[str, ...]:
        """The seeds of the site and those of its sections."""
        return self.seeds + tuple(seed for section in self.sections for seed in section.seeds)

    def at(self, url: str) -> "Site":
        """Give what holds for an address: the site, or the site as the section of the address has it."""
        index = self._section_of(url) if self.sections else None
        return self if index is None else _as_section(self, index)

    def _section_of(self, url: str) -> int | None:
        return next((index for index, section in enumerate(self.sections) if section.has(url)), None)

    @property
    def interval(self) -> timedelta:
        """Time from one crawl to the next, on average: the unit of all its pages' dates."""
        return self.schedule.interval

    @property
    def allowed_hosts(self) -> frozenset[str]:
        """Hosts that may be fetched, each with its port where that is not the scheme's own."""
        return frozenset(self.hosts) if self.hosts else _hosts_of(self.all_seeds)

    @property
    def crawled_hosts(self) -> frozenset[str]:
        """The allowed hosts as those that share one rate: with and without ``www.`` it is the same machine."""
        return frozenset(host.removeprefix("www.") for host in self.allowed_hosts)

    def allows(self, url: str) -> bool:
        """Say whether the URL is on one of the allowed hosts."""
        return host_of(url) in self.allowed_hosts

    @classmethod
    def from_url(cls, url: str, kind: SiteKind = SiteKind.NEWS) -> "Site":
        """Make a site with every default from one seed; its name is made from the host.

        Raises:
            UsageError: the URL is no web address.
        """
        check_address(url)
        name = re.sub(r"[^a-z0-9]+", "-", host_of(url)).strip("-")[:63]
        return cls(name=name, kind=kind, seeds=(url,))


@lru_cache(maxsize=1_000)
def _compiled(patterns: tuple[str, ...]) -> LinearPatterns:
    return LinearPatterns(map(LinearPattern, patterns))


@lru_cache(maxsize=1_000)
def _as_section(site: Site, index: int) -> Site:
    """Give one and the same object each time: a crawler's caches ask first whether it is the same."""
    section = site.sections[index]
    values = {name: getattr(section, name) for name in ("kind", "rules", "query", "min_characters")}
    values["schedule"] = section.schedule or site.schedule
    whole = {"seeds": site.all_seeds, "hosts": tuple(sorted(site.allowed_hosts)), "sections": ()}
    return site.model_copy(update=values | whole)


@lru_cache(maxsize=10_000)  # asked for each link
def _hosts_of(seeds: tuple[str, ...]) -> frozenset[str]:
    hosts = {host_of(seed) for seed in seeds}
    return frozenset(hosts | {h.removeprefix("www.") if h.startswith("www.") else f"www.{h}" for h in hosts})
