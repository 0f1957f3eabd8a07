import json
import os
import resource
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from tests.workers.bulk.bulk_for_tests import html
from workers.bulk.bulk_run import run
from workers.bulk.order import Order
from workers.earlier_texts import EarlierTexts

KILLED = """
import os, signal, sys
from pathlib import Path
from workers.bulk import checkpoint, bulk_run
from workers.bulk.order import Order
save, saves = bulk_run._save, 0
def killed(order, state):
    global saves
    saves += 1
    if saves == int(sys.argv[3]):  # what was committed before is on the disk, the journal is not
        os.kill(os.getpid(), signal.SIGKILL)
    save(order, state)
bulk_run._save = killed
bulk_run.run(Order((sys.argv[1],), "text-density", Path(sys.argv[2]), dedupe=True, part_pages=10, resume=True))
"""


@pytest.fixture
def folder(tmp_path):
    """Thirty pages; from the 13th on the texts of the first come again, in other bytes."""
    path = tmp_path / "in"
    path.mkdir()
    for number in range(30):
        (path / f"{number:02}.html").write_bytes(html(number % 12, f"<!-- {number} -->"))
    return path


def order(folder, output, **more):
    return Order((str(folder),), "text-density", output, **{"dedupe": True, "part_pages": 10, **more})


def records(output):
    return [json.loads(line) for line in output.read_text().splitlines()]


def test_white_space_makes_no_other_text():
    texts = EarlierTexts()
    assert [texts.first_page_with(text, n) for n, text in enumerate(("a b", "a\n\nb", "ab", " a b", "\ud800"), 1)] == [
        1, 1, 3, 1, 5,
    ]  # fmt: skip


def test_what_is_of_later_pages_is_forgotten(tmp_path):
    texts = EarlierTexts(tmp_path / "texts")
    texts.first_page_with("one", 1)
    texts.first_page_with("two", 2)
    texts.save()
    texts.first_page_with("three", 3)
    texts.close()
    texts = EarlierTexts(tmp_path / "texts", pages=1)
    assert [texts.first_page_with(text, 9) for text in ("one", "two", "three")] == [1, 9, 9]


@pytest.mark.slow
@pytest.mark.parametrize("processes", [1, 3])
def test_a_run_gives_each_text_once_and_each_page_a_record(tmp_path, folder, processes):
    output = tmp_path / "out.jsonl"
    state = run(order(folder, output, processes=processes))
    assert (state.outcomes, state.duplicates) == ({Outcome.STORED: 12, Outcome.EMPTY: 18}, 18)
    lines = records(output)
    assert all(record["outcome"] == "stored" for record in lines[:12])
    run(order(folder, tmp_path / "all.jsonl", dedupe=False))
    for number, (record, other) in enumerate(zip(lines, records(tmp_path / "all.jsonl"), strict=True)):
        assert list(record) == list(other)
        if number >= 12:
            assert record["detail"] == f"the text is that of page {number % 12 + 1}"
            assert (record["text"], record["title"], record["posts"]) == (None, None, [])
            assert (record["sha256"], record["source"]) == (other["sha256"], other["source"])
        else:
            assert record == other
    assert sorted(path.name for path in tmp_path.glob("out*")) == ["out.jsonl", "out.jsonl.journal.json"]


@pytest.mark.slow
def test_a_run_that_is_killed_between_its_files_gives_what_one_that_is_not_gives(tmp_path, folder):
    run(order(folder, tmp_path / "whole.jsonl"))
    output = tmp_path / "killed.jsonl"
    for saves in (2, 3, 2):  # the first is that of the beginning
        killed = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(output), str(saves)], timeout=120)
        assert killed.returncode == -signal.SIGKILL
    assert run(order(folder, output, resume=True)).finished
    assert output.read_bytes() == (tmp_path / "whole.jsonl").read_bytes()


@pytest.mark.slow
def test_a_run_whose_texts_are_gone_is_not_gone_on_with(tmp_path, folder):
    output = tmp_path / "out.jsonl"
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(output), "3"], timeout=120)
    assert killed.returncode == -signal.SIGKILL
    (tmp_path / "out.jsonl.journal.texts.sqlite").unlink()
    with pytest.raises(InvalidInputError, match=r"out\.jsonl\.journal\.texts\.sqlite, by which .* is no longer there"):
        run(order(folder, output, resume=True))
    with pytest.raises(InvalidInputError, match="other dedupe"):
        run(order(folder, output, resume=True, dedupe=False))


@pytest.mark.slow
def test_a_new_run_knows_no_texts_of_one_that_was_stopped_and_deleted(tmp_path, folder):
    output = tmp_path / "out.jsonl"
    killed = subprocess.run([sys.executable, "-c", KILLED, str(folder), str(output), "3"], timeout=120)
    assert killed.returncode == -signal.SIGKILL
    output.unlink()
    Path(f"{output}.journal.json").unlink()
    (folder / "00.html").unlink()  # so that what was the third page is the second
    assert run(order(folder, output)).outcomes == {Outcome.STORED: 12, Outcome.EMPTY: 17}


@pytest.mark.slow
def test_texts_for_which_the_disk_has_no_room_are_a_sentence(tmp_path, folder):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, before[1]))
    try:
        with pytest.raises(InvalidInputError, match=r"Writing the output .* failed: .* --resume goes on where"):
            run(order(folder, tmp_path / "out.jsonl"))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert run(order(folder, tmp_path / "out.jsonl", resume=True)).finished


@pytest.mark.slow
def test_a_file_that_is_no_database_is_a_sentence(tmp_path, folder):
    (tmp_path / "out.jsonl.journal.texts.sqlite").write_bytes(os.urandom(5000))
    with pytest.raises(InvalidInputError, match="failed: file is not a database"):
        run(order(folder, tmp_path / "out.jsonl"))
    with pytest.raises(sqlite3.DatabaseError):
        EarlierTexts(tmp_path / "out.jsonl.journal.texts.sqlite")
