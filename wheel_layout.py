"""What stands where in a wheel: every room of the checkout under the one name ``mezmun``.

In the checkout the rooms are packages of their own (``extraction``, ``db``, ``workers`` …), short to import and known
to every editor. Installed, such names would collide with those of other projects. So a wheel holds copies of the rooms
inside ``mezmun``, in which each place that names a room's module names it as ``mezmun.room``. The places are found in
the syntax tree and changed where they stand, so all else keeps its line and column:

- ``import`` statements;
- strings that are the dotted name of a module, or of something in one (``"crawler.spiders"``,
  ``"services.kombu_transport:Transport"``), as the settings of Scrapy, kombu and ``python -m`` have them;
- the argument of ``importlib.resources.files``.
"""

import ast
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGE = "mezmun"
_NO_ROOMS = {PACKAGE, "tests"}
_IGNORED = shutil.ignore_patterns("__pycache__", "*.pyc", "libmezmun.so", "_interface.py")  # the last two are built
_MODULE_NAME = re.compile(r"(?P<path>[a-z_]+(?:\.\w+)+)(?::\w+)?")
_OPENING_QUOTE = re.compile(rb"[rRbBuU]?(?:'''|\"\"\"|'|\")")


class _Edit(NamedTuple):
    line: int
    """From 1."""
    start: int
    """Byte in the line, from 0."""
    stop: int
    text: bytes


def copy_rooms(root: Path, target: Path) -> None:
    """Copy the package and its rooms from the checkout at ``root`` to the folder ``target``, as a wheel has them."""
    shutil.copytree(root / PACKAGE, target, ignore=_IGNORED)
    for room in rooms_of(root):
        shutil.copytree(root / room, target / room, ignore=_IGNORED)
    for path in sorted(target.rglob("*.py")):
        path.write_bytes(inside_package(path.read_bytes(), root))


@cache
def rooms_of(root: Path) -> frozenset[str]:
    """Give the names of the packages that the checkout at ``root`` has beside the package itself."""
    return frozenset(path.parent.name for path in root.glob("*/__init__.py")) - _NO_ROOMS


def inside_package(source: bytes, root: Path) -> bytes:
    """Give the source of a module with the rooms of the checkout at ``root`` named as parts of the package."""
    lines = source.splitlines(keepends=True)
    tree = ast.parse(source)
    for edit in sorted({*_imports(tree, lines, rooms_of(root)), *_strings(tree, lines, root)}, reverse=True):
        line = lines[edit.line - 1]
        lines[edit.line - 1] = line[: edit.start] + edit.text + line[edit.stop :]
    return b"".join(lines)


def _imports(tree: ast.Module, lines: list[bytes], rooms: frozenset[str]) -> Iterator[_Edit]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and not node.level and _room(node.module or "") in rooms:
            at = lines[node.lineno - 1].index((node.module or "").encode(), node.col_offset + len("from "))
            yield _Edit(node.lineno, at, at, b"mezmun.")
        elif isinstance(node, ast.Import):
            for alias in [alias for alias in node.names if _room(alias.name) in rooms]:
                yield _import(node, alias)


def _import(node: ast.Import, alias: ast.alias) -> _Edit:
    if alias.asname:
        return _Edit(alias.lineno, alias.col_offset, alias.col_offset, b"mezmun.")
    if len(node.names) > 1 or node.end_lineno != node.lineno or node.end_col_offset is None:
        raise ValueError(f"Line {node.lineno} imports several modules in one statement: write one a line.")
    room, dot, _ = alias.name.partition(".")
    whole = f"import mezmun.{alias.name}; " if dot else ""
    return _Edit(node.lineno, node.col_offset, node.end_col_offset, f"{whole}from mezmun import {room}".encode())


def _strings(tree: ast.Module, lines: list[bytes], root: Path) -> Iterator[_Edit]:
    annotations = {id(part) for node in ast.walk(tree) for top in _annotations(node) for part in ast.walk(top)}
    formatted = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in ast.walk(node)}
    arguments = {id(node.args[0]) for node in ast.walk(tree) if _is_call_of_files(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or not isinstance(node.value, str):
            continue
        if id(node) in annotations or id(node) in formatted:
            continue
        if _names_module(node.value, root) or (id(node) in arguments and node.value in rooms_of(root)):
            quote = _OPENING_QUOTE.match(lines[node.lineno - 1], node.col_offset)
            if quote is None:
                raise ValueError(f"Line {node.lineno} has a string whose beginning is not found.")
            yield _Edit(node.lineno, quote.end(), quote.end(), b"mezmun.")


def _is_call_of_files(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "files" and bool(node.args)
    )


def _annotations(node: ast.AST) -> Iterator[ast.AST]:
    for name in ("annotation", "returns"):
        if (annotation := getattr(node, name, None)) is not None:
            yield annotation


def _room(module: str) -> str:
    return module.partition(".")[0]


def _names_module(text: str, root: Path) -> bool:
    """Tell whether a text is the dotted name of a module of a room, or of something in one."""
    match = _MODULE_NAME.fullmatch(text)
    if match is None or _room(text) not in rooms_of(root):
        return False
    room, first, *_ = match["path"].split(".")
    return (root / room / f"{first}.py").is_file() or (root / room / first).is_dir()
