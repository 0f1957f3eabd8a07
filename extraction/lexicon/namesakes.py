"""Works, their heroes, firms and places whose names look like those of persons: "Peter Pan", "Hugo Boss".

They stand in ``namesakes.tsv``: language (ISO 639-1), script (ISO 15924), kind, and names in small letters with commas
between them. Names that many persons have are not in the table.
"""

from pathlib import Path

from extraction.lexicon.person_names import folded
from normalization.load_once import load_once
from normalization.table_rows import rows_of


def is_namesake(text: str) -> bool:
    """Tell whether a text without signs around it is the name of a work, a hero or a firm, in letters of any size."""
    return folded(text) in namesakes()


@load_once
def namesakes() -> frozenset[str]:
    """Give the names, without accents."""
    rows = rows_of(Path(__file__).with_name("namesakes.tsv"), "language", "script", "kind", "names")
    return frozenset(folded(name) for *_, names in rows for name in names.split(", "))
