"""The table ``labels.tsv``, a row each: a term, its language (ISO 639-1, ``mul`` for all) and its kind."""

import re
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Final

from normalization.load_once import load_once
from normalization.table_rows import mapping_of, rows_of

_TABLE: Final = Path(__file__).with_name("labels.tsv")
_ALL, _ENGLISH = "mul", "en"
_LATIN: Final = re.compile("[A-Za-z]")
_LETTERS: Final = re.compile("[a-z]+")
_MAX_DIGITS: Final = 3


class Label(StrEnum):
    """What a term says that follows it."""

    PHONE = "phone"
    LOCAL_PHONE = "local-phone"
    """A word before a telephone number without its area code, as North America writes it: "call"."""
    NUMBER = "number"
    """A word for a number: it is a telephone's unless another label says what it is."""
    MESSENGER = "messenger"
    NETWORK = "network"
    """A social network: a name behind it is a handle only after a colon or with an @."""
    BEFORE_AT = "before-at"
    """A word of other meanings, which names a network right before a colon and an @name."""
    IDENTITY = "identity"
    NATIONAL_IDENTITY = "national-identity"
    """The name of one country's identity document: bare digits behind it are its number, too."""
    TAXPAYER = "taxpayer"
    """A word for the number of a taxpayer, which companies have as well."""
    PASSPORT = "passport"
    BEHIND_SERIES = "behind-series"
    """A word or sign that may stand between the series of a passport and its number: "№"."""
    CARD = "card"
    OTHER = "other"
    """A word for a number that reaches nobody: of an order, a journal, a place."""
    VERSION = "version"
    IP_ADDRESS = "ip-address"
    LOG_IN = "log-in"
    """A command behind which the name of a user and a machine stands: "ssh"."""
    UNIT = "unit"
    """A word for what is counted. It stands behind the number."""
    AND = "and"
    """A word that stands between two numbers of a list."""
    GLUED = "glued"
    """The name of a messenger that stands right behind a telephone number, without a space."""
    DOTTED_NAME = "dotted-name"
    """A word of other meanings, which names a messenger right before a colon and a name that ends in numbers."""
    LONG_NUMBER = "long-number"
    """A letter of other meanings, which names a messenger right before a colon and a long number: "Q: 459023118"."""
    FULL_NAME = "full-name"
    """A network whose names are written with their host: "@name:example.org"."""
    ENDING = "ending"
    """An ending that may stand right behind a messenger's name in Latin letters."""
    AT_SIGN = "at-sign"
    """A word that stands in place of the @ of an e-mail address and means nothing else."""
    AT_IN_BRACKETS = "at-in-brackets"
    """A rare word in place of the @. It is looked for only in brackets, since every other word costs time."""
    AT_JOINED = "at-joined"
    """A word in place of the @ that begins with a sign and has no space before it: "#at#", "圈a"."""
    AT_WORD = "at-word"
    """A word in place of the @ that has other meanings, such as "at"."""
    DOT_WORD = "dot-word"
    """A word that stands in place of a point in the domain of an e-mail address."""
    NAME_SIGN = "name-sign"
    """A word that stands in place of another sign in the name before the @: "underscore"."""
    DOMAIN_END = "domain-end"
    """A top-level domain in letters that are not Latin."""
    GENERIC_DOMAIN_END = "generic-domain-end"
    """A top-level domain of no country, before which a word may stand in place of the point."""
    HOST_END = "host-end"
    """A top-level domain of sites that are written beside a messenger's name, where a name in it would stand."""
    DOMAIN_END_BEHIND_STOP = "domain-end-behind-stop"
    """A top-level domain before which an ideographic full stop is a point: input methods of Chinese write it so."""
    MAIL_HOST = "mail-host"
    """A domain, without its end, where many people have their mail."""
    EMAIL = "e-mail"
    """A word behind which an e-mail address stands."""
    BEHIND_EMAIL = "behind-e-mail"
    """A word that stands right behind an e-mail address: "is my mail"."""
    PRIVATE = "private"
    """A word that addresses or numbers in words have, and other texts seldom. A line without any other sign of private
    data is looked at only if it has such a word. Each word costs time on all pages of its language."""
    DECIMAL_POINT = "decimal-point"
    """A word for the point of a number, behind which its decimals stand."""
    SOFTWARE = "software"
    """A word that names of things in software are made of, with digits and underscores: "api_v2" is nobody's name."""
    CODE = "code"
    """A word of a programming language, where an @ stands before it: "@param"."""
    OWN = "own"
    """A word that says, before a network's name, that a name of the writer follows."""
    IS_OWN = "is-own"
    """What says, between a number and a messenger's name, that this is the writer's: "12345678 is my QQ"."""
    NAME = "name"
    """A word that may stand between a messenger's name and the name of somebody there: "nickname", "is"."""
    PREFIX = "prefix"
    """A prefix that may stand right before a term of its language: the article of Arabic."""


