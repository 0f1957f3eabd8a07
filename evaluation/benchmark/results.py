"""The results of a run by page, kept in a file so that an interrupted run can go on."""

import json
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.errors import EvaluationError
from evaluation.metrics.scores import METRICS_VERSION, NO_SCORES, Fit, Scores


@dataclass(frozen=True)
class PageResult:
    """One system on one page."""

    method: str
    version: str
    set: str
    page: str
    error: str | None
    """Why the system crashed; None when it did not."""
    empty: bool
    """The system gave no text (and did not crash)."""
    scores: Scores
    seconds: float
    peak_mb: float
    leaves: int
    leaf_bits: str
    """The leaves of the page that the system kept: a hexadecimal number, the first leaf its highest bit."""

    @property
    def key(self) -> tuple[str, str, str, str]:
        """The key that no other result has."""
        return self.method, self.version, self.set, self.page

    def leaves_in_text(self) -> list[bool]:
        """Mark the leaves of the page that the system kept."""
        if not self.leaves:
            return []
        return [bit == "1" for bit in f"{int(self.leaf_bits or '0', 16):0{self.leaves}b}"]


def pack(leaf_bits: tuple[bool, ...]) -> str:
    """Pack the marks of leaves into the form of ``PageResult.leaf_bits``."""
    return f"{int(''.join('1' if leaf else '0' for leaf in leaf_bits) or '0', 2):x}"


class ResultFile:
    """Results by key, and the file (if any) to which each new one is added at once, one JSON object a line."""

    def __init__(self, path: Path | None) -> None:
        """Read the results in the file. Raises EvaluationError when it is not such a file."""
        self._path = path
        self._lock = threading.Lock()
        self._results: dict[tuple[str, str, str, str], PageResult] = {}
        if path is not None and path.exists():
            self._read(path)

    def get(self, key: tuple[str, str, str, str]) -> PageResult | None:
        """Give the result of a key, if there is one."""
        return self._results.get(key)

    def add(self, result: PageResult) -> None:
        """Keep a result; safe from several threads."""
        with self._lock:
            self._results[result.key] = result
            if self._path is not None:
                with self._path.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(_row(result), ensure_ascii=False) + "\n")

    def _read(self, path: Path) -> None:
        lines = path.read_text(encoding="utf-8", errors="replace").splitlines()
        for number, line in enumerate(lines, start=1):
            try:
                row = json.loads(line)
                if row["metrics"] == METRICS_VERSION:
                    result = _result(row)
                    self._results[result.key] = result
            except (ValueError, KeyError, TypeError) as error:
                if number == len(lines):  # the run was ended in the middle of it
                    path.write_text("".join(f"{whole}\n" for whole in lines[:-1]), encoding="utf-8")
                    return
                raise EvaluationError(
                    f"{path} line {number} is not a result of `mezmun evaluate`: give another file to --resume."
                ) from error


def _row(result: PageResult) -> dict[str, Any]:
    scores = result.scores
    fits = (scores.lcs, scores.char, scores.leaf)
    return {
        "metrics": METRICS_VERSION,
        "method": result.method,
        "version": result.version,
        "set": result.set,
        "page": result.page,
        "error": result.error,
        "empty": result.empty,
        "scores": [[fit.precision, fit.recall] for fit in fits],
        "seconds": result.seconds,
        "peak_mb": result.peak_mb,
        "leaves": result.leaves,
        "leaf_bits": result.leaf_bits,
    }


def _result(row: dict[str, Any]) -> PageResult:
    fields = {name: value for name, value in row.items() if name not in {"metrics", "scores"}}
    scores = Scores(*(Fit(*pair) for pair in row["scores"])) if row["error"] is None else NO_SCORES
    return PageResult(scores=scores, **fields)
