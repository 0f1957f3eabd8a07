import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mezmun.cli import app
from mezmun.core.errors import InvalidInputError

FIELDS = [
    "method",
    "version",
    "set",
    "group",
    "pages",
    "lcs_p",
    "lcs_r",
    "lcs_f1",
    "char_p",
    "char_r",
    "char_f1",
    "leaf_p",
    "leaf_r",
    "empty",
    "crashed",
    "pages_per_second",
    "peak_mb",
]
PAGE = "<title>t</title><p>One two three.</p><a href=/>home</a>"

pytestmark = pytest.mark.slow


@pytest.fixture
def sets(write_set) -> list[str]:
    first = write_set("first", {"id": "a", "lang": "en", "html": PAGE, "gold": "One two three."})
    second = write_set("second", {"id": "a", "html": PAGE, "gold": "One two three."})
    return [str(first), str(second)]


def test_json_is_one_object_per_method_and_set_with_the_agreed_fields(sets: list[str]):
    result = CliRunner().invoke(app, ["evaluate", "--data", *sets, "--method", "all-text", "--json"])
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [list(row) for row in rows] == [FIELDS, FIELDS]
    assert [(row["method"], row["set"], row["group"], row["pages"]) for row in rows] == [
        ("all-text", "first", None, 1),
        ("all-text", "second", None, 1),
    ]
    # Three of the four words are wanted, and all of them found; so are one of two leaves.
    assert (rows[0]["lcs_p"], rows[0]["lcs_r"], rows[0]["leaf_p"], rows[0]["leaf_r"]) == (0.75, 1.0, 0.5, 1.0)


def test_options_may_be_repeated_and_groups_asked_for(sets: list[str]):
    arguments = ["evaluate", "--data", sets[0], "--data", sets[1], "--method", "all-text", "--group", "lang", "--json"]
    result = CliRunner().invoke(app, arguments)
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["set"], row["group"]) for row in rows] == [
        ("first", None),
        ("first", "en"),
        ("second", None),
        ("second", "unknown"),
    ]


def test_a_table_is_for_people(sets: list[str]):
    result = CliRunner().invoke(app, ["evaluate", "--data", sets[0], "--method", "all-text"])
    assert "LCS F1" in result.stdout
    assert "0.750" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "--data FOLDER"),
        (["--data", "nowhere"], "nowhere is not a folder"),
        (["--data", ".", "--method", "magic"], "There is no method or peer 'magic'"),
        (["--data", ".", "--group", "colour"], "it takes kind, lang or site"),
    ],
)
def test_what_cannot_be_measured_is_said_in_one_sentence(arguments: list[str], says: str, tmp_path: Path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InvalidInputError, match=says):
        CliRunner().invoke(app, ["evaluate", *arguments], catch_exceptions=False)


def test_a_gold_text_that_cannot_be_read_is_said_in_one_sentence(sets: list[str]):
    (Path(sets[0]) / "gold" / "a.txt").write_bytes(b"One \xff")
    result = CliRunner().invoke(app, ["evaluate", "--data", sets[0], "--method", "all-text"])
    assert isinstance(result.exception, InvalidInputError)
    assert "a.txt is no text in UTF-8, from its byte 5 on." in str(result.exception)


def test_a_sub_command_can_stand_beside_it():
    help_text = CliRunner().invoke(app, ["evaluate", "--help"]).output
    assert "--data" in help_text
    assert "Example" in help_text


def test_speed_is_a_sub_command_that_takes_several_values_too(sets: list[str], tmp_path: Path):
    report = tmp_path / "speed.html"
    arguments = [
        "evaluate",
        "speed",
        "--data",
        *sets,
        "--method",
        "all-text",
        "--no-sizes",
        "--json",
        "--html",
        str(report),
    ]
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["method"] for row in rows] == ["all-text", "trafilatura"]  # the yardstick always takes part
    assert rows[0]["pages"] == 2
    assert "<svg" in report.read_text(encoding="utf-8")


def test_a_report_is_written_beside_the_tables(sets: list[str], tmp_path: Path):
    report = tmp_path / "new" / "report.html"
    result = CliRunner().invoke(app, ["evaluate", "--data", *sets, "--method", "all-text", "--html", str(report)])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "new" / "report.pages" / "second.html").is_file()


def test_stages_are_a_sub_command_as_well(sets: list[str]):
    done = CliRunner().invoke(app, ["evaluate", "stages", "--data", *sets, "--rounds", "1", "--json"])
    assert done.exit_code == 0, done.output
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert lines[0]["name"] == "parser alone"
    assert len(lines) == 5
