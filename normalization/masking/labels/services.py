"""Where a line names a messenger or a social network."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from normalization.finders import Finder
from normalization.load_once import load_once
from normalization.masking.labels.label_table import SERVICES, Label, label_of, terms_of
from normalization.masking.labels.sought_words import SoughtWords
from normalization.masking.labels.term_tree import alternatives, stands_alone

_ASCII: Final = re.compile(r"[\x00-\x7f]+")
_HAN_BLOCK: Final = 0x30


class Service(NamedTuple):
    """Where a line names a messenger or a network."""

    start: int
    end: int
    is_network: bool


@lru_cache(maxsize=8)  # all masks read the same line in turn
def small_letters(line: str) -> str:
    """Give a folded line in small letters."""
    return line.lower()


def of_word(word: str) -> Finder:
    """Make the finder of a word, given in small letters, in folded lines."""
    return lambda lines, start: small_letters(lines).find(word, start)


def services(line: str) -> list[Service]:
    """Give the places of messengers' and networks' names in a folded line."""
    small = small_letters(line)
    if not _names().places_in(small):
        return []
    matches = _service(_name_blocks(small)).finditer(small)
    return [Service(*match.span(), is_network=label_of()[match[0]] is Label.NETWORK) for match in matches]


def find_service(lines: str, start: int) -> int:
    """Give the next place, from one on, in folded lines that names a messenger or a network; -1 for none."""
    small = small_letters(lines)
    if not _names().places_in(small):  # as in most texts
        return -1
    return _names().next_in(small, start, _service(_name_blocks(small)))


@load_once
def _names() -> SoughtWords:
    """Give the names by their letters, a short one alone: where the pattern may fit."""
    names = (name for label in SERVICES for name in terms_of(label))
    return SoughtWords((name, name.isascii() and stands_alone(name)) for name in names)


@lru_cache(maxsize=64)
def _service(blocks: frozenset[int]) -> re.Pattern[str]:
    """Give the pattern of those of these names that are in ASCII or begin with a letter of some blocks of Unicode."""
    names = (name for label in SERVICES for name in terms_of(label))
    return re.compile(alternatives(name for name in names if name[0].isascii() or _block(name[0]) in blocks))


@lru_cache(maxsize=8)  # of a page, and of the lines that all masks read in turn
def _name_blocks(small: str) -> frozenset[int]:
    """Give the blocks of Unicode that letters of a text and names of messengers or networks are in, beyond ASCII.

    Names of all scripts begin with hundreds of letters, with each of which a search would compare each letter.
    """
    if small.isascii():
        return frozenset()
    return _all_name_blocks().intersection(map(_block, set(_ASCII.sub("", small))))


@load_once
def _all_name_blocks() -> frozenset[int]:
    names = (name for label in SERVICES for name in terms_of(label))
    return frozenset(_block(name[0]) for name in names if not name[0].isascii())


def _block(letter: str) -> int:
    """Give the block of 256 characters, or one for all of Chinese, Japanese and Korean."""
    block = ord(letter) >> 8
    return block if block < _HAN_BLOCK else _HAN_BLOCK
