"""How a module's source changes when its room moves into the package."""

import pytest

import wheel_layout


@pytest.fixture
def root(tmp_path):
    """A small checkout: a package, and two rooms."""
    for name in ("mezmun", "db", "crawler", "crawler/spiders", "tests"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").touch()
    (tmp_path / "db" / "engine.py").touch()
    return tmp_path


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("from db import engine", "from mezmun.db import engine"),
        ("from db.engine import (\n    a,\n    db,\n)", "from mezmun.db.engine import (\n    a,\n    db,\n)"),
        ("import db", "from mezmun import db"),
        ("import db.engine", "import mezmun.db.engine; from mezmun import db"),
        ("import db.engine as databases", "import mezmun.db.engine as databases"),
        ("def f():\n    import db  # late", "def f():\n    from mezmun import db  # late"),
        ("files('db') / 'x.sql'", "files('mezmun.db') / 'x.sql'"),
        ('x = ["crawler.spiders", "db.engine:connect"]', 'x = ["mezmun.crawler.spiders", "mezmun.db.engine:connect"]'),
        ("x = 'ئۇ', r'crawler.spiders.news.News'", "x = 'ئۇ', r'mezmun.crawler.spiders.news.News'"),
    ],
)
def test_a_name_of_a_room_becomes_one_of_the_package(root, before, after):
    assert wheel_layout.inside_package(before.encode(), root).decode() == after


@pytest.mark.parametrize(
    "source",
    [
        "from dbm import engine",
        "from . import db",
        "from mezmun.core import clock",
        "import tests",
        "x = {'db': 1}['db']",  # the role of a process, say, and no module
        "x = 'db.sqlite', 'run: mezmun db upgrade', 'crawler.nothing'",
        "def f(x: 'db.engine') -> 'db.engine': ...",
        "x = f'{1}db.engine'",
    ],
)
def test_all_else_stays_as_it_is(root, source):
    assert wheel_layout.inside_package(source.encode(), root).decode() == source


def test_several_rooms_in_one_import_are_refused(root):
    with pytest.raises(ValueError, match="Line 1 imports several modules"):
        wheel_layout.inside_package(b"import db, crawler", root)


def test_a_copy_holds_the_package_and_its_rooms_alone(root, tmp_path_factory):
    (root / "db" / "engine.py").write_text("import crawler\n")
    (root / "db" / "table.sql").write_text("import crawler\n")
    (root / "db" / "__pycache__").mkdir()
    built = tmp_path_factory.mktemp("built") / "mezmun"
    wheel_layout.copy_rooms(root, built)
    files = sorted(str(path.relative_to(built)) for path in built.rglob("*.*"))
    assert files == [
        "__init__.py",
        "crawler/__init__.py",
        "crawler/spiders/__init__.py",
        "db/__init__.py",
        "db/engine.py",
        "db/table.sql",
    ]
    assert (built / "db" / "engine.py").read_text() == "from mezmun import crawler\n"
    assert (built / "db" / "table.sql").read_text() == "import crawler\n"
