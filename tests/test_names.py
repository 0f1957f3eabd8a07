"""A name says what a thing is: no variable, parameter, field, function or file is called by a bare participle."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BARE = frozenset({"said", "told", "found", "held", "taken", "made", "written", "given"})
ROOMS = ("normalization", "evaluation", "tests/normalization", "tests/evaluation")


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Give the line and the name of everything that a module names: not what it only uses."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield node.lineno, name
            case ast.arg(arg=name) | ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield node.lineno, name
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield node.lineno, name


def bare_names(path: Path) -> list[str]:
    names = [(1, path.stem), *names_in(ast.parse(path.read_text(encoding="utf-8")))]
    return [f"{path}:{line}: {name}" for line, name in names if name.strip("_").lower() in BARE]


@pytest.mark.parametrize("room", ROOMS)
def test_nothing_is_called_by_a_bare_participle(room):
    assert [name for path in sorted((ROOT / room).rglob("*.py")) for name in bare_names(path)] == []


def test_every_kind_of_name_is_seen():
    source = """
import os as said
def made(told, *found, given=1, **held): pass
class written: pass
for taken in (): pass
self.said = [held for held in ()]
try: pass
except OSError as error: found = (told := 1)
match 1:
    case [made, *written]: pass
"""
    names = {name for _, name in names_in(ast.parse(source))}
    assert names == BARE | {"error"}
