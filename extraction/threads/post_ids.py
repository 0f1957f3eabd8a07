"""The site's own ids of the posts of a thread, from the ``id`` of an element in or before each: ``post_ids.tsv``.

A program more is a row of the table: what the ``id`` begins with, before the number; the program; an example. Only ids
of posts stand there: a number that names who wrote is never read.
"""

import csv
import re
from collections.abc import Collection, Iterable
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page.node_table import NodeTable

ID_FILE: Final = "post_ids.tsv"


def post_ids(page: NodeTable, records: Collection[int], posts: int) -> list[str]:
    """Give the id of each of a thread's posts; empty for those that show none.

    Args:
        page: the page.
        records: rows of the elements of the posts; the first post may have none.
        posts: how many there are.
    """
    number_of = {row: match[1] for row, each in enumerate(page.signatures.all) if (match := _pattern().match(each[2]))}
    ids, known = [""] * posts, {""}
    if number_of:
        rows = np.flatnonzero(np.isin(page.signature, list(number_of)))
        numbers = [number_of[each] for each in page.signature[rows].tolist()]
        for post, number in zip(posts_of(page, rows, records, posts), numbers, strict=True):
            if not ids[post] and number not in known:
                ids[post] = number
                known.add(number)
    return ids


def posts_of(page: NodeTable, elements: NDArray[np.intp], records: Collection[int], posts: int) -> Iterable[int]:
    """Give for each of some elements (rows, ascending) which post it is in, or before: 0 is the first."""
    starts = np.array(sorted(records), dtype=np.intp)
    if not len(starts):
        return [0] * len(elements)
    inside = np.searchsorted(starts, elements, side="right") - 1
    behind = elements >= page.end[starts[np.maximum(inside, 0)]]  # what stands between two posts leads to the next
    post = np.minimum(inside + behind + posts - len(starts), posts - 1)
    numbers: list[int] = np.where(inside < 0, 0, post).tolist()
    return numbers


@cache
def prefixes() -> tuple[tuple[str, str], ...]:
    """Read the table: what ids begin with, and an example of each."""
    text = files("extraction.threads").joinpath(ID_FILE).read_text(encoding="utf-8")
    return tuple((row["prefix"], row["example"]) for row in csv.DictReader(text.splitlines(), delimiter="\t"))


@cache
def _pattern() -> re.Pattern[str]:
    # "tpc" is how phpWind calls the first post of a thread.
    return re.compile(rf"(?:{'|'.join(re.escape(prefix) for prefix, _ in prefixes())})(\d{{1,18}}|tpc)\Z")
