"""Words that say what a number or name is, in the line before it.

They stand in ``labels.tsv``, a row each: the term, its language (ISO 639-1) and its kind. A term of at most three
letters, or a messenger's name in Latin letters, stands alone; others may have an ending. Chinese, Japanese and Korean
terms stand anywhere.
"""

import re
from collections.abc import Iterable
from enum import StrEnum
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple

_MAX_DISTANCE: Final = 14
"""Characters between a label and its number: an ending, a word such as "number", a colon."""
_MAX_WINDOW: Final = 44
_ALL, _ENGLISH = "mul", "en"
_MAX_WHOLE: Final = 3
_MIN_COMPOUND: Final = 7
"""Letters of a term that may end a longer word: "Bestelltelefon"."""
_ANYWHERE: Final = re.compile("[\u0f00-\u0fff\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]")
_LATIN: Final = re.compile("[A-Za-z]")
_LATIN_SMALL: Final = "[a-z\u00df-\u00ff]"
_ASCII: Final = re.compile(r"[\x00-\x7f]+")
_LETTERS: Final = re.compile("[a-z]+")
_MAX_DIGITS: Final = 3
_HAN_BLOCK: Final = 0x30
_LAST_END: Final = re.compile(r"[0-9\n\]][^0-9\n\]]*$")
"""Where what a label says ends: at a number, a line or a placeholder."""


class Label(StrEnum):
    """What a term says that follows it."""

    PHONE = "phone"
    NUMBER = "number"
    """A number, of a telephone unless another label says of what."""
    MESSENGER = "messenger"
    NETWORK = "network"
    """A social network: a name behind it is a handle only after a colon or with an @."""
    BEFORE_AT = "before-at"
    """A word of other meanings, which names a network right before a colon and an @name."""
    IDENTITY = "identity"
    TAXPAYER = "taxpayer"
    """A number that companies have as well, which are no persons."""
    PASSPORT = "passport"
    CARD = "card"
    OTHER = "other"
    """A number that reaches nobody: of an order, a journal, a place."""
    VERSION = "version"
    IP_ADDRESS = "ip-address"
    LOG_IN = "log-in"
    """A command that is given a machine's name."""
    UNIT = "unit"
    """What is counted: it follows the number."""
    AND = "and"
    """It stands between two numbers of a list."""
    DOTTED_NAME = "dotted-name"
    """A word of other meanings, which names a messenger right before a colon and a name that ends in numbers."""
    LONG_NUMBER = "long-number"
    """A letter of other meanings, which names a messenger right before a colon and a long number: "Q: 459023118"."""
    FULL_NAME = "full-name"
    """A network whose names are written with their host: "@name:example.org"."""
    ENDING = "ending"
    """It may stand right behind a messenger's name in Latin letters."""
    AT_SIGN = "at-sign"
    """It stands in place of the @ of an e-mail address."""
    AT_IN_BRACKETS = "at-in-brackets"
    """This one is rare, and is looked for in brackets alone, for every word costs time."""
    AT_WORD = "at-word"
    """So does this one, which has other meanings."""
    DOT_WORD = "dot-word"
    """It stands in place of a point in the domain of an e-mail address."""
    NAME_SIGN = "name-sign"
    """It stands in place of another sign in the name before the @: "underscore"."""
    DOMAIN_END = "domain-end"
    """A top-level domain in letters that are not Latin."""
    MAIL_HOST = "mail-host"
    """A domain, without its end, where many people have their mail."""
    EMAIL = "e-mail"
    """An e-mail address follows."""
    PRIVATE = "private"
    """In addresses and numbers in words alone it is frequent. Each takes time of all pages, but of one language."""
    DECIMAL_POINT = "decimal-point"
    """Behind it stand the decimals of a number."""
    SOFTWARE = "software"
    """A word that names of things in software are made of, with digits and underscores: "api_v2" is nobody's name."""
    CODE = "code"
    """With an @ before it, it is a word of a programming language: "@param"."""
    OWN = "own"
    """Before a network's name it says that a name of the writer follows."""
    NAME = "name"
    """It may stand between a messenger's name and that of somebody there: "nickname", "is"."""
    PREFIX = "prefix"
    """It may stand right before a term of its language: the article of Arabic."""