_BEFORE: Final = frozenset(
    {
        Label.PHONE,
        Label.NUMBER,
        Label.MESSENGER,
        Label.NETWORK,
        Label.IDENTITY,
        Label.NATIONAL_IDENTITY,
        Label.TAXPAYER,
        Label.PASSPORT,
        Label.CARD,
        Label.OTHER,
        Label.VERSION,
        Label.IP_ADDRESS,
        Label.LOG_IN,
    }
)
"""The kinds of labels that say what the number or name behind them is."""
SERVICES: Final = (Label.MESSENGER, Label.NETWORK)
"""The kinds of terms that name a place where people have names."""


def is_service(name: str) -> bool:
    """Tell whether a name is a messenger's or a network's."""
    return label_of().get(name.lower()) in SERVICES


def is_mail_host(name: str) -> bool:
    """Tell whether many people have their mail at a domain, which is given without its end."""
    return name.lower() in terms_of(Label.MAIL_HOST)


def is_of_code(name: str) -> bool:
    """Tell whether a name with an @ is a word of a programming language."""
    return name[1:].lower() in terms_of(Label.CODE)


def is_of_software(name: str) -> bool:
    """Tell whether a name has nothing but words of software, signs and at most three digits: "story_1"."""
    words = _LETTERS.findall(name.lower())
    return (
        bool(words)
        and sum(map(str.isdigit, name)) <= _MAX_DIGITS
        and all(word in terms_of(Label.SOFTWARE) for word in words)
    )


@cache
def private_words(language: str | None) -> tuple[str, ...]:
    """Give the words of which masked things without a sign have one, in a text of a language (ISO 639), or of any.

    Those of all texts (``mul``) and of English are in the words of each.
    """
    of_language = [row for row in label_rows() if row[1] == language and row[2] == Label.PRIVATE]
    rows = (row for row in label_rows() if row[2] == Label.PRIVATE)
    return tuple(dict.fromkeys(row[0] for row in rows if not of_language or row[1] in (_ALL, _ENGLISH, language)))


def languages_of(label: Label, word: str) -> frozenset[str]:
    """Give the languages (ISO 639-1) that have a term of a kind, which is given in small letters."""
    return frozenset(language for term, language, kind in label_rows() if (kind, term) == (label, word))


def terms(label: Label, *, latin: bool) -> tuple[str, ...]:
    """Give the terms of a kind that are in Latin letters, or the others; the longer ones first."""
    those = (term for term in terms_of(label) if (_LATIN.search(term) is not None) is latin)
    return tuple(sorted(those, key=len, reverse=True))


def any_of(*labels: Label) -> str:
    """Give the pattern of any term of some kinds, in any letters."""
    words = (term for label in labels for latin in (True, False) for term in terms(label, latin=latin))
    return f"(?i:{'|'.join(map(re.escape, words))})"


@cache
def leaps(label: Label) -> tuple[str, str]:
    """Give, for the terms of a kind, what their first characters are and the pattern of the rest of each.

    A search leaps to a class of first characters (the first text is for such a class); the pattern looks back at the
    one it stands behind.
    """
    every = terms_of(label)
    rests = (f"(?<={re.escape(term[0])})(?i:{re.escape(term[1:])})" for term in every)
    return re.escape("".join(sorted({term[0] for term in every}))), f"(?:{'|'.join(rests)})"


def dotted_name_words() -> tuple[str, ...]:
    """Give the words, in small letters, of messengers whose names end in a point and numbers."""
    return terms_of(Label.DOTTED_NAME)


@load_once
def label_of() -> dict[str, Label]:
    """Give what each term says that stands before a number or name."""
    return mapping_of(_TABLE, ((term, label) for label in Label if label in _BEFORE for term in terms_of(label)))


@cache
def terms_of(label: Label) -> tuple[str, ...]:
    """Give the terms of a kind, in the order of the table."""
    return tuple(dict.fromkeys(term for term, _, kind in label_rows() if kind == label))


@load_once
def label_rows() -> tuple[tuple[str, str, str], ...]:
    """Give term, language and kind of each row."""
    rows = rows_of(_TABLE, "term", "language", "kind", words={"kind": Label})
    return tuple((term, language, kind) for term, language, kind in rows)
