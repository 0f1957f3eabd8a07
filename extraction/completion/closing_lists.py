"""Lists behind a text: prices, dates, terms and what they mean, which nothing may follow.

A list in the midst of the text is told by the text behind it (``lists``). One that ends its box, or has another
list behind it, has only what is before it, so more is asked of it: it stands beside a paragraph or heading that was
chosen, in a box with most of the page's text, has no link, and is made as such lists are: of items of some words each,
pairs of terms and what they mean, or a table with numbers whose cells are all filled. The bars of buttons, ratings and
signatures that stand there have two items, a few characters, or boxes of their own. Of 4,425 labelled pages four have
such a list that was not chosen, or in part: all gained, up to 0.08.
"""

from collections.abc import Iterator
from typing import Final

from extraction.completion.choice import Choice, Sums, box_of
from extraction.page import tags
from extraction.page.node_table import inside, prefix_sums
from extraction.page.signs import COLONS
from normalization.cached_property import cached_property

_LISTS: Final = tags.tag_set("ul ol dl table")
_BESIDE: Final = tags.HEADING | _LISTS | tags.tag_set("p pre blockquote")
_DEFINITIONS, _TABLE = (tags.CODE[name] for name in ("dl", "table"))
_FEWEST_ITEMS: Final = 3
_FEWEST_ASKED_FOR: Final = 2
"""Items of a list behind a colon or a heading, or in a box in which the text goes on; also terms of definitions, and
rows and columns of tables."""
_LEAST_ITEM: Final = 5
"""Items and cells have at least so many characters on the average: the numbers of a rating bar have fewer."""
_MOST_LINKED: Final = 0.15
"""The share of the text of a list of terms that may be links."""
_LARGEST_TABLE: Final = 3000
"""A table has at most so many characters."""
_LEAST_BEFORE: Final = 100
"""The text before the list, in its box, has at least so many characters."""
_LEAST_SHARE: Final = 0.5
"""At least this share of the page's chosen text is in the box of the list: in the box of a menu there is little."""
_PURE: Final = 0.9
"""At least this share of the text before the list is chosen; text of other lists does not count."""


def closing_lists(choice: Choice) -> Iterator[tuple[int, int]]:
    """Give the lists right behind chosen text that belong to it; nothing, or a part, of them is chosen already."""
    page, content = choice.page, choice.content
    rows = (_LISTS[page.tag] & (page.first > 0) & (page.first < page.last)).nonzero()[0]
    linked, texts = prefix_sums(page.in_link), choice.chosen_texts
    first, last = page.first[rows], page.last[rows]
    bare = linked[last] == linked[first]
    (of_terms,) = (~bare & (page.tag[rows] == _DEFINITIONS)).nonzero()
    if len(of_terms):  # in links may be signs of places, and of the source
        of_links, every = (sums[last[of_terms]] - sums[first[of_terms]] for sums in (choice.linked, choice.chars))
        bare[of_terms] = of_links <= _MOST_LINKED * every
    rows = rows[bare & (texts[last] - texts[first] < last - first)]
    surroundings, behind = _Surroundings(choice), 0
    for row in rows.tolist():  # there is none on most pages
        start, stop = page.text_range(row)
        if start >= behind and (content[start - 1] or 0 < start == behind) and surroundings.has_list(row):
            yield start, stop
            behind = stop


