import json
import os
import time
from threading import Thread

import pytest
from click.testing import CliRunner

from mezmun.cli import app
from normalization import OPTIONAL_RULES

TEXT = "بىز مەكتەپكە بارىمىز\nبۇ ياخشص كىتاب\nئ\u200dابدۇللا tel: 13999123456\n"


def run(*arguments: str, text: str = TEXT) -> str:
    result = CliRunner().invoke(app, list(arguments), input=text.encode())
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_stream_comes_out_clean_line_by_line():
    assert run("normalize") == "بىز مەكتەپكە بارىمىز\nبۇ ياخشى كىتاب\nئابدۇللا tel: [phone]\n"


def test_a_file_is_read_in_its_own_encoding(tmp_path):
    path = tmp_path / "page.txt"
    path.write_bytes(TEXT.encode("gb18030"))
    assert run("normalize", str(path)).splitlines()[1] == "بۇ ياخشى كىتاب"


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030"])
def test_a_pipe_is_read_whole_in_its_own_encoding_although_it_cannot_go_back(tmp_path, encoding):
    pipe, lines = tmp_path / "pipe", "a line\n" * 3 + TEXT
    os.mkfifo(pipe)

    def write() -> None:
        with pipe.open("wb", buffering=0) as stream:
            stream.write(b"a ")  # of which nobody can say its encoding
            time.sleep(0.1)
            stream.write(lines.encode(encoding))

    writer = Thread(target=write)
    writer.start()
    out = run("normalize", str(pipe))
    writer.join()
    assert out.count("\n") == 6
    assert out.splitlines()[-2] == "بۇ ياخشى كىتاب"


def test_an_explanation_gives_line_rule_before_and_after():
    explained = [line.split("\t") for line in run("normalize", "--explain").splitlines()]
    assert explained == [
        ["2", "alphabets", "ياخشص", "ياخشى"],
        ["3", "format-characters", "ئ<U+200D>ابدۇللا", "ئابدۇللا"],
        ["3", "phone", "13999123456", "[phone]"],
    ]


def test_json_has_text_language_and_changes_of_each_line():
    records = [json.loads(line) for line in run("normalize", "--json").splitlines()]
    assert [record["language"] for record in records] == ["ug", "ug", "ug"]
    assert records[1]["changes"] == {"alphabets": 1}


def test_json_gives_the_text_that_comes_out_without_it():
    text = "این کتاب برای کسانی است که می‌خواهند زبان فارسی را یاد بگیرند\nفیلم\n"
    assert [json.loads(line)["text"] for line in run("normalize", "--json", text=text).splitlines()] == (
        run("normalize", text=text).splitlines()
    )


def test_a_rule_can_be_switched_off():
    assert "13999123456" in run("normalize", "--without", "phone")


def test_an_unknown_rule_is_an_error_of_one_sentence():
    result = CliRunner().invoke(app, ["normalize", "--without", "nonsense"], input=b"")
    assert "--without is 'nonsense': it takes alphabets, " in str(result.exception)


def test_a_script_to_convert_from_that_there_is_not_is_an_error_whatever_the_text():
    result = CliRunner().invoke(app, ["convert", "--from", "runes"], input=b"")
    assert str(result.exception) == "There is no script 'runes': a script is one of arabic, latin, cyrillic."


def test_text_is_written_in_latin_letters():
    assert run("convert", "--to", "latin", text="ياخشىمۇسىز؟\n") == "yaxshimusiz?\n"


def test_all_masks_are_switched_off_at_once():
    line = "alim@example.com 13999123456 124.117.22.5 QQ: 123456789\n"
    assert run("normalize", "--no-mask", text=line) == line


def test_the_rules_are_listed_as_json_too():
    names = [line.split("\t")[0] for line in run("normalize", "--rules").splitlines()]
    records = [json.loads(line) for line in run("normalize", "--rules", "--json").splitlines()]
    assert [record["rule"] for record in records] == names
    assert {record["rule"] for record in records if not record["default"]} == set(OPTIONAL_RULES)


@pytest.mark.parametrize("encoding", ["utf-8", "gb18030", "utf-16"])
def test_a_text_is_read_whose_first_letters_come_behind_a_mebibyte(tmp_path, encoding):
    path = tmp_path / "long.txt"
    path.write_bytes(("a line of a table\n" * 80_000 + TEXT).encode(encoding))
    assert run("normalize", str(path)).splitlines()[-3:-1] == ["بىز مەكتەپكە بارىمىز", "بۇ ياخشى كىتاب"]
