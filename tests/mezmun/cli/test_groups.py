import os
import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from mezmun.cli import app
from mezmun.cli.commands import COMMANDS, EXTRA_OF_PACKAGE, SECTIONS
from mezmun.cli.groups import missing_package

ROOT = Path(__file__).parents[3]


def test_a_missing_package_is_told_with_the_extra_that_has_it():
    # The demo needs `crawl` alone, until it shows the dashboard.
    missing = ModuleNotFoundError("No module named 'babel.dates'", name="babel.dates")
    assert str(missing_package(missing, "demo")).endswith("(babel.dates): pip install 'mezmun[dashboard]'.")
    missing = ModuleNotFoundError("No module named 'scrapy'", name="scrapy")
    assert str(missing_package(missing, "demo")).endswith("(scrapy): pip install 'mezmun[crawl]'.")


@pytest.mark.parametrize(("package", "extra"), EXTRA_OF_PACKAGE.items())
def test_an_extra_has_the_packages_it_is_named_for(package, extra):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert any(each.startswith(package) for each in project["optional-dependencies"][extra])


@pytest.mark.parametrize(
    "words", ["extract - --keep", "extract - --prune", "feed forget", "dashboard --host", "documents --site"]
)
def test_bytes_that_are_no_utf_8_are_no_text(words):
    app.load()
    ended = CliRunner().invoke(app, [*words.split(), os.fsdecode(b"a\xff")])
    assert (ended.exit_code, "'a\\udcff' is no text in UTF-8." in ended.output) == (2, True)


def test_a_module_of_our_own_that_is_missing_is_a_bug():
    with pytest.raises(ModuleNotFoundError):
        missing_package(ModuleNotFoundError("No module named 'mezmun.none'", name="mezmun.none"), "demo")


def test_the_overview_has_each_command_once_below_the_heading_of_its_section():
    overview = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "120"}).output
    sections = {part.partition(":\n")[0]: part for part in overview.split("\n\n")}
    listed = [name for heading in SECTIONS for name in re.findall(r"^  ([a-z]+) ", sections[heading], re.MULTILINE)]
    assert listed == list(COMMANDS)
    assert len(set(listed)) == len(listed)
