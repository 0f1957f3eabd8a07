"""Pages that hold only a message of the site's software: not found, log in, no database.

Words of regret may stand before a message, and the name of a host in it does not count ("the domain example.com is for
sale"). Words behind it may show that somebody quotes it ("page not found" *is what* it says).
"""

import re
from collections.abc import Sequence
from itertools import accumulate, islice
from typing import Final

from extraction.page.signs import QUESTION_MARKS, SENTENCE_ENDS
from workers.error_pages.message_letters import length_of, letters_of
from workers.error_pages.message_table import MOST_OF_BEGINNING, ErrorMessage, MessageRole, credit_words, message_table

MOST_CHARACTERS: Final = 800
"""Characters of a page's whole text: who writes more about such a message has written a text of his own."""
MOST_BESIDE_ALONE: Final = 300
"""The whole text of a page with a message that must stand alone has at most so many characters."""
_MOST_BETWEEN: Final = 40
"""Letters between a relative subject and its predicate: "the page you *were trying to open* does not exist"."""
FEWEST_LETTERS_OF_SENTENCES: Final = 30
"""A sentence that somebody wrote has at least so many letters; the software's own advice ("It may have been moved.") is
shorter, or a message itself."""
_HOST: Final = re.compile(r"(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?![a-z])/?|[а-яё0-9-]+\.рф\b", re.IGNORECASE)
_MOST_OPENINGS: Final = 3
"""At most so many openings stand before one message: "Oops! We are sorry, but ..."."""
_SIGNS: Final = tuple("-–—|(.,;!！。，；·«»（،؛")


def message_about(title: str, blocks: Sequence[str], *, dated: bool = False) -> str | None:
    """Tell what the message is about that a page consists of; None for a page that is no error page.

    Args:
        title: of the page, without the site's name.
        blocks: of its main text, as plain text in clean letters.
        dated: the page says when it was published, as people's texts do. Then a message that is no more than its
            title is what its sentences are about: who asks for help in a forum writes it there.

    Returns:
        ``not-found``, ``no-permission``, ``log-in``, ``server``, ``database`` or ``robot-check``.
    """
    chars = sum(map(len, blocks))
    if chars > MOST_CHARACTERS:
        return None
    about = next((about for line in (title, *blocks) if (about := _stated(line, chars))), None)
    return None if about and dated and _is_topic(title, blocks, chars) else about


def is_credit(line: str) -> bool:
    """Tell whether a line says by what software a page was made, or whose it is, as at its foot."""
    return not (letters := letters_of(line)) or letters.startswith(credit_words())


def _stated(line: str, chars: int) -> str | None:
    """Tell what the message is about that a line begins with, behind words of regret; hosts' names may be left out."""
    for version in dict.fromkeys((line, _HOST.sub("", line))):
        text, at = letters_of(version), 0
        for _ in range(_MOST_OPENINGS + 1):
            if message_table().beginnings.isdisjoint(accumulate(text[at : at + MOST_OF_BEGINNING])):  # as of most lines
                break
            if about := _about(version, text, at, chars):
                return about
            before, at = at, _behind_opening(text, at)
            if at == before:
                break
    return None


def _is_topic(title: str, blocks: Sequence[str], chars: int) -> bool:
    """Tell whether sentences stand below the title or headings alone that begin with a message."""
    below = [block for block in blocks if not _is_heading(title, block)]
    sentences = sum(length_of(block) for block in below if block.rstrip().endswith(SENTENCE_ENDS))
    statements = (block for block in below if not block.rstrip().endswith(QUESTION_MARKS))
    return sentences >= FEWEST_LETTERS_OF_SENTENCES and not any(_stated(block, chars) for block in statements)


def _is_heading(title: str, block: str) -> bool:
    """Tell whether a block is a title once more, or a line that ends like none of a text."""
    return letters_of(block) == letters_of(title) or not block.rstrip().endswith(SENTENCE_ENDS)


def _about(line: str, text: str, at: int, chars: int) -> str | None:
    """Tell what a line is about whose letters are given, if a message begins at one of them."""
    for length in message_table().lengths:
        message = message_table().messages.get(text[at : at + length])
        if message is None or at + length > len(text):
            continue
        if message.role is MessageRole.ALONE and chars > MOST_BESIDE_ALONE:
            continue
        goes_on = message.role in (MessageRole.BEGINNING, MessageRole.ALONE) or _ends(message, line, at + length)
        if (len(text) == at + length and not (at and message.role is MessageRole.WHOLE)) or goes_on:
            return None if text.startswith(message_table().mentions, at + length) else message.about
    for relative in message_table().relatives:
        if text.startswith(relative.letters, at):
            begin = at + len(relative.letters)
            between = text[begin : begin + _MOST_BETWEEN]
            if any(predicate in between for predicate in relative.predicates):
                return relative.about
    return None


def _behind_opening(text: str, at: int) -> int:
    """Give the place behind the longest words of regret that begin at a letter; the same place when none do."""
    lengths = (
        length for length in message_table().opening_lengths if text[at : at + length] in message_table().openings
    )
    return at + next(lengths, 0)


def _ends(message: ErrorMessage, line: str, length: int) -> bool:
    """Tell whether a line goes on behind a sign after so many letters, where its message may."""
    if message.role is not MessageRole.PHRASE:
        return False
    letters = (place for place, sign in enumerate(line) if letters_of(sign))
    return line[next(islice(letters, length - 1, None)) + 1 :].lstrip().startswith(_SIGNS)
