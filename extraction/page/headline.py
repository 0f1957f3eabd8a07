"""Headlines: the headings of a page that repeat its title.

Articles of many sites have headline, date and lead in a box of their own, before the one with the paragraphs. A method
that finds the paragraphs lets its text begin at the headline before them.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from extraction.page import characters, tags
from extraction.page.lines import Lines
from extraction.page.node_table import NodeTable
from extraction.page.statements.head import head_of
from extraction.page.texts import plain
from native.library import array, check_memory, lib, struct

_MIN_LETTERS: Final = 8
"""A headline has at least so many letters: a shorter one may be a word that any title has."""
_MAX_HEADING_CHARS: Final = 500
"""A heading has at most so many characters: a longer one is an unclosed tag."""
_NO_LETTERS: Final = re.compile(r"[\W_]+")


def letters_of(text: str) -> str:
    """Give the letters and digits of a text alone, in small letters."""
    return _NO_LETTERS.sub("", text.lower())


@lru_cache(maxsize=1024)  # the same titles and headings are compared with each other again and again
def letters(title: str) -> str:
    """Give the letters and digits of a title or heading alone, for they differ in marks."""
    return letters_of(title)


def repeats(heading: str, titles: Iterable[str]) -> bool:
    """Tell whether a heading repeats one of a page's titles: by letters, the title holds it, or it ends with the title.

    A title often has the name of the site as well; a heading may have a label before it.
    """
    own = letters(heading)
    if len(own) < _MIN_LETTERS:
        return False
    return any(own in title or (len(title) >= _MIN_LETTERS and own.endswith(title)) for title in map(letters, titles))


def before(page: NodeTable, start: int) -> slice:
    """Give the segments of the last headline that begins before a segment (S); an empty slice when there is none."""
    length = page.in_subtree(page.chars)
    likely = tags.HEADING[page.tag] & (length > 0) & (length <= _MAX_HEADING_CHARS) & (page.first < start)
    for row in likely.nonzero()[0][::-1].tolist():
        first, last = int(page.first[row]), int(page.last[row])
        if repeats(page.texts.between(first, last), head_of(page).titles):
            return slice(first, last)
    return slice(start, start)


def line_of_title(lines: Lines, title: str) -> int:
    """Find the line that repeats most of a title, and hardly anything else: the first of several; -1 for none.

    In a script without spaces between words it is the longest line that stands in the title as it is.
    """
    if not title:
        return -1
    title = title[:_MAX_TITLE_CHARS]
    plain_text, plain_edge = lines.texts.plain.pointers
    utf8, small = title.encode(), plain(title).encode()
    search = struct(
        "TitleSearch",
        characters=characters.TABLE,
        title=array(utf8, len(utf8)),
        plain=array(small, len(small)),
        title_bytes=len(utf8),
        title_length=len(title),
        plain_bytes=len(small),
        lines=lines.struct,
        text=lines.texts.pointers[0],
        plain_text=plain_text,
        plain_edge=plain_edge,
        max_chars=_MAX_LINE_CHARS,
        max_words=_MAX_WORDS,
        min_chars=_MIN_CHARS,
        unspaced_word=_UNSPACED_WORD,
    )
    line: int = lib.mezmun_find_title_line(search)
    return check_memory(line)


_MAX_WORDS: Final = 30
"""A headline has at most so many words, ..."""
_MAX_LINE_CHARS: Final = 8 * _MAX_WORDS
"""... and so many characters."""
_MAX_TITLE_CHARS: Final = 2000
"""So many characters of a title are looked at: it is searched for each line."""
_MIN_CHARS: Final = 5
"""A headline in a script without spaces has at least so many characters: two to three words."""
_UNSPACED_WORD: Final = 0.6
"""A character counts for so many words where words are not parted."""