_BEFORE: Final = frozenset(
    {
        Label.PHONE,
        Label.NUMBER,
        Label.MESSENGER,
        Label.NETWORK,
        Label.IDENTITY,
        Label.TAXPAYER,
        Label.PASSPORT,
        Label.CARD,
        Label.OTHER,
        Label.VERSION,
        Label.IP_ADDRESS,
        Label.LOG_IN,
    }
)
"""What says of the number or name behind it what it is."""
_SERVICES: Final = (Label.MESSENGER, Label.NETWORK)


def label_before(line: str, place: int) -> Label | None:
    """Give the nearest label before a place in a folded line, with no digit between; ``NUMBER`` gives way to others."""
    window = line[max(0, place - _MAX_WINDOW) : place].lower()
    if last := _LAST_END.search(window):
        window = window[last.start() + 1 :]
    nearest = None
    for match in _before().finditer(window):
        label = _label_of()[match[0]]
        if label is not Label.NUMBER or nearest is None:
            nearest = (label, match.end())
    return nearest[0] if nearest and len(window) - nearest[1] <= _MAX_DISTANCE else None


def unit_after(line: str, place: int) -> bool:
    """Tell whether what is counted stands at a place in a folded line."""
    return _after().match(line[place : place + 12].lower()) is not None


class Service(NamedTuple):
    """Where a line names a messenger or a network."""

    start: int
    end: int
    is_network: bool


@lru_cache(maxsize=8)  # all masks read the same line in turn
def small_letters(line: str) -> str:
    """Give a folded line in small letters."""
    return line.lower()


def services(line: str) -> list[Service]:
    """Give the places of messengers' and networks' names in a folded line."""
    small = small_letters(line)
    matches = _service(_name_blocks(small)).finditer(small)
    return [Service(*match.span(), is_network=_label_of()[match[0]] is Label.NETWORK) for match in matches]


def has_service(lines: str) -> bool:
    """Tell whether folded lines name a messenger or a network."""
    small = small_letters(lines)
    return _service(_name_blocks(small)).search(small) is not None


def is_service(name: str) -> bool:
    """Tell whether a name is a messenger's or a network's."""
    return _label_of().get(name.lower()) in _SERVICES


@lru_cache(maxsize=64)
def _service(blocks: frozenset[int]) -> re.Pattern[str]:
    """Give the pattern of those of these names that are in ASCII or begin with a letter of some blocks of Unicode."""
    names = (name for label in _SERVICES for name in _terms()[label])
    return re.compile(_alternatives(name for name in names if name[0].isascii() or _block(name[0]) in blocks))


@lru_cache(maxsize=8)  # of a page, and of the lines that all masks read in turn
def _name_blocks(small: str) -> frozenset[int]:
    """Give the blocks of Unicode that letters of a text and names of messengers or networks are in, beyond ASCII.

    Names of all scripts begin with hundreds of letters, with each of which a search would compare each letter.
    """
    if small.isascii():
        return frozenset()
    return _all_name_blocks().intersection(map(_block, set(_ASCII.sub("", small))))


@cache
def _all_name_blocks() -> frozenset[int]:
    names = (name for label in _SERVICES for name in _terms()[label])
    return frozenset(_block(name[0]) for name in names if not name[0].isascii())


def _block(letter: str) -> int:
    """Give the block of 256 characters, or one for all of Chinese, Japanese and Korean."""
    block = ord(letter) >> 8
    return block if block < _HAN_BLOCK else _HAN_BLOCK


@cache
def before_at() -> re.Pattern[str]:
    """Give the pattern, in small letters, of such a word and a colon, up to the end of what is searched."""
    return re.compile(rf"(?<![^\W_])(?:{'|'.join(map(re.escape, _terms()[Label.BEFORE_AT]))})\s?:\s?$")


