"""Pages that hold only a message of the site's software: not found, log in, no database.

Words of regret may stand before a message, and the name of a host in it does not count ("the domain example.com is for
sale"). Who writes about a message writes sentences of his own, before it or below a title that is one; or quotes it; or
tells of several; or has words behind it that show it ("page not found" *is what* it says).
"""

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import Final, NamedTuple

from extraction.page.signs import CLOSING_QUOTES, QUESTION_MARKS, SENTENCE_ENDS
from workers.error_pages.articles import explains_message, has_narrative
from workers.error_pages.message_letters import are_longer, characters_of, length_of, letters_of
from workers.error_pages.message_table import (
    LETTERS_OF_PART,
    MOST_OF_BEGINNING,
    ErrorMessage,
    MessageRole,
    credit_words,
    message_table,
)

MOST_CHARACTERS: Final = 800
"""Characters (``characters_of``) of a page's whole text: who writes more has written a text of his own."""
MOST_BESIDE_ALONE: Final = 300
"""The whole text of a page with a message that must stand alone has at most so many characters."""
FEWEST_LETTERS_OF_SENTENCES: Final = 30
"""Sentences that somebody wrote have at least so many letters (``length_of``); the software's own advice ("It may have
been moved.") is shorter, or a message itself."""
_MOST_OF_WHOLE_PAGE: Final = 4000
"""Characters (``characters_of``) of the longest page that software wrote as a whole: Ubuntu's first page of Apache."""
_BEGINNING_OF_CREDIT: Final = 200
"""The words of a credit, of 26 letters at most, stand in so many characters of a line: the first line of every page is
asked."""
_FEWEST_PARTS: Final = 2
_LEAST_OF_PARTS: Final = 0.5
"""The share of its text."""
_MOST_BETWEEN: Final = 40
"""Letters between a relative subject and its predicate: "the page you *were trying to open* does not exist"."""
_MOST_OPENINGS: Final = 3
"""At most so many openings stand before one message: "Oops! We are sorry, but ..."."""
_MOST_SUBJECTS: Final = 3
"""A page whose lines are messages about more subject matters than these is a list that explains messages."""
_HOST: Final = re.compile(r"(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?![a-z])/?|[а-яё0-9-]+\.рф\b", re.IGNORECASE)
_SIGNS: Final = tuple("-–—|([.,;!！。，；·«»（،؛")
"""Signs that may stand behind a message of the role ``phrase``."""
_QUOTATION: Final = re.compile('[“„]([^”“„]+)[”“]|«([^»]+)»|「([^」]+)」|『([^』]+)』|"([^"]+)"')


class _TextLine(NamedTuple):
    """A line of a page's text."""

    text: str
    message: ErrorMessage | None
    """The message that it begins with, behind words of regret."""

    @property
    def is_sentence(self) -> bool:
        return self.text.rstrip(f" )）{CLOSING_QUOTES}").endswith(SENTENCE_ENDS)

    @property
    def own_letters(self) -> int:
        """Letters of sentences that are no message, no excuse and no credit of a software."""
        if self.message or not self.is_sentence or is_credit(self.text) or _behind_opening(letters_of(self.text), 0):
            return 0
        return length_of(self.text)


def message_about(title: str, blocks: Sequence[str], *, dated: bool = False, states_day: bool = False) -> str | None:
    """Tell what the message is about that a page consists of; None for a page that is no error page.

    Args:
        title: of the page, without the site's name.
        blocks: of its main text, as plain text in clean letters.
        dated: the page says when it was published, as people's texts do. Then a message that is no more than its
            title is what its sentences are about: who asks for help in a forum writes it there.
        states_day: it says so for machines, as articles do. Then its message may be what an article begins with, which
            people wrote who go on about other things than software does.

    Returns:
        ``not-found``, ``no-permission``, ``log-in``, ``server``, ``database`` or ``robot-check``.
    """
    if are_longer(blocks, MOST_CHARACTERS):
        return None
    characters = characters_of(blocks)
    heading = _stated(title, characters)
    lines = [_TextLine(line, _stated(line, characters)) for block in blocks for line in block.splitlines()]
    message = heading or _first_message(lines)
    if message is None or _tells_of_messages(title, lines, characters) or (dated and _is_topic(title, lines)):
        return None
    # An article for subscribers has a day and a title of its own above the message.
    return None if _is_article(lines, characters, is_dated=states_day and heading is not None) else message.about


def whole_page_about(blocks: Sequence[str]) -> str | None:
    """Tell what a page is about that software wrote as a whole, however long; None for any other page.

    Several of its paragraphs begin as such a page does (``MessageRole.PART``), and they are most of its text: who
    quotes one writes more around it.
    """
    lines = [line for block in blocks for line in block.splitlines()]
    if are_longer(lines, _MOST_OF_WHOLE_PAGE):
        return None
    parts, lengths = message_table().parts, dict[str, int]()
    for line in lines:
        if letters_of(line[: 2 * LETTERS_OF_PART])[:LETTERS_OF_PART] in message_table().part_beginnings:
            letters = letters_of(line)
            if part := next((each for each in parts if letters.startswith(each)), None):
                lengths[part] = len(line)
    if len(lengths) < _FEWEST_PARTS or sum(lengths.values()) < _LEAST_OF_PARTS * sum(map(len, lines)):
        return None
    return parts[next(iter(lengths))]


