"""The names that software gives to the parts of its data: rows of ``state_keys.tsv``, a key and its role each.

Of an object that has several keys of one role, the one that stands first in the table holds.
"""

from enum import StrEnum
from functools import cache
from pathlib import Path

from normalization.table_rows import rows_of


class KeyRole(StrEnum):
    """What stands under a key, or behind a word that begins a list."""

    TITLE = "title"
    """The title of an object."""
    TITLE_PART = "title-part"
    """An object that has the title of the one that it is in."""
    TITLE_FORM = "title-form"
    """A form of a title that is an object: as it is rendered, or plain."""
    BODY = "body"
    """The text of an article."""
    STRING = "string"
    """The text of a block; other keys have other forms of it."""
    PART = "part"
    """The parts of a block."""
    KIND = "kind"
    """What type of block it is."""
    ADDRESS = "address"
    """The address of a page: an object with a title and an address is a link to another article."""
    ALIAS = "alias"
    """The first item of a list that stands for the value it names, with devalue and turbo-stream."""
    PAIRS = "pairs"
    """The first item of a list of keys and values in turn."""
    CACHE_ROOT = "cache-root"
    """The caches of Apollo and Relay begin with it; other things have names of their own there."""


@cache
def keys_of(role: KeyRole) -> tuple[str, ...]:
    """Give the keys of a role, in the order of the table."""
    rows = rows_of(Path(__file__).with_name("state_keys.tsv"), "key", "role", words={"role": KeyRole})
    return tuple(key for key, each in rows if each == role)
