import ast
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from normalization.cached_property import cached_property

ROOT = Path(__file__).parents[2]


class Page:
    def __init__(self, number, barrier=None):
        self.number, self.barrier, self.asked = number, barrier, 0

    @cached_property
    def text(self):
        """Give the text."""
        self.asked += 1
        if self.barrier is not None:
            self.barrier.wait(5)
        return f"text {self.number}"


def test_it_is_worked_out_once_for_each_object():
    pages = [Page(1), Page(2)]
    assert [page.text for page in pages * 2] == ["text 1", "text 2"] * 2
    assert [page.asked for page in pages] == [1, 1]
    assert Page.text.__doc__ == "Give the text."


def test_threads_do_not_wait_for_each_other():
    barrier = threading.Barrier(2)  # which both must reach
    with ThreadPoolExecutor(2) as threads:
        assert list(threads.map(lambda n: Page(n, barrier).text, (1, 2))) == ["text 1", "text 2"]


def test_the_cores_have_none_with_a_lock():
    other = [
        path.name
        for room in ("extraction", "normalization", "workers", "mezmun/api")
        for path in (ROOT / room).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ImportFrom)
        and node.module == "functools"
        and any(each.name == "cached_property" for each in node.names)
    ]
    assert other == []
