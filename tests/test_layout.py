"""The tests mirror the tree, so that whoever changes a module knows where its tests are (CONTRIBUTING.md)."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
ROOMS = sorted(
    path.parent.name for path in ROOT.glob("*/__init__.py") if path.parent.name not in ("tests", "migrations")
)
MOST_FILES = 12
OF_THE_WHOLE = ROOT / "tests" / "acceptance"
FUZZER = ROOT / "tests" / "extraction" / "test_fuzz.py"
"""It takes decoding, extraction and normalisation together, and is named in CONTRIBUTING.md."""
TEST_FILES = [path for path in sorted((ROOT / "tests").glob("*/**/test_*.py")) if path.parent != OF_THE_WHOLE]
MODULES = [
    path for room in ROOMS for path in sorted((ROOT / room).rglob("*.py")) if path.stem not in ("__init__", "__main__")
]


def name_of(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def imports_of(path):
    """Give the dotted names that a file imports, or has in a string, whole or without its package."""
    names, package = set(), ".".join(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                names |= {each.name for each in node.names}
            case ast.ImportFrom(module=str(module)):
                names |= {module, *(f"{module}.{each.name}" for each in node.names)}
            case ast.Constant(value=str(text)):
                names |= {text, f"{package}.{text}"}
    return names


def is_declaration(path):
    """Whether a module only declares: types, tables, constants."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return not any(isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) for node in ast.walk(tree))


def own_tests(path):
    """Give the test file of a module's name, and the one of its room's name."""
    folder = ROOT / "tests" / path.parent.relative_to(ROOT)
    return [folder / f"test_{path.stem}.py", folder / f"test_{path.parent.name}.py"]


@cache
def importers():
    """Give the modules that import each module."""
    by_name = {}
    for room in ROOMS:
        for path in (ROOT / room).rglob("*.py"):
            for name in imports_of(path):
                by_name.setdefault(name, []).append(path)
    return by_name


def has_tests(path):
    """Whether a module has a test file of its name or its room's, or a test of its room or of the whole imports it."""
    folder = ROOT / "tests" / path.parent.relative_to(ROOT)
    tests = [*folder.glob("*.py"), *OF_THE_WHOLE.glob("*.py")]
    return any(test.is_file() for test in own_tests(path)) or any(name_of(path) in imports_of(test) for test in tests)


def is_tested(path):
    """Whether a module has tests, or a module that imports it has."""
    return has_tests(path) or any(map(has_tests, importers().get(name_of(path), ())))


@pytest.mark.parametrize("test", TEST_FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_test_file_is_called_after_a_module_or_a_room(test):
    folder = ROOT / test.parent.relative_to(ROOT / "tests")
    subject = test.stem.removeprefix("test_")
    is_module = any((folder / f"{subject}{suffix}").is_file() for suffix in (".py", ".c"))
    is_room = folder.is_dir() and (subject == folder.name or subject.startswith(f"{folder.name}_"))
    is_file = not any(folder.glob("*.py")) and any(folder.rglob(f"{subject}.*"))  # of a room without modules, as deploy
    assert test == FUZZER or is_module or is_room or is_file


@pytest.mark.parametrize("room", ROOMS)
def test_every_module_that_does_something_has_its_tests_where_one_looks_for_them(room):
    modules = [path for path in MODULES if path.relative_to(ROOT).parts[0] == room]
    assert [name_of(path) for path in modules if not is_declaration(path) and not is_tested(path)] == []


@pytest.mark.parametrize("room", ROOMS)
def test_a_folder_has_a_dozen_source_files_at_most(room):
    files = [path for suffix in ("py", "c", "h") for path in (ROOT / room).rglob(f"*.{suffix}")]
    sizes = Counter(path.parent for path in files if path.stem != "__init__" and path.name != "_interface.py")
    assert [str(folder) for folder, size in sizes.items() if size > MOST_FILES] == []


def test_a_module_without_tests_would_be_seen():
    assert is_declaration(ROOT / "mezmun" / "core" / "errors.py")
    assert not is_declaration(ROOT / "mezmun" / "core" / "outcomes.py")
    assert not is_tested(ROOT / "mezmun" / "core" / "no_such_module.py")