def dotted_name_words() -> tuple[str, ...]:
    """Give the words, in small letters, of messengers whose names end in a point and numbers."""
    return _terms()[Label.DOTTED_NAME]


@cache
def before_dotted_name() -> re.Pattern[str]:
    """Give the pattern, in any letters, of a messenger whose names end in a point and numbers, and a colon."""
    return re.compile(rf"(?<![^\W_]){any_of(Label.DOTTED_NAME)}\s?:\s?")


@cache
def before_long_number() -> re.Pattern[str]:
    """Give the pattern, in any letters, of a letter for a messenger, a colon and the first digit of a number."""
    return re.compile(rf"(?<![^\W_])(?:{any_of(Label.LONG_NUMBER)})\s?:\s?(?=[1-9])")


def full_name_before(line: str, place: int) -> bool:
    """Tell whether a network whose names have a host in them stands near before a place in a folded line."""
    words = rf"(?<![^\W_]){any_of(Label.FULL_NAME)}(?![^\W_])"
    return re.search(words, line[max(0, place - _MAX_WINDOW) : place]) is not None


def email_before(line: str, place: int) -> bool:
    """Tell whether a word near before a place in a folded line says that an e-mail address follows."""
    window = line[max(0, place - _MAX_WINDOW) : place].lower()
    return any(len(window) - match.end() <= _MAX_DISTANCE for match in _emails().finditer(window))


def own_before(line: str, place: int) -> bool:
    """Tell whether a word right before a place in a folded line says that what follows is the writer's."""
    return _own().search(line[max(0, place - _MAX_DISTANCE) : place].lower()) is not None


def is_of_software(name: str) -> bool:
    """Tell whether a name has nothing but words of software, signs and at most three digits: "story_1"."""
    words = _LETTERS.findall(name.lower())
    return (
        bool(words)
        and sum(map(str.isdigit, name)) <= _MAX_DIGITS
        and all(word in _terms()[Label.SOFTWARE] for word in words)
    )


def is_of_code(name: str) -> bool:
    """Tell whether a name with an @ is a word of a programming language."""
    return name[1:].lower() in _terms()[Label.CODE]


@cache
def private_words(language: str | None = None) -> tuple[str, ...]:
    """Give the words of which masked things without a sign have one, in a text of a language (ISO 639), or of any.

    Those of all texts (``mul``) and of English are in the words of each.
    """
    of_language = [row for row in _rows() if row[1] == language and row[2] == Label.PRIVATE]
    rows = (row for row in _rows() if row[2] == Label.PRIVATE)
    return tuple(dict.fromkeys(row[0] for row in rows if not of_language or row[1] in (_ALL, _ENGLISH, language)))


def decimal_point_before(line: str, place: int) -> bool:
    """Tell whether a word for the point of a number stands right before a place in a folded line."""
    return _decimal_points().search(line[max(0, place - _MAX_DISTANCE) : place].lower()) is not None


def languages_of(label: Label, word: str) -> frozenset[str]:
    """Give the languages (ISO 639-1) that have a term of a kind, which is given in small letters."""
    return frozenset(language for term, language, kind in _rows() if (kind, term) == (label, word))


def is_mail_host(name: str) -> bool:
    """Tell whether many people have their mail at a domain, which is given without its end."""
    return name.lower() in _terms()[Label.MAIL_HOST]


def terms(label: Label, *, latin: bool) -> tuple[str, ...]:
    """Give the terms of a kind that are in Latin letters, or the others; the longer ones first."""
    those = (term for term in _terms()[label] if (_LATIN.search(term) is not None) is latin)
    return tuple(sorted(those, key=len, reverse=True))


def any_of(*labels: Label) -> str:
    """Give the pattern of any term of some kinds, in any letters."""
    words = (term for label in labels for latin in (True, False) for term in terms(label, latin=latin))
    return f"(?i:{'|'.join(map(re.escape, words))})"


@cache
def _before() -> re.Pattern[str]:
    return re.compile(_alternatives(_label_of()))


@cache
def _emails() -> re.Pattern[str]:
    return re.compile(_alternatives(_terms()[Label.EMAIL]))


