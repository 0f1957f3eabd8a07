"""``mezmun extract`` over many pages: what stops it, before it begins and in the middle."""

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.mezmun.cli.conftest import RECORD
from tests.workers.bulk.bulk_for_tests import html


def test_a_run_that_is_stopped_says_how_to_go_on(mezmun, tmp_path):
    (tmp_path / "saved").mkdir()
    for number in range(1500):
        (tmp_path / "saved" / f"{number}.html").write_bytes(html(number))
    command = ("extract", "saved", "--output", "texts.jsonl", "--jobs", "1")
    running = subprocess.Popen(
        [Path(sys.executable).with_name("mezmun"), *command], cwd=tmp_path, stderr=subprocess.PIPE, text=True
    )
    while not (tmp_path / "texts.jsonl").exists():
        assert running.poll() is None
        time.sleep(0.05)
    running.send_signal(signal.SIGINT)
    _, err = running.communicate(timeout=60)
    assert running.returncode == 130
    assert err.endswith("Stopped. The same command with --resume goes on from here.\n")
    code, out, _ = mezmun(*command, "--resume", "--json")
    assert (code, json.loads(out)["pages"]) == (0, 1500)


def test_a_package_that_is_missing_is_told_before_an_output_is_begun(mezmun, tmp_path, monkeypatch):
    """Else the same command, when the package is there, is refused for the output."""
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a.warc").write_bytes(RECORD)
    (tmp_path / "folder" / "0.html").write_bytes(html(0))
    for source in ("folder/a.warc", "folder"):
        with monkeypatch.context() as patch:
            patch.delitem(sys.modules, "workers.bulk.input.web_archive", raising=False)
            patch.setitem(sys.modules, "fastwarc.warc", None)
            code, _, err = mezmun("extract", source, "--output", "texts.jsonl")
            assert code == 1
            assert "pip install 'mezmun[warc]'" in err
            assert not (tmp_path / "texts.jsonl").exists()
    assert mezmun("extract", "folder", "--output", "texts.jsonl")[0] == 0
    (tmp_path / "folder" / "b.tar.zst").write_bytes(b"")
    monkeypatch.setitem(sys.modules, "zstandard", None)
    code, _, err = mezmun("extract", "folder", "--output", "more.jsonl")
    assert (code, (tmp_path / "more.jsonl").exists()) == (1, False)
    assert "pip install 'mezmun[zstd]'" in err


def test_a_folder_that_holds_only_tables_is_told_so(mezmun, tmp_path):
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "pages.jsonl").write_text('{"html": "<p>text"}\n')
    code, _, err = mezmun("extract", "folder", "--output", "texts.jsonl")
    assert (code, err) == (
        3, "mezmun: There is no page in folder. Tables in a folder are not read: give the files themselves.\n",
    )  # fmt: skip
    code, out, _ = mezmun("extract", "folder/pages.jsonl", "--html-column", "html", "--output", "texts.jsonl", "--json")
    assert (code, json.loads(out)["pages"]) == (0, 1)


def test_pages_with_the_text_of_an_earlier_one_are_told_apart_from_those_without_a_text(mezmun, tmp_path):
    (tmp_path / "folder").mkdir()
    for number in range(3):
        (tmp_path / "folder" / f"{number}.html").write_bytes(html(0))
    (tmp_path / "folder" / "3.html").write_bytes(b"")
    code, out, _ = mezmun("extract", "folder", "--output", "texts.jsonl", "--dedupe")
    assert (code, "empty        3\n" in out) == (0, True), out
    assert "2 of these have the text of an earlier page\n" in out
    assert json.loads(mezmun("extract", "folder", "--output", "all.jsonl", "--json")[1])["duplicates"] == 0


def test_pages_in_other_languages_are_told_apart_from_those_without_a_text(mezmun, tmp_path):
    (tmp_path / "folder").mkdir()
    english = f"<p>{'The boat left before the sun was up. ' * 5}</p>".encode()
    for number, page in enumerate((html(0), b"", english, english, html(1))):
        (tmp_path / "folder" / f"{number}.html").write_bytes(page)
    code, out, _ = mezmun("extract", "folder", "--output", "texts.jsonl", "--dedupe", "--languages", "ug")
    assert (code, "empty        3\n" in out) == (0, True), out
    assert "2 of these are in a language not asked for\n" in out
    assert "earlier page" not in out
    records = [json.loads(line) for line in (tmp_path / "texts.jsonl").read_text().splitlines()]
    assert [record["outcome"] for record in records] == ["stored", "empty", "empty", "empty", "stored"]
    assert records[2]["detail"] == "the text is in en, and only ug is asked for"
    assert (records[2]["text"], records[2]["language"], records[2]["title"]) == (None, None, None)
    code, out, err = mezmun("extract", "folder", "--output", "chinese.jsonl", "--languages", "zh", "--json")
    assert (code, json.loads(out)["other_languages"]) == (3, 4)
    assert err == "mezmun: No page has a text that is asked for.\n"
    assert mezmun("extract", "folder", "--output", "chinese.jsonl", "--languages", "zh", "--resume")[0] == 3
