"""Names of writers in a list of teasers: each below a headline that is a link, some of them several times."""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.persons import may_be_person
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.unlabelled.name_lines import MOST_NAME_CHARS


def teaser_names(short: ShortLines, rows: NDArray[np.intp]) -> list[Attribution]:
    """Give the lines (of some rows) that are such names; none where several lines are prices."""
    lines, linked = short.lines, short.lines.linked.take(rows)
    if np.count_nonzero(linked >= _FEWEST_LINKED_CHARS) < _FEWEST_TEASERS:  # as on most pages
        return []
    length, language = lines.texts.length.take(rows), short.language
    is_headline = (length >= _FEWEST_HEADLINE_CHARS) & (linked >= _LEAST_LINKED_SHARE * lines.seen.take(rows))
    at = (is_headline[:-1] & (length[1:] <= MOST_NAME_CHARS)).nonzero()[0]
    if len(at) < _FEWEST_TEASERS:
        return []
    block = lines.block.take(rows[at + 1])
    place = short.page.depth.take(block).astype(np.int64) * _TAGS + short.page.tag.take(block)
    places, times = np.unique(place, return_counts=True)
    alike = at[place == places[times.argmax()]]
    if len(alike) < _FEWEST_TEASERS or length[alike].mean() < _LEAST_MEAN_HEADLINE_CHARS or _has_prices(short, rows):
        return []
    below = rows[alike + 1]
    names = [row for row in below.tolist() if first_form(lines.texts[row], _SEVERAL_WORDS, language) is not None]
    persons = [lines.texts[row] for row in names if may_be_person(lines.texts[row], language)]
    if len(persons) < max(_FEWEST_TEASERS, len(names) / 2) or len(set(persons)) == len(persons):
        return []
    return [Attribution(row, LineRole.WRITER, "a name below the headline of a teaser") for row in names]


def _has_prices(short: ShortLines, rows: NDArray[np.intp]) -> bool:
    """Tell whether several lines are prices: then works are sold, and their authors are text."""
    lines = short.lines
    likely = rows[(lines.texts.length.take(rows) <= MOST_NAME_CHARS) & (lines.digits.take(rows) > 0)]
    return sum(_PRICE.search(text) is not None for text in lines.texts.strings(likely)) >= _FEWEST_TEASERS


_PRICE: Final = re.compile(r"[$€£¥₽₺₸₹₩]\s?\d|\d\s?[$€£¥₽₺₸₹₩元円원]")
_SEVERAL_WORDS: Final = {r"N(?:N|<name-particle>){0,10}N$": "words with capitals, perhaps several names"}
_FEWEST_TEASERS: Final = 4  # fewer names may stand below links by chance (half 0, twice 0)
_TAGS: Final = 256
"""A number above that of all tags."""
_FEWEST_HEADLINE_CHARS: Final = 25  # a shorter link is a section or a button (half 0, twice 1)
_FEWEST_LINKED_CHARS: Final = 10
"""Characters of a headline in links, white space left out: a quick look (half 0, twice 0)."""
_LEAST_MEAN_HEADLINE_CHARS: Final = 55
"""A headline has at least so many characters, those of a list on the average: titles of books and songs are shorter."""
_LEAST_LINKED_SHARE: Final = 0.8
"""Share of a headline that is a link: a comment or a label may stand beside it (half 0, twice 1)."""