@cache
def _decimal_points() -> re.Pattern[str]:
    return re.compile(rf"(?:{_alternatives(_terms()[Label.DECIMAL_POINT])})\s?$")


@cache
def _own() -> re.Pattern[str]:
    return re.compile(rf"(?:{_alternatives(_terms()[Label.OWN])})[\s:]{{0,2}}$")


@cache
def _after() -> re.Pattern[str]:
    return re.compile(rf"\s?(?:{_alternatives(_terms()[Label.UNIT])})")


@cache
def between_numbers() -> re.Pattern[str]:
    """Give the pattern, in small letters, of what parts the numbers of a list, up to the end of what is searched."""
    return re.compile(rf"(?:\s?[,;\u060c\u061b/\u3001]\s?|\s{{1,8}}|\s?(?:{_alternatives(_terms()[Label.AND])})\s?)$")


@cache
def _label_of() -> dict[str, Label]:
    return {term: label for label, terms in _terms().items() if label in _BEFORE for term in terms}


def _alternatives(terms: Iterable[str]) -> str:
    """Give the pattern of any of some terms, of the longest that fits: a tree of their letters.

    Of hundreds of terms side by side a search would try each at each letter of a line, of a tree one.
    """
    tree: dict[str, Any] = {}
    for term in terms:
        branch = tree
        for letter in term:
            branch = branch.setdefault(letter, {})
        branch[_END] = _edges(term)
    return _branches(tree)


def _branches(tree: dict[str, Any]) -> str:
    branches = [f"{re.escape(letter)}{_branches(below)}" for letter, below in sorted(tree.items()) if letter != _END]
    branches += [tree[_END]] if _END in tree else []
    return branches[0] if len(branches) == 1 else f"(?:{'|'.join(branches)})"


_END: Final = ""
"""In the tree of terms, beside letters: what must be true where a term ends."""


def _edges(term: str) -> str:
    """Give what stands around a term, as a pattern for its end: a search can leap to its first letter so."""
    if _ANYWHERE.search(term):
        return ""
    letter = _LATIN_SMALL if term.isascii() else r"[^\W\d_]"  # names in Latin letters stand right beside Chinese
    is_name = term.isascii() and is_service(term)  # "install" is no "insta"
    whole = (len(term) <= _MAX_WHOLE or is_name) and term[-1].isalpha()
    after = f"(?!{letter})" if whole else ""
    if whole and len(term) > _MAX_WHOLE:
        after = f"(?:{after}|(?=(?:{'|'.join(_terms()[Label.ENDING])})(?!{letter})))"
    before = _beginning(term, letter) if len(term) < _MIN_COMPOUND else ""
    return f"{before}{after}"


def _beginning(term: str, letter: str) -> str:
    """Give what stands before a short term, as a pattern for its end: no letter, but for a prefix of its language."""
    word = re.escape(term)
    nothing = f"(?<!{letter}{word})"
    prefixes = () if term.isascii() else _prefixes().get(term, ())
    behind = (f"(?<={prefix}{word})" for prefix in prefixes)
    return f"(?:{'|'.join((nothing, *behind))})" if prefixes else nothing


@cache
def _prefixes() -> dict[str, tuple[str, ...]]:
    """Give for each term what may stand right before it."""
    of_language: dict[str, tuple[str, ...]] = {}
    for prefix, language, kind in _rows():
        if kind == Label.PREFIX:
            of_language[language] = (*of_language.get(language, ()), prefix)
    return {term: of_language[language] for term, language, _ in _rows() if language in of_language}


@cache
def _terms() -> dict[Label, tuple[str, ...]]:
    return {label: tuple(dict.fromkeys(term for term, _, kind in _rows() if kind == label)) for label in Label}


@cache
def _rows() -> tuple[tuple[str, str, str], ...]:
    """Give term, language and kind of each row."""
    table = Path(__file__).with_name("labels.tsv").read_text(encoding="utf-8")
    rows = (row.split("\t") for row in table.splitlines()[1:])
    return tuple((term, language, kind) for term, language, kind in rows)
