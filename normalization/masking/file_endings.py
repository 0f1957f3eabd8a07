"""The endings of names of files, which have the shape of domains and of names in messengers: ``file_endings.tsv``.

Each row has an ending and its kind: ``file``, or ``file-or-domain`` for one that is the domain of a country as well.
"""

from functools import cache
from pathlib import Path
from typing import Final

from normalization.table_rows import rows_of

_FILE: Final = "file"
_KINDS: Final = (_FILE, "file-or-domain")


def is_file(name: str) -> bool:
    """Tell whether a name ends as those of files do and no domain does."""
    return _ending(name) in _endings(_FILE)


def may_be_file(name: str) -> bool:
    """Tell whether a name ends as those of files do."""
    return _ending(name) in _endings(*_KINDS)


def _ending(name: str) -> str:
    """Give what stands behind the last point of a name, in small letters; empty where there is none."""
    _, point, ending = name.rpartition(".")
    return ending.lower() if point else ""


@cache
def _endings(*kinds: str) -> frozenset[str]:
    table = Path(__file__).with_name("file_endings.tsv")
    return frozenset(
        ending for ending, kind in rows_of(table, "ending", "kind", words={"kind": _KINDS}) if kind in kinds
    )
