"""Lines above posts that name a user and say that this user wrote what follows: "gary_7 wrote:"."""

from collections import defaultdict
from typing import Final

import numpy as np

from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.patterns import LineRole
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.attribution.unlabelled.post_heads import FEWEST_HEADS, NAME_OF_USER, OF_USERS, are_posts, line_places
from extraction.lexicon.terms import TermRole
from extraction.page.node_table import Mask
from extraction.page.signs import COLONS


def heads_with_words(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give those of the marked (S) content that are written alike, each above a text of its own: three or more.

    At least half of the names are such as only users have: in an article "Anna said:" may lead to what she said.
    """
    likely = [each.row for each in short.holding(content, TermRole.WROTE) if short.plain(each).endswith(COLONS)]
    if len(likely) < FEWEST_HEADS:  # as on nearly all pages
        return []
    language, texts = short.language, short.lines.texts
    rows = np.array([row for row in likely if row + 1 < len(texts)], dtype=np.intp)
    alike: dict[int, list[int]] = defaultdict(list)
    for row, place, is_above in zip(
        rows.tolist(), line_places(short, rows).tolist(), are_posts(short, rows + 1).tolist(), strict=True
    ):
        if is_above and first_form(texts[row], _NAME_AND_WORD, language) is not None:
            alike[place].append(row)
    return [
        Attribution(row, LineRole.USER_NAME, "a user name, and that this user wrote the text below")
        for group in alike.values()
        if len(group) >= FEWEST_HEADS and 2 * sum(_is_user(texts[row]) for row in group) >= len(group)
        for row in group
    ]


def _is_user(text: str) -> bool:
    return OF_USERS.search(text) is not None or text[0].islower()


_NAME_AND_WORD: Final = {
    rf"<sign>*(?:[Nn]:)?(?:{NAME_OF_USER}|[Nn]\.[Nn])_?<wrote>(?:\([nu]\)|[nu])?<sign>?:<sign>*$": (
        "a name, and that it wrote"
    )
}
