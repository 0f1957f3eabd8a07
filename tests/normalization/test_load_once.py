import ast
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from normalization.load_once import load_once

ROOT = Path(__file__).parents[2]
ROOMS = ("extraction", "normalization", "workers")
IMPORTING = """
import importlib, sys
importlib.import_module(sys.argv[1])
from normalization import load_once
class NoLock:
    def __enter__(self):
        raise AssertionError("something is loaded by an import")
    def __exit__(self, *_):
        pass
load_once._lock = NoLock()
for name in sys.argv[2:]:
    importlib.import_module(name)
try:
    from normalization.uyghur.lexicon import lexicon
    lexicon()
except AssertionError:
    print("asked")
"""


def test_threads_that_ask_together_wait_for_one():
    calls = []

    @load_once
    def table():
        calls.append(threading.get_ident())
        time.sleep(0.05)
        return object()

    barrier = threading.Barrier(8)

    def ask(_):
        barrier.wait()
        return table()

    with ThreadPoolExecutor(8) as threads:
        tables = set(threads.map(ask, range(8)))
    assert (len(tables), len(calls)) == (1, 1)


def test_what_is_loaded_may_load_other_things_in_any_order():
    @load_once
    def one(inner=True):
        time.sleep(0.02)
        return other(False) if inner else 1

    @load_once
    def other(inner=True):
        time.sleep(0.02)
        return one(False) if inner else 2

    with ThreadPoolExecutor(2) as threads:
        first, second = threads.submit(one), threads.submit(other)
        assert (first.result(5), second.result(5)) == (2, 1)


def test_an_error_is_not_kept():
    tries = []

    @load_once
    def table():
        tries.append(1)
        if len(tries) == 1:
            raise OSError
        return "read"

    with pytest.raises(OSError):  # noqa: PT011 # it has no message
        table()
    assert (table(), table(), len(tries)) == ("read", "read", 2)
    assert table.__name__ == "table"
    assert table.__wrapped__() == "read"
    assert len(tries) == 3


def test_a_fork_waits_until_a_thread_has_loaded():
    is_loading, calls = threading.Event(), []

    @load_once
    def table():
        is_loading.set()
        time.sleep(0.1)
        calls.append(1)
        return "read"

    thread = threading.Thread(target=table)
    thread.start()
    is_loading.wait(10)
    child = os.fork()
    if child == 0:
        os._exit(0 if (table(), calls) == ("read", [1]) else 1)
    until, status = time.monotonic() + 10, (0, 0)
    while status[0] == 0 and time.monotonic() < until:
        status = os.waitpid(child, os.WNOHANG)
        time.sleep(0.01)
    thread.join()
    if status[0] == 0:
        os.kill(child, 9)
        os.waitpid(child, 0)
    assert status == (child, 0)


def test_each_function_that_keeps_its_one_result_loads_it_once():
    with_cache = []
    for path in (each for room in ROOMS for each in (ROOT / room).rglob("*.py")):
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef) and not ast.unparse(function.args):
                by = [ast.unparse(each) for each in function.decorator_list]
                with_cache += [f"{path.name}: {function.name}" for each in by if "cache" in each]
    assert with_cache == []


@pytest.mark.slow
@pytest.mark.parametrize(("package", "rooms"), [("normalization", ["normalization"]), ("extraction", ROOMS)])
def test_nothing_is_loaded_by_imports_behind_that_of_the_package(package, rooms):
    modules = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for room in rooms
        for path in sorted((ROOT / room).rglob("*.py"))
    ]
    command = [sys.executable, "-c", IMPORTING, package, *modules]
    asked = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (asked.stdout, asked.stderr) == ("asked\n", "")
