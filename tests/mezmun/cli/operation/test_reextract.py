"""``mezmun reextract`` as a user runs it, with workers of its own on real services."""

import json

import pytest
from sqlalchemy import text

from db.processing.fetch_outcomes import record_outcome
from mezmun.cli.operation.reextract import _print
from mezmun.core.clock import utc_now
from mezmun.core.processes import child_processes
from mezmun.core.settings import Settings
from store.opening import open_store
from tests.db.world import World

PAGE = "<html><body><ul><li><a href='/'>a menu of links</a></li></ul><div><p>{} {}</p><p>{}</p></div></body></html>"
SENTENCES = "Apples were cheap on the market today, and so were pears. We bought a basket of both and went home."
END = "In the evening we baked a cake of them, and the neighbours came to eat it with us, and stayed until late."


@pytest.fixture
def services(engine, database_url, broker_url, queue_prefix, tmp_path):
    """Services with three documents of a site; gives their settings."""
    raw = open_store(tmp_path / "raw")
    with engine.begin() as connection:
        world = World(connection)
        for number in range(3):
            body = PAGE.format(number, SENTENCES, END).encode()
            raw.put(body)
            fetch = world.fetched(f"http://a/{number}", body)
            record_outcome(connection, fetch, world.store(fetch, f"{number} {SENTENCES}\n\nold"), at=utc_now())
    return {
        "database_url": database_url,
        "broker_url": broker_url,
        "raw_store": str(tmp_path / "raw"),
        "queue_prefix": queue_prefix,
    }


@pytest.fixture
def worker(services, tmp_path):
    """A worker on these services."""
    environment = Settings(**services, data_dir=tmp_path / "data", _env_file=None).as_environment()
    process = child_processes.start(
        ["mezmun", "worker", "--processes", "1"], log=tmp_path / "worker.log", environment=environment
    )
    yield process
    child_processes.stop(process)


@pytest.mark.slow
def test_a_site_is_read_again_compared_and_promoted(mezmun, services, worker, engine):
    code, out, err = mezmun("reextract", "--site", "news", "--json", **services)
    assert code == 0, err
    report = json.loads(out)
    assert (report["state"], report["changes"], report["share_changed"]) == ("ready", {"changed": 3}, 1.0)
    assert all(sample["old_text"].endswith("old") for sample in report["samples"])
    assert all(sample["new_text"].endswith(END) for sample in report["samples"])
    _, out, err = mezmun("reextract", "--site", "news", **services)
    assert "100.0% of the documents would change (3 changed)." in out
    assert "`mezmun reextract --site news --promote` lets the documents show this, " in err
    compared = out.split("\n\n")[1:]
    assert [lines.splitlines()[1:] for lines in compared] == [["Before: … old", f"After: … {END}"]] * 3
    code, out, err = mezmun("reextract", "--site", "news", "--promote", **services)
    assert code == 0, err
    assert "promoted" in out
    assert "100.0% of the documents changed (3 changed)." in out
    assert "--promote" not in err
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM documents WHERE characters > 150")) == 3
    code, _, err = mezmun("reextract", "--site", "news", "--promote", **services)
    assert (code, "is promoted; one can be promoted once all its pages are read" in err) == (1, True)


@pytest.mark.slow
def test_of_what_was_dropped_nothing_is_compared(mezmun, services, worker):
    assert mezmun("reextract", "--site", "news", **services)[0] == 0
    code, out, _ = mezmun("reextract", "--site", "news", "--drop", **services)
    assert (code, len(out.splitlines())) == (0, 1), out
    assert "dropped, 3 of 3 pages read." in out


def test_bad_input_is_one_sentence(mezmun, services):
    for arguments, ended, words in (
        (("--site", "nowhere"), 1, "There is no site 'nowhere'"),
        (("--site", "news", "--method", "magic"), 2, "There is no method 'magic'"),
        (("--site", "news", "--method", "svm@none"), 2, "not none"),
        (("--site", "news", "--promote"), 1, "has no re-extraction"),
    ):
        code, out, err = mezmun("reextract", *arguments, **services)
        assert (code, out) == (ended, "")
        assert words in err
        assert len(err.splitlines()) == 1
    assert mezmun("reextract", "--site", "news", "--promote", "--drop", **services)[0] == 2


REPORT = {
    "id": 7,
    "site": "news",
    "method": "mezmun",
    "method_version": None,
    "state": "running",
    "read": 1_006,
    "pages": 2_000,
    "share_changed": 0.5,
    "changes": {"changed": 1_000, "failed": 2, "lost": 1, "new": 1, "none": 1, "same": 1},
    "old_characters": 1_234.4,
    "new_characters": 7.0,
    "samples": [{"url": "http://a/1", "old_text": None, "new_text": "one\ntwo"}],
}


def test_what_becomes_of_pages_is_written_in_words(capsys):
    _print(REPORT)
    out, err = capsys.readouterr()
    assert out == (
        "Re-extraction 7 of news with mezmun: running, 1,006 of 2,000 pages read.\n"
        "50.0% of the documents would change (1,000 changed, 2 not read, 1 lost, 1 new,"
        " 1 without a document before and after, 1 same). Characters of a changed one: 1,234 before, 7 after.\n"
        "\nhttp://a/1\nBefore: –\nAfter: one\ntwo\n"
    )
    assert err == ""


@pytest.mark.parametrize("nothing", [{"read": 0}, {"state": "dropped"}])
def test_where_nothing_is_to_be_compared_only_the_state_is_written(capsys, nothing):
    _print({**REPORT, **nothing})
    assert len(capsys.readouterr().out.splitlines()) == 1


def test_one_that_is_ready_is_written_with_what_can_be_done(capsys):
    _print({**REPORT, "state": "ready", "method_version": "35"})
    out, err = capsys.readouterr()
    assert "with mezmun 35: ready" in out
    assert err.startswith("`mezmun reextract --site news --promote` lets the documents show this")
