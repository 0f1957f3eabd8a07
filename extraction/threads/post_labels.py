"""Labels that software writes at every post in the same words: buttons to reply, and "member since" lines.

Where all of the text is in boxes with such buttons, these mark the posts of a thread (``stamps``).
"""

from collections.abc import Callable, Iterable
from typing import Final

from extraction.lexicon.terms import TermRole, finder, texts_of
from extraction.page import tags
from extraction.page.node_table import NodeTable
from extraction.page.texts import plain
from extraction.threads.stamps import Stamp, place_of


def reply_buttons(page: NodeTable) -> list[Stamp]:
    """Give the buttons to reply that stand alike and have the same words: three at least.

    Those that a script waits for (``button``) hold no text.
    """
    rows, first = page.texts.repeated(_LONGEST_LABEL, _FEWEST_ALIKE)
    several = rows[rows == first]  # each of the texts that stand so often, once
    keys = {row: _key(text, _button) for row, text in zip(several.tolist(), page.texts.strings(several), strict=True)}
    if any(keys.values()):
        of_text = zip(rows.tolist(), first.tolist(), strict=True)
        if alike := _most_alike(page, [(key, Stamp.of(page, row)) for row, text in of_text if (key := keys[text])]):
            return alike
    if not page.has(_BUTTON):
        return []
    buttons = (page.tag == _BUTTON).nonzero()[0][:_MOST_BUTTONS].tolist()
    if len(buttons) < _FEWEST_ALIKE:
        return []
    words = ((row, _key(page.inner_text(row, _LONGEST_BUTTON), _button)) for row in buttons)
    return _most_alike(page, [(key, Stamp(row, *[int(page.first[row])] * 2)) for row, key in words if key])


def member_labels(page: NodeTable) -> list[Stamp]:
    """Give the labels, written alike, that say since when somebody is a member."""
    rows = ((page.texts.length > 0) & (page.texts.length <= _LONGEST_LABEL)).nonzero()[0]
    labels = (
        (row, _key(text, _member_label)) for row, text in zip(rows.tolist(), page.texts.strings(rows), strict=True)
    )
    return _most_alike(page, [(key, Stamp.of(page, row)) for row, key in labels if key])


def _key(text: str, known: Callable[[str], str | None]) -> str | None:
    return known(plain(text).strip(_SIGNS))


def _most_alike(page: NodeTable, stamps: Iterable[tuple[str, Stamp]]) -> list[Stamp]:
    places: dict[tuple[str, int, int, int], list[Stamp]] = {}
    for words, stamp in stamps:
        places.setdefault((words, *place_of(page, stamp.element)), []).append(stamp)
    most = max(places.values(), key=len, default=[])
    return most if len(most) >= _FEWEST_ALIKE else []


def _button(text: str) -> str | None:
    return text if text in texts_of(TermRole.REPLY) else None


def _member_label(text: str) -> str | None:
    term = finder(TermRole.MEMBER).match(text)
    return term.word() if term and text[term.end() :].partition(":")[1] else None


def is_reply(text: str) -> bool:
    """Tell whether a text is that of a button to reply."""
    return _key(text, _button) is not None


_BUTTON: Final = tags.CODE["button"]
_LONGEST_LABEL: Final = 40
"""A button or a label of a member has at most so many characters."""
_MOST_BUTTONS: Final = 200  # bounds the time; neither 100 nor 400 changes any of 827 labelled pages
_LONGEST_BUTTON: Final = 400
"""So many bytes of a button are read: it may have a picture."""
_FEWEST_ALIKE: Final = 3
"""Two may stand under one text and above what is said about it."""
_SIGNS: Final = " \t\n()[]·|↩#"
