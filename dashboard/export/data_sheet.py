"""``data-sheet.html``: what an export has, for people: charts with their numbers beside; the file loads nothing.

The same documents, options and code give the same bytes.
"""

from base64 import b64encode
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel import Locale
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from dashboard.charts import bars
from dashboard.export.measures import Measures
from dashboard.export.options import ExportOptions
from normalization import scripts_of

NAME: Final = "data-sheet.html"

MOST_ROWS: Final = 40
"""A table and its chart have at most so many rows; what is rarer is counted together."""

_TEMPLATES: Final = Path(__file__).parent.parent / "templates"
_NO_DATE: Final = "none stated"


@dataclass(frozen=True, slots=True)
class ChartSection:
    """A chart, as the address of its SVG (of less than two bars none), and the table beside it."""

    title: str
    counted: str
    """What its numbers count: documents, letters or places."""
    rows: list[tuple[str, int]]
    drawing: str


def data_sheet(
    measures: Measures,
    counts: Mapping[str, Any],
    options: ExportOptions,
    snapshot: Mapping[str, Any],
    code_version: str,
) -> str:
    """Make the sheet of what was counted; ``counts`` and ``snapshot`` are the manifest's."""
    by = measures.by
    documents = {name: Counter(numbers) for name, numbers in counts["by"].items()}
    letters = Counter({letter: number for letter, number in by["letters"].items() if letter.isalpha()})
    scripts: Counter[str] = Counter()
    for letter, number in letters.items():
        scripts[_script(letter)] += number
    sections = [
        _section("Sites", "documents", _largest(documents["site"])),
        _section("Languages", "documents", _largest(documents["language"])),
        _section("Lengths of texts, in characters", "documents", _in_order(by["lengths"], _characters)),
        _section("Years of publication", "documents", _in_order(by["years"], lambda year: year or _NO_DATE)),
        _section("Scripts", "letters", _largest(scripts)),
        _section("Letters", "letters", _largest(letters)),
        _section("What normalisation changed, by rule", "places", _largest(by["rules"])),
        _section("What was withheld, by reason", "documents", _largest(Counter(counts["withheld"]))),
        _section("Methods", "documents", _largest(documents["method"])),
    ]
    chosen = options.as_dict() | {"code_version": code_version}
    return _template().render(sections=sections, counts=counts, options=chosen, snapshot=snapshot)


def _section(title: str, counted: str, rows: list[tuple[str, int]]) -> ChartSection:
    shown = rows[:MOST_ROWS]  # beside all the others together no other bar would be seen
    if len(shown) < 2:
        return ChartSection(title, counted, rows, "")
    labels, numbers = [label for label, _ in shown], [number for _, number in shown]
    drawing = bars(labels, [(counted, numbers)])
    return ChartSection(title, counted, rows, "data:image/svg+xml;base64," + b64encode(drawing).decode())


def _largest(numbers: Counter[str]) -> list[tuple[str, int]]:
    """Give the largest numbers first, equal ones by name, and the rest together."""
    rows = sorted(numbers.items(), key=lambda row: (-row[1], row[0]))
    rest = sum(number for _, number in rows[MOST_ROWS:])
    return rows[:MOST_ROWS] + ([(f"{len(rows) - MOST_ROWS:,} others", rest)] if rest else [])


def _in_order(numbers: Counter[str], name: Callable[[str], str]) -> list[tuple[str, int]]:
    keys: Iterable[str] = sorted(numbers, key=lambda key: (len(key), key))
    return [(name(key), numbers[key]) for key in keys]


def _characters(power: str) -> str:
    least = 2 ** int(power)
    return f"{least:,} to {2 * least - 1:,}" if least > 1 else "0 or 1"


def _script(letter: str) -> str:
    """Give the English name of a letter's script in CLDR, such as Arabic, Latin, Han."""
    (code,) = scripts_of((letter,))
    name: str = Locale("en").scripts[code]
    return name


@cache
def _template() -> Template:
    templates = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template("data_sheet.html")
