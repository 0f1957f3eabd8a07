"""The page on the architecture names nothing that the code does not have: whoever follows it comes to a place."""

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
ENDINGS = frozenset({".py", ".c", ".h", ".yaml", ".toml", ".tsv", ".html", ".po"})
FOLDERS = [ROOT / "sites", *(path.parent for path in ROOT.glob("*/__init__.py"))]
CODE = [
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.toml"), *(path for folder in FOLDERS for path in folder.rglob("*")))
    if path.suffix in ENDINGS and path.name != "_interface.py"
]
QUOTED = re.compile(r"`([^`\n]+)`")
NAME = re.compile(r"_?[A-Za-z]\w*")
OF_FILE = re.compile(r"((?:`\w+`(?:, | and | … )?)+) (?:of|in) `([\w/]+\.(?:py|c|h))`")


def files(name):
    """Give the files that a document means with a name, whole or the end of one."""
    return [path for path in CODE if path == name or path.endswith(f"/{name}")]


def words_in(names):
    return {word for name in names for word in re.findall(r"\w+", (ROOT / name).read_text(encoding="utf-8"))}


def test_every_file_exists():
    names = [each for each in QUOTED.findall(TEXT) if re.fullmatch(r"[\w/]+\.(?:py|c|h|tsv|yaml|html|po)", each)]
    assert len(names) > 150
    assert [each for each in names if not files(each)] == []


def test_every_folder_exists():
    names = [each for each in QUOTED.findall(TEXT) if re.fullmatch(r"[\w/]+/", each)]
    assert len(names) > 30
    assert [each for each in names if not (ROOT / each).is_dir()] == []


def test_every_name_of_the_code_is_in_the_code():
    names = {each for each in QUOTED.findall(TEXT) if NAME.fullmatch(each) and ("_" in each or each[0].isupper())}
    assert len(names) > 50
    assert sorted(names - words_in(CODE)) == []


def test_what_is_in_a_file_is_there():
    places = [(name, file) for names, file in OF_FILE.findall(TEXT) for name in QUOTED.findall(names)]
    assert len(places) > 20
    assert [(name, file) for name, file in places if name not in words_in(files(file))] == []


def test_the_modules_that_divide_a_page_are_all_named():
    """The table of the way lists these rooms module by module."""
    for room in ("attribution", "boilerplate", "threads", "division"):
        modules = [path.name for path in (ROOT / "extraction" / room).glob("*.py") if path.stem != "__init__"]
        assert [name for name in sorted(modules) if f"`{name}`" not in TEXT] == []