class _Surroundings:
    """What stands around the lists of a page and in them; each question is answered in constant time."""

    def __init__(self, choice: Choice) -> None:
        self.choice, self.page = choice, choice.page

    @cached_property
    def _beside_lists(self) -> tuple[Sums, Sums]:
        """Sums of the characters, and of those that are chosen, of texts in no list."""
        page = self.page
        outside = page.chars * ~page.texts_in_marked(_LISTS[page.tag])
        return prefix_sums(outside), prefix_sums(outside * self.choice.content)

    @cached_property
    def _counts(self) -> dict[str, Sums]:
        """Sums, over the elements before each, of those of some tags, and of the cells with one text."""
        page = self.page
        counts = {name: prefix_sums(page.tag == tags.CODE[name]) for name in ("li", "dt", "dd", "tr")}
        cells = tags.tag_set("td th")[page.tag]
        return counts | {"cell": prefix_sums(cells), "filled": prefix_sums(cells & (page.last - page.first == 1))}

    def _count(self, name: str, row: int) -> int:
        return int(self._counts[name][self.page.end[row]] - self._counts[name][row])

    def has_list(self, row: int) -> bool:
        """Tell whether a list (row) behind a text is part of it."""
        page, (first, last) = self.page, self.page.text_range(row)
        box, before = box_of(page, row), int(page.owner[first - 1])
        while before > box and page.parent[before] != box:
            before = int(page.parent[before])
        if before <= box:  # the text before the list is in no element beside it
            return False
        before = self._wrapped(before, first - 1)
        text_goes_on = bool(self.choice.chosen_texts[page.last[box]] > self.choice.chosen_texts[last])
        if not (text_goes_on or _BESIDE[page.tag[before]]) or not self._is_box_of_text(box, first):
            return False
        continues_list = page.tag[row] != _TABLE and page.tag[before] == page.tag[row]
        if continues_list:
            return True
        is_below_heading = bool(tags.HEADING[page.tag[before]])
        is_asked_for = text_goes_on or is_below_heading or page.texts[first - 1].rstrip().endswith(COLONS)
        return self._is_list_of_text(row, _FEWEST_ASKED_FOR if is_asked_for else _FEWEST_ITEMS)

    def _wrapped(self, wrap: int, text: int) -> int:
        """Give the paragraph or heading with a text if an element (``wrap``) holds nothing else; else the element.

        Page builders put paragraphs into such elements.
        """
        page, inner = self.page, int(self.page.owner[text])
        while inner > wrap and not _BESIDE[page.tag[inner]]:
            inner = int(page.parent[inner])
        return inner if page.first[inner] == page.first[wrap] and page.last[inner] == page.last[wrap] else wrap

    def _is_box_of_text(self, box: int, first: int) -> bool:
        """Tell whether a box holds most of the page's text, and before a text (``first``) nearly nothing else."""
        page = self.page
        place = int(self.choice.rows.searchsorted(page.first[box]))
        begin = int(self.choice.rows[place]) if place < len(self.choice.rows) else first
        every, chosen = (int(sums[first] - sums[min(begin, first)]) for sums in self._beside_lists)
        of_page = self.choice.chosen_chars
        of_box = inside(of_page, *page.text_range(box))
        return bool(every >= _LEAST_BEFORE and chosen >= _PURE * every and of_box >= _LEAST_SHARE * of_page[-1])

    def _is_list_of_text(self, row: int, fewest: int) -> bool:
        """Tell whether a list (row) is made as lists of a text are: with ``fewest`` items, in pairs, or as a table."""
        page, (first, last) = self.page, self.page.text_range(row)
        chars = int(page.chars[first:last].sum())
        if page.tag[row] == _DEFINITIONS:
            terms, meanings = self._count("dt", row), self._count("dd", row)
            return min(terms, meanings) >= _FEWEST_ASKED_FOR and chars >= _LEAST_ITEM * (terms + meanings)
        if page.tag[row] == _TABLE:
            lines, cells = self._count("tr", row), self._count("cell", row)
            is_table = lines >= _FEWEST_ASKED_FOR and cells >= _FEWEST_ASKED_FOR * lines and chars <= _LARGEST_TABLE
            is_filled = is_table and self._count("filled", row) == cells
            return is_filled and any(map(str.isdecimal, page.texts.between(first, last)))
        return self._has_items(row, fewest) and chars >= _LEAST_ITEM * self._count("li", row)

    def _has_items(self, row: int, fewest: int) -> bool:
        """Tell whether a list has so many items, with those beside it: editors make a list of each block."""
        page, items, end = self.page, self._count("li", row), int(self.page.end[row])
        while items and items < fewest and end < len(page.tag):
            if page.parent[end] != page.parent[row] or page.tag[end] != page.tag[row]:
                break
            if page.in_link[page.first[end] : page.last[end]].any():
                break
            items, end = items + self._count("li", end), int(page.end[end])
        return items >= fewest
