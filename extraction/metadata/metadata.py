"""All facts of a page, each with where it was found. None of them says who wrote the page."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from enum import Enum, auto
from typing import Annotated, Final, get_type_hints

from extraction.metadata import linked_data, titles
from extraction.metadata.fact import Fact, squeezed
from extraction.metadata.published import published
from extraction.page import tags
from extraction.page.node_table import Mask, NodeTable
from extraction.page.statements import head
from extraction.page.statements.addresses import absolute
from extraction.page.statements.head import head_of


class FactKind(Enum):
    """The kind of a fact's value. Code that cleans, stores or exports facts goes by the kind, and names no fact."""

    WORDS = auto()
    """Words that people wrote, whose letters are cleaned as the text's are."""
    ADDRESS = auto()
    DATE = auto()
    """ISO 8601."""
    LANGUAGE = auto()
    """Of the text, and stored with it."""


@dataclass(frozen=True, slots=True)
class Metadata:
    """The facts of a page; a fact is None when the page does not state it."""

    title: Annotated[Fact | None, FactKind.WORDS] = None
    """The title without the name of the site at its end or beginning."""
    whole_title: Annotated[Fact | None, FactKind.WORDS] = None
    """The title as the page has it."""
    published: Annotated[Fact | None, FactKind.DATE] = None
    """ISO 8601 date."""
    canonical_url: Annotated[Fact | None, FactKind.ADDRESS] = None
    """An absolute address."""
    site_name: Annotated[Fact | None, FactKind.WORDS] = None
    section: Annotated[Fact | None, FactKind.WORDS] = None
    language: Annotated[Fact | None, FactKind.LANGUAGE] = None
    """ISO 639 code."""

    def as_dict(self) -> dict[str, dict[str, str]]:
        """Give what is known, ready for JSON: value and source by name."""
        facts = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: {"value": fact.value, "source": fact.source} for name, fact in facts.items() if fact}


FACT_KINDS: Final[Mapping[str, FactKind]] = {
    name: hint.__metadata__[0] for name, hint in get_type_hints(Metadata, include_extras=True).items()
}
"""The kind of each fact, by name and in order."""


def read(
    page: NodeTable,
    content: Mask,
    language: str,
    url: str | None,
    before: int | None = None,
    first_day: Callable[[], date | None] = lambda: None,
) -> Metadata:
    """Gather what a page says of itself; ``language`` is its text's, ``und`` when it cannot be told.

    What stands ``before`` that text (S) and not from it on says when it was published, as does the ``first_day`` of a
    thread: see ``published``. The text is that with which the second post of a thread begins.
    """
    canonical = _canonical(page, url)
    address = url or (canonical.value if canonical else "")
    data = linked_data.own_first(linked_data.objects(page), address)
    site_name = _meta(page, head.SITE_NAME) or linked_data.site_name(data)
    in_head = filter(None, (squeezed(head_of(page).stated.get(head.HEADLINE, "")),))
    section = _meta(page, head.SECTION) or linked_data.section(data) or _category(page)
    headlines = (*linked_data.headlines(data), *in_head)
    return Metadata(
        title=titles.title(page, content, url, site_name, section, headlines, of_thread=before is not None),
        whole_title=titles.whole(page),
        published=published(page, content, language, address, data, before, first_day),
        canonical_url=canonical,
        site_name=site_name,
        section=section,
        language=_language(page, language),
    )


def _meta(page: NodeTable, names: tuple[str, ...]) -> Fact | None:
    for name in names:
        value = squeezed(head_of(page).stated.get(name, ""))
        if value:
            return Fact(value, name)
    return None


_CATEGORY: Final = re.compile(rb' rel="(?:[^"]*\s)?(?i:category)[\s"]')
"""The link type with which blog software marks the category of a post."""
_MOST_CATEGORIES: Final = 5
"""Links to categories on the page of one post; an overview has those of many posts."""
_A: Final = tags.CODE["a"]


def _category(page: NodeTable) -> Fact | None:
    rows = [row for row in page.with_attribute("rel", _A).tolist() if _CATEGORY.search(page.start_tag(row))]
    if len(rows) > _MOST_CATEGORIES:
        return None
    values = (squeezed(page.inner_text(row)) for row in rows)
    value = next(filter(None, values), None)
    return Fact(value, "rel=category") if value else None


def _canonical(page: NodeTable, url: str | None) -> Fact | None:
    for name in head.CANONICAL:
        stated = head_of(page).stated.get(name)
        whole = absolute(url, stated) if stated else None
        if whole:
            return Fact(whole, name)
    return None


def _language(page: NodeTable, language: str) -> Fact | None:
    if language == "und":
        return None
    return Fact(language, "declared" if not page.texts and language == head.language(page) else "text")
