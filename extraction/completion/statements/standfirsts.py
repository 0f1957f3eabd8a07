"""Standfirsts: the paragraph between headline and text that sums an article up, where the page states it as well.

Sites state the summary of an article for search engines and social networks, and many show it above the text, in a box
of its own beside pictures, days and buttons.
"""

from typing import Final

from extraction.completion.choice import Choice, Ranges
from extraction.page import headline
from extraction.page.lines import lines_of
from extraction.page.signs import SENTENCE_ENDS
from extraction.page.statements import head

_FEWEST_LETTERS: Final = 30
"""A summary has at least so many letters: what is shorter may be a section, or the name of the site."""
_BEGINNING: Final = 12
"""A summary is looked for among the lines by so many characters at its beginning."""
_ENDS: Final = tuple(sign for sign in SENTENCE_ENDS if sign != "…")
"""Those of a summary that was not cut."""


def standfirsts(choice: Choice) -> Ranges:
    """Give the line between headline and text that is a summary stated by the page, or as much as is stated of it.

    Where the text itself begins so, the line above would say it twice.
    """
    page = choice.page
    stated = map(head.head_of(page).stated.get, head.SUMMARIES)
    summaries = dict.fromkeys(" ".join(summary.split()) for summary in stated if summary)
    if not summaries or not len(choice.in_words):
        return
    lines, begin = lines_of(page), int(choice.in_words[0])
    above = int(lines.texts.edge[lines.line_of[begin] + 1])
    for summary in summaries:
        if len(summary) < _FEWEST_LETTERS or lines.texts.utf8.find(summary[:_BEGINNING].encode(), 0, above) < 0:
            continue
        rows = lines.texts.beginning_with(summary[:_BEGINNING])
        rows = [row for row in rows if _begin_alike(lines.texts[row], summary)]
        if not rows or choice.content[lines.start[rows]].any():
            continue
        row, first = rows[0], int(lines.start[rows[0]])
        if first >= begin or lines.are_links[row] or _says_more(lines.texts[row], summary):
            continue
        title = headline.before(page, begin)  # what stands before it may be the motto of the site below its name
        if title.start < title.stop <= first:
            yield first, int(lines.start[row + 1])


def _begin_alike(line: str, summary: str) -> bool:
    """Tell whether one begins with the other: summaries are cut at some length, or go on with the text."""
    shorter, longer = sorted(map(headline.letters, (line, summary)), key=len)
    return len(shorter) >= _FEWEST_LETTERS and longer.startswith(shorter)


def _says_more(line: str, summary: str) -> bool:
    """Tell whether something stands behind a summary that was not cut: it may be who wrote the article."""
    is_cut = summary.endswith("...") or not summary.endswith(_ENDS)
    return not is_cut and len(headline.letters(line)) > len(headline.letters(summary))
