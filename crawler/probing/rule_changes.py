"""What a changed site file would change over the pages that are known already."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from typing import Final

from sqlalchemy import Connection

from crawler.links.canonical_url import canonical_url
from crawler.links.url_patterns import PageRole
from crawler.links.url_rules import role_of
from crawler.schedule.site_addresses import without_parameters
from db.crawling.addresses import KnownAddress, junk_parameters, known_addresses
from mezmun.core.sites.site_schema import Site

MOST_SAMPLES: Final = 5
"""Addresses shown of a change."""


class ChangeKind(StrEnum):
    """What becomes of a page."""

    SKIPPED = "skipped"
    """It would not be fetched any more."""
    ROLE = "role"
    ADDRESS = "address"
    """It would have another address, which no known page has."""
    MERGED = "merged"
    """It would become one page with another one."""


@dataclass(frozen=True, slots=True)
class RuleChange:
    """A change, how many pages it concerns and how many of them have a document, with some of their addresses."""

    kind: ChangeKind
    before: str
    after: str
    pages: int
    documents: int
    samples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FileTrial:
    """What a changed file does to the pages of a site: how many of them were looked at, and what changes."""

    known: int
    changes: list[RuleChange]


def try_file(connection: Connection, before: Site, after: Site, most: int | None = None) -> FileTrial:
    """Compare two versions of a site over its pages in the database, the first ``most`` of them."""
    junk = junk_parameters(connection, before.name)
    pages = list(islice(known_addresses(connection, before.name), most))
    versions = (without_parameters(site, junk) for site in (before, after))
    return FileTrial(len(pages), rule_changes(pages, *versions))


def rule_changes(known: Iterable[KnownAddress], before: Site, after: Site) -> list[RuleChange]:
    """Compare two versions of a site over its pages; the most frequent change comes first.

    Roles are those that the addresses tell; where they tell none, the page decides as before.
    """
    pages = list(known)
    addresses = [canonical_url(page.url, after) or page.url for page in pages]
    keepers = {url: page.url for url, page in reversed(list(zip(addresses, pages, strict=True)))}
    keepers |= {page.url: page.url for url, page in zip(addresses, pages, strict=True) if url == page.url}
    groups: dict[tuple[ChangeKind, str, str], list[KnownAddress]] = defaultdict(list)
    for page, address in zip(pages, addresses, strict=True):
        for kind, was, becomes in _changes_of(page.url, address, keepers[address], before, after):
            groups[kind, was, becomes].append(page)
    changes = [
        RuleChange(
            *(*key, len(group), sum(page.has_document for page in group)),
            tuple(page.url for page in group[:MOST_SAMPLES]),
        )
        for key, group in groups.items()
    ]
    return sorted(changes, key=lambda change: -change.pages)


def _changes_of(url: str, address: str, keeper: str, before: Site, after: Site) -> list[tuple[ChangeKind, str, str]]:
    was, becomes = role_of(url, before), role_of(address, after)
    if becomes is PageRole.SKIP:
        return [(ChangeKind.SKIPPED, was, becomes)] if was is not PageRole.SKIP else []
    changes = [(ChangeKind.ROLE, str(was), str(becomes))] if was is not becomes else []
    if keeper != url:
        changes.append((ChangeKind.MERGED, "a page of its own", "another address of a known page"))
    elif address != url:
        changes.append((ChangeKind.ADDRESS, "as it is", "without some of its parameters"))
    return changes
