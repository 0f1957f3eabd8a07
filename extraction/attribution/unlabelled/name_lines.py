"""Lines that may be names of writers, the prose beside them, and whether the text is about the person they name."""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.attribution.forms.expressions import first_form
from extraction.attribution.forms.names_of_persons import LONGEST_PARTICLE
from extraction.attribution.forms.persons import first_full_name
from extraction.attribution.forms.short_lines import ShortLines
from extraction.lexicon.language_traits import LanguageTrait, languages_with
from extraction.lexicon.stop_words import stop_words
from extraction.lexicon.terms import TermRole, finder, texts_of
from extraction.page.node_table import Mask
from extraction.page.signs import HAN_AND_KANA, HANGUL


def is_prose(short: ShortLines, rows: NDArray[np.intp]) -> Mask:
    """Mark the lines (of some rows) that are long; a character of a script without spaces counts for three."""
    lines = short.lines
    is_syllabic = short.language in languages_with(LanguageTrait.SYLLABIC)
    fewest = _PROSE_CHARS_OF_SYLLABLES if is_syllabic else _PROSE_CHARS
    long: Mask = lines.texts.length.take(rows) + 2 * lines.unspaced.take(rows) >= fewest
    return long


def is_verse(short: ShortLines, rows: NDArray[np.intp]) -> Mask:
    """Mark the lines (of some rows) that are verse: several in one block, which breaks parted; none if few are."""
    block = short.lines.block.take(rows)
    of_stanza: Mask = np.bincount(block).take(block) > 1
    return of_stanza & (2 * np.count_nonzero(of_stanza) > len(rows))


def may_be_name(short: ShortLines, row: int) -> bool:
    """Tell whether a line may be a name, with a day or signs: a quick look before it is cut into tokens."""
    if short.lines.texts.length[row] > MOST_NAME_CHARS or short.is_datum(row):
        return False
    return _NAMES.match(short.lines.texts[row]) is not None


def is_label_and_word(short: ShortLines, row: int, below: int) -> bool:
    """Tell whether the first line (row) of a text is a label of who wrote and one word, in letters without capitals.

    No table has all names. A line of verse would be as long as the line ``below`` (a row), and no word of sentences.
    """
    text, language = short.lines.texts[row], short.language
    if 2 * short.lines.texts.length[below] < _MIN_TIMES_BELOW * len(text) or first_form(text, _LABEL_AND_WORD) is None:
        return False
    word = text.split()[-1].strip(AROUND_WORD)
    return word not in stop_words(language) and word not in texts_of(TermRole.VERB, TermRole.WROTE, TermRole.MEANS)


def is_of_text(short: ShortLines, line: str, telling: list[str]) -> bool:
    """Tell whether the text or the title is about the person a line names, or the page has the words in small letters.

    "Universal Appeal" is a heading on a page that has the word "appeal".
    """
    language, line = short.language, _INITIAL.sub(r"\g<0> ", line)
    parts = (line, *_BESIDE_PLACE.split(line), before_paper(line))
    persons = (first_full_name(part, language) for part in parts)
    person = next(filter(None, persons), ())
    if person:
        is_of_words = language in languages_with(LanguageTrait.NAMES_OF_WORDS)
        name = re.escape(" ".join(person[-_OF_WORDS:] if is_of_words else person[-1:]).strip(".,"))
        begins = "" if _UNSPACED_NAME.match(name) is not None else r"(?<!\w)"
        speaks_of = re.compile(begins + name)
        return any(speaks_of.search(text) is not None for text in telling)
    match = _NAME_WORDS.search(line)
    words = match[0].split() if match else []
    if not words:
        return False
    if line.lower() == line.upper():  # letters without capitals
        words = [word.strip(AROUND_WORD) for word in line.split()[:2]]  # vowel signs of Hindi are parts of no word
    words = [word for word in words if not word.islower()] or words  # of "Anna Berg is a" the first two
    if any(words[-1] in text for text in telling):
        return True
    utf8 = short.lines.texts.utf8
    cased = (word for word in words if len(word) > LONGEST_PARTICLE and word != word.lower())
    small = [f" {word.lower()}".encode() for word in cased]
    return any(word + behind in utf8 for word in small for behind in _BEHIND_WORDS)


def before_paper(line: str) -> str:
    """Give what stands in a line before a word for "for" and the name of a paper; empty where no such word stands."""
    word = finder(TermRole.ON_BEHALF_OF).search(line.lower())
    return "" if word is None or not line[word.end() :].lstrip()[:1].isupper() else line[: word.start()].rstrip()


_LABEL_AND_WORD: Final = {r"<person>u$": "a label of who wrote, and one word"}
_MIN_TIMES_BELOW: Final = 3
"""The line below has at least half as many times the characters: a verse is as long (half 0, twice 0)."""
_CHINESE: Final = f"[{HAN_AND_KANA}]"
_NAMES: Final = re.compile(
    rf"[—–―~(\[【（＜［©□■○●◎◇◆\d]|[^\W\d_]\.[^\W\d_]{{3,}}$"
    rf"|{_CHINESE}{{1,4}}(?:[ 、・]?{_CHINESE}{{1,4}}){{0,3}}$|[{HANGUL}]{{3}}(?:$|[,·/])|[a-z]{{2,4}}$"
    r"|[^\W\d_][^\s,;]+ .*[^?!؟？！]$"
)
_INITIAL: Final = re.compile(r"\b[^\W\d_]\.(?=[^\W\d_]{3})")
"""An initial has nothing behind it, as Mongolians write their names."""
_BESIDE_PLACE: Final = re.compile(r"\s[-–—]\s")
_UNSPACED_NAME: Final = re.compile(f"[\u0e00-\u0eff{HAN_AND_KANA}{HANGUL}]")
_NAME_WORDS: Final = re.compile(r"[^\W\d_][\w'’-]*\.?(?: [^\W\d_][\w'’-]*\.?){1,3}")
_OF_WORDS: Final = 2
"""Words of a given name in a language whose names consist of words: one of them alone is in many other texts."""
AROUND_WORD: Final = " —–―-~(（|·•,،"
_BEHIND_WORDS: Final = (b" ", b",", b".", b"s ", b":")
_PROSE_CHARS: Final = 80
"""Characters: no shorter line parts a name from a list of them, or from verse (half 1, twice 4)."""
_PROSE_CHARS_OF_SYLLABLES: Final = 50
"""The same in a language whose letters are syllables and whose words are parted (half 0, twice 0)."""
MOST_NAME_CHARS: Final = 60  # of a line with names, a sign and a day (half 2, twice 2)