def is_credit(line: str) -> bool:
    """Tell whether a line says by what software a page was made, or whose it is, as at its foot."""
    letters = letters_of(line[:_BEGINNING_OF_CREDIT]) or letters_of(line)
    return not letters or letters.startswith(credit_words())


def _first_message(lines: Sequence[_TextLine]) -> ErrorMessage | None:
    """Give the first message before which nobody wrote sentences of his own; a note below a text is none."""
    letters_before = accumulate(line.own_letters for line in lines)
    return next(
        (
            line.message
            for line, letters in zip(lines, letters_before, strict=True)
            if line.message and letters < FEWEST_LETTERS_OF_SENTENCES
        ),
        None,
    )


def _tells_of_messages(title: str, lines: Sequence[_TextLine], characters: int) -> bool:
    """Tell whether a page quotes a message, or has messages about so much that it is a list of them."""
    subjects = {line.message.about for line in lines if line.message}
    return len(subjects) > _MOST_SUBJECTS or any(
        _quotes_message(line, characters) for line in (title, *(line.text for line in lines))
    )


def _quotes_message(line: str, characters: int) -> bool:
    """Tell whether a line has a message in quotation marks, and more than that."""
    return any(
        _stated(quoted, characters) and letters_of(quoted) != letters_of(line)
        for quotation in _QUOTATION.findall(line)
        for quoted in filter(None, quotation)
    )


def _is_topic(title: str, lines: Sequence[_TextLine]) -> bool:
    """Tell whether sentences stand below the title or headings alone that begin with a message."""
    below = [line for line in lines if line.is_sentence and letters_of(line.text) != letters_of(title)]
    letters = sum(length_of(line.text) for line in below if not is_credit(line.text))
    statements = (line for line in below if not line.text.rstrip().endswith(QUESTION_MARKS))
    return letters >= FEWEST_LETTERS_OF_SENTENCES and not any(line.message for line in statements)


def _is_article(lines: Sequence[_TextLine], characters: int, *, is_dated: bool) -> bool:
    """Tell whether people wrote about the message: sentences explain it, or tell of what no software tells."""
    texts = [line.text for line in lines]

    def is_of_software(sentence: str) -> bool:
        is_excuse = _behind_opening(letters_of(sentence), 0) > 0
        return is_excuse or is_credit(sentence) or _stated(sentence, characters) is not None

    # Software says in a sentence, below its heading, what it explains.
    headings = {letters_of(line.text) for line in lines if line.message}
    is_heading = len(headings) <= 1 and not any(line.message and line.is_sentence for line in lines)
    return (is_heading and explains_message(texts)) or (is_dated and has_narrative(texts, is_of_software))


def _stated(line: str, characters: int) -> ErrorMessage | None:
    """Give the message that a line begins with, behind words of regret; hosts' names may be left out.

    Args:
        line: the title or a line of the text.
        characters: of the whole text of the page.
    """
    for version in dict.fromkeys((line, _HOST.sub("", line))):
        text = letters_of(version)
        for at in _places(text):
            if message := _message_at(version, text, at, characters):
                return message
    return None


def _places(text: str) -> Iterator[int]:
    """Give the places of a line's letters where a message may begin: at its first, and behind each opening."""
    at = 0
    for _ in range(_MOST_OPENINGS + 1):
        if message_table().beginnings.isdisjoint(accumulate(text[at : at + MOST_OF_BEGINNING])):  # as of most lines
            return
        yield at
        before, at = at, _behind_opening(text, at)
        if at == before:
            return


def _message_at(line: str, text: str, at: int, characters: int) -> ErrorMessage | None:
    """Give the message that begins at a place of a line whose letters are given; None where somebody quotes it."""
    for length in message_table().lengths:
        end = at + length
        message = message_table().messages.get(text[at:end]) if end <= len(text) else None
        if message is None or (message.role is MessageRole.ALONE and characters > MOST_BESIDE_ALONE):
            continue
        if _may_end(message.role, line, text, at, end):
            return None if text.startswith(message_table().mentions, end) else message
    for relative in message_table().relatives:
        if text.startswith(relative.letters, at):
            begin = at + len(relative.letters)
            ends = [
                place + len(predicate)
                for predicate in relative.predicates
                if (place := text.find(predicate, begin, begin + _MOST_BETWEEN)) >= 0
            ]
            if ends and not any(text.startswith(message_table().mentions, end) for end in ends):
                return ErrorMessage(relative.about, MessageRole.BEGINNING)
    return None


def _may_end(role: MessageRole, line: str, text: str, begin: int, end: int) -> bool:
    """Tell whether a message may stand at a place of a line, with what stands before and behind it."""
    if role is MessageRole.WHOLE:
        return begin == 0 and end == len(text)
    if role is MessageRole.PHRASE and end < len(text):
        letters = (place for place, sign in enumerate(line) if letters_of(sign))
        rest = line[next(islice(letters, end - 1, None)) + 1 :].lstrip().casefold()
        return rest.startswith((*_SIGNS, *message_table().ors))
    return True


def _behind_opening(text: str, at: int) -> int:
    """Give the place behind the longest words of regret that begin at a letter; the same place when none do."""
    lengths = (
        length for length in message_table().opening_lengths if text[at : at + length] in message_table().openings
    )
    return at + next(lengths, 0)
