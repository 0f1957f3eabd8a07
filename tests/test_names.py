"""A name says what a thing is, and of one thing only: nothing is called by a bare participle, no two classes alike, and
a limit says what it limits."""

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
BARE = frozenset(
    {*("said", "told", "found", "held", "taken", "made", "written", "given"), *("kept", "begun", "spoken", "lied")}
)
LIMITS = frozenset(
    {
        *("MOST", "FEWEST", "LEAST", "LARGEST", "SMALLEST", "WIDEST"),
        *("LONGEST", "SHORTEST", "LONG", "SHORT", "MAX", "MIN"),
    }
)
"""What is a limit and says of nothing: a reader who meets it far from where it is set has to go there."""
ROOMS = (
    *("normalization", "extraction", "native", "evaluation", "store", "db", "migrations", "services"),
    *("crawler", "workers", "dashboard", "mezmun", "tests"),
)


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


@pytest.mark.parametrize("room", [room for room in ROOMS if room != "tests"])
def test_the_name_of_a_limit_says_what_is_limited(room):
    names = [
        f"{path}:{line}: {name}"
        for path in sorted((ROOT / room).rglob("*.py"))
        for line, name in names_in(ast.parse(path.read_text(encoding="utf-8")))
        if name.strip("_") in LIMITS
    ]
    assert names == []


@pytest.mark.parametrize(
    "source",
    [
        "found = 1",
        "found: int = 1",
        "self.found = 1",
        "for found in (): pass",
        "with one as found: pass",
        "one = [1 for found in ()]",
        "one = (found := 1)",
        "def found(): pass",
        "async def found(): pass",
        "class found: pass",
        "def one(found): pass",
        "def one(*found): pass",
        "def one(**found): pass",
        "def one(*, found=1): pass",
        "one = lambda found: 1",
        "import one as found",
        "from one import two as found",
        "try: pass\nexcept OSError as found: pass",
        "match 1:\n    case [found, 2]: pass",
        "match 1:\n    case [1, *found]: pass",
        "match 1:\n    case {1: 2, **found}: pass",
        "match 1:\n    case int() as found: pass",
    ],
)
def test_every_kind_of_name_is_seen(source):
    assert "found" in {name for _, name in names_in(ast.parse(source))}


def test_what_is_only_used_is_no_name():
    assert "found" not in {name for _, name in names_in(ast.parse("one = found.found(found=1)"))}


def test_no_two_classes_share_a_name():
    """A reader who looks for a class comes to one; where two rooms have the like, its name says which."""
    homes = defaultdict(list)
    for path in (path for room in ROOMS if room != "tests" for path in sorted((ROOT / room).rglob("*.py"))):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(str(path.relative_to(ROOT)))
    assert {name: paths for name, paths in homes.items() if len(paths) > 1} == {}
