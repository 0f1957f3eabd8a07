"""Labelled pages on disk: ``<set>/{index.jsonl, html/<id>.html.gz, gold/<id>.txt}``.

``html`` is the page's raw bytes, gzipped; ``gold`` its main text as a person marked it, UTF-8, one paragraph a line;
a line of ``index.jsonl`` has at least ``id`` and may have ``url, lang, kind, site`` and the number of ``posts``.
"""

import gzip
import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluation.errors import EvaluationError, no_text_error
from normalization import decode, repair

INDEX = "index.jsonl"


@dataclass(frozen=True)
class LabelledPage:
    """One page of a data set; its bytes and its gold text are read when asked for."""

    folder: Path
    id: str
    url: str | None
    lang: str | None
    kind: str | None
    site: str | None
    posts: int | None = None
    """The posts of a thread, where their number is known."""

    @property
    def set(self) -> str:
        """The name of the page's data set: that of its folder."""
        return self.folder.name

    @property
    def html_path(self) -> Path:
        """The path of the gzipped page."""
        return self.folder / "html" / f"{self.id}.html.gz"

    @property
    def gold_path(self) -> Path:
        """The path of the gold text."""
        return self.folder / "gold" / f"{self.id}.txt"

    def body(self) -> bytes:
        """Read the raw bytes of the page. Raises EvaluationError when they cannot be read."""
        try:
            return gzip.decompress(self.html_path.read_bytes())
        except (OSError, EOFError, zlib.error) as error:
            raise EvaluationError(f"{self.html_path} is not a readable gzip file: {error}.") from error

    def html(self) -> str:
        """Read and decode the page, its broken references repaired. Raises EvaluationError when it cannot be read."""
        return repair(decode(self.body()).text or "").text

    def gold(self) -> str:
        """Read the gold text. Raises EvaluationError when it cannot be read."""
        try:
            return self.gold_path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise no_text_error(self.gold_path, error) from error


@dataclass(frozen=True)
class DataSet:
    """The pages of one folder, in the order of its index."""

    name: str
    pages: tuple[LabelledPage, ...]

    def thinned(self, count: int) -> "DataSet":
        """The set with ``count`` pages at most, spread evenly over its index: always the same ones."""
        return DataSet(self.name, tuple(spread(self.pages, count)))


def read_sets(folders: Sequence[Path]) -> list[DataSet]:
    """Read the data sets in these folders: each is a data set itself, or has some as its folders.

    Raises EvaluationError when a folder has none, an index is malformed, a page or its gold is missing, or two sets
    share a name (it identifies their results).
    """
    sets: dict[str, DataSet] = {}
    for folder in _set_folders(folders):
        data_set = read_set(folder)
        if data_set.name in sets:
            raise EvaluationError(f"Two data sets are called {data_set.name!r}: rename one of the folders.")
        sets[data_set.name] = data_set
    return list(sets.values())


def read_set(folder: Path) -> DataSet:
    """Read the data set in one folder; raises EvaluationError like ``read_sets``."""
    folder = folder.resolve()
    pages: dict[str, LabelledPage] = {}
    try:
        lines = (folder / INDEX).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise no_text_error(folder / INDEX, error) from error
    for number, line in enumerate(lines, start=1):
        if line.strip():
            page = _page(folder, number, line)
            if page.id in pages:
                raise EvaluationError(f"{folder / INDEX} line {number} repeats the id {page.id!r}.")
            pages[page.id] = page
    if not pages:
        raise EvaluationError(f"{folder / INDEX} lists no page.")
    return DataSet(folder.name, tuple(pages.values()))


def spread(pages: Sequence[LabelledPage], count: int) -> Sequence[LabelledPage]:
    """Take ``count`` of the pages at even distances; all of them when they are no more."""
    return [pages[position * len(pages) // count] for position in range(count)] if count < len(pages) else pages


def _set_folders(folders: Sequence[Path]) -> list[Path]:
    sets: dict[Path, None] = {}
    for folder in folders:
        if not folder.is_dir():
            raise EvaluationError(
                f"{folder} is not a folder: give one with an {INDEX}, or one that holds such folders."
            )
        if (folder / INDEX).is_file():
            folders_of_sets = [folder]
        else:  # a folder of other material may have an index, too: a data set also has its pages and its gold
            folders_of_sets = [
                sub.parent for sub in sorted(folder.glob(f"*/{INDEX}")) if (sub.parent / "gold").is_dir()
            ]
        if not folders_of_sets:
            raise EvaluationError(f"{folder} holds no labelled pages: no {INDEX} in it, nor in a folder of it.")
        sets.update(dict.fromkeys(path.resolve() for path in folders_of_sets))
    return list(sets)


def _page(folder: Path, number: int, line: str) -> LabelledPage:
    where = f"{folder / INDEX} line {number}"
    try:
        row: Any = json.loads(line)
    except ValueError as error:
        raise EvaluationError(f"{where} is not JSON: {error}.") from error
    if not isinstance(row, dict) or not isinstance(row.get("id"), str):
        raise EvaluationError(f"{where} has no text field `id`.")
    if "/" in row["id"]:
        raise EvaluationError(f"{where}: the id {row['id']!r} may not hold a slash, it is a file name.")
    fields = {name: None if row.get(name) is None else str(row[name]) for name in ("url", "lang", "kind", "site")}
    posts = row.get("posts")
    if posts is not None and (not isinstance(posts, int) or posts < 1):
        raise EvaluationError(f"{where}: `posts` is {posts!r}, not a number of posts.")
    page = LabelledPage(folder=folder, id=row["id"], posts=posts, **fields)
    for path in (page.html_path, page.gold_path):
        if not path.is_file():
            raise EvaluationError(f"{where} names the page {page.id!r}, but {path} is missing.")
    return page
