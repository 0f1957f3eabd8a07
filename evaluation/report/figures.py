"""The figures of the documents: collected from measurements into one file, and written from it into the documents.

A document holds a table between ``<!-- figures: NAME -->`` and ``<!-- /figures -->``; everything between these two
lines is written by ``make figures``. Nothing in it is written by hand, so a figure stands in one place.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from evaluation.errors import EvaluationError
from evaluation.report.figure_tables import TABLES

FIGURES_FILE: Final = Path("docs/figures.json")
DOCUMENTS: Final = (Path("README.md"), Path("docs/evaluation.md"), Path("docs/method.md"), Path("docs/scaling.md"))

SOURCES: Final[Mapping[str, str]] = {
    "systems": "systems.jsonl",
    "unseen": "unseen.jsonl",
    "held_out": "held-out.json",
    "held_out_sets": "held-out-sets.json",
    "structure": "structure.jsonl",
    "speed": "speed.jsonl",
    "stages": "stages.jsonl",
    "normalization": "normalization.jsonl",
    "pipeline": "pipeline.jsonl",
    "queries": "queries.jsonl",
}
"""What is measured, and the file in the folder of measurements that an evaluation command printed it to."""

_TRAINING_KEYS: Final = ("pages", "held_out")
"""What of a training's report stands in documents."""

_PAGES_KEY: Final = "wrong"
"""A measurement of structure has the pages that were read wrong under this key. Pages are no figures."""

_BLOCK: Final = re.compile(r"(<!-- figures: ([a-z-]+) -->\n).*?(<!-- /figures -->)", re.DOTALL)


def collect(folder: Path, figures: Mapping[str, Any]) -> dict[str, Any]:
    """Give the figures with those replaced that the folder holds measurements of.

    Raises EvaluationError when the folder holds no measurement, or one that cannot be read.
    """
    measured = {name: folder / file for name, file in SOURCES.items() if (folder / file).exists()}
    if not measured:
        raise EvaluationError(f"{folder} holds no measurement: it needs one of {', '.join(SOURCES.values())}.")
    return {**figures, **{name: _read(path) for name, path in measured.items()}}


def _read(path: Path) -> Any:
    text = path.read_text(encoding="utf-8")
    try:
        if path.suffix == ".jsonl":
            return [_without_pages(json.loads(line)) for line in text.splitlines()]
        report = json.loads(text)
        return {key: report[key] for key in _TRAINING_KEYS}
    except (ValueError, KeyError) as error:
        raise EvaluationError(f"{path} is not what an evaluation command prints with --json: {error!r}.") from error


def _without_pages(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name != _PAGES_KEY}


def fill(text: str, figures: Mapping[str, Any], tables: Mapping[str, Callable[[Any], Sequence[str]]] = TABLES) -> str:
    """Give a document with each of its tables written anew. Raises EvaluationError for a table of no such name."""

    def block(match: re.Match[str]) -> str:
        begin, name, end = match.groups()
        if name not in tables:
            raise EvaluationError(f"There is no table of figures named {name!r}; there are {', '.join(tables)}.")
        return "\n".join([begin, *tables[name](figures), "", end])

    return _BLOCK.sub(block, text)


def load(path: Path = FIGURES_FILE) -> dict[str, Any]:
    """Read the file of figures; empty when there is none yet."""
    figures: dict[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return figures


def save(figures: Mapping[str, Any], path: Path = FIGURES_FILE) -> None:
    """Write the file of figures, one measurement a line so that changes can be read."""
    lines = [f"{json.dumps(name)}: {_lines(figures[name])}" for name in SOURCES if name in figures]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def _lines(value: Any) -> str:
    if isinstance(value, list):
        return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False) for each in value) + "\n]"
    return json.dumps(value, ensure_ascii=False, indent=0)


def main(arguments: Sequence[str]) -> str:
    """Collect what was measured, if a folder is given, and write all documents; gives the sentence to print."""
    figures = load()
    if arguments:
        figures = collect(Path(arguments[0]), figures)
        save(figures)
    changed = []
    for path in (path for path in DOCUMENTS if path.exists()):
        text = path.read_text(encoding="utf-8")
        filled = fill(text, figures)
        if filled != text:
            path.write_text(filled, encoding="utf-8")
            changed.append(str(path))
    return f"Wrote {', '.join(changed)}." if changed else "All documents hold the figures already."


if __name__ == "__main__":
    import sys

    try:
        print(main(sys.argv[1:]))
    except EvaluationError as error:
        sys.exit(str(error))
