"""How far a run has come, in a small file beside its output."""

import json
import os
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from mezmun.core.errors import InvalidInputError
from workers.bulk.input.items import Place


@dataclass
class Checkpoint:
    """What is on the disk for good. Written after the output, so the output may hold more, which is then cut off."""

    run: dict[str, Any]
    """What the run was asked; another one cannot go on with its output."""
    place: Place | None = None
    """The last page that was written; None before the first."""
    mark: int = 0
    """Of the output."""
    outcomes: Counter[str] = field(default_factory=Counter)
    """Pages written, by outcome."""
    passed_over: Counter[str] = field(default_factory=Counter)
    """What was no page, by reason, up to the last page written."""
    duplicates: int = 0
    """Pages written whose text an earlier one has."""
    other_languages: int = 0
    """Pages written whose text is in a language that was not asked for."""
    seconds: float = 0.0
    """Spent so far."""
    finished: bool = False

    def save(self, path: Path) -> None:
        """Replace the file in one step: after a crash it is the old or the new one, never half of it."""
        unfinished = path.with_suffix(".unfinished")
        with unfinished.open("w", encoding="ascii") as file:
            json.dump(
                {**vars(self), "place": self.place and asdict(self.place)}, file, indent=1
            )  # ASCII keeps file names that are no UTF-8
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)


def load(path: Path) -> Checkpoint | None:
    """Read what ``save`` wrote; None when there is no file.

    Raises:
        InvalidInputError: the file is damaged, or of a version that keeps its journal in another form.
    """
    if not path.exists():
        return None
    try:
        fields = json.loads(path.read_text(encoding="ascii"))
        place = Place(**fields["place"]) if fields["place"] else None
        counts = {name: Counter(fields[name]) for name in ("outcomes", "passed_over")}
        return Checkpoint(**{**fields, "place": place, **counts})
    except (ValueError, TypeError, KeyError):
        raise InvalidInputError(
            f"The journal {path} is damaged, or another version of Mezmun wrote it: delete it and the output to begin"
            " anew."
        ) from None
