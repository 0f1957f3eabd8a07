"""Why a child of ``mezmun crawl`` ended; crawls themselves are tested in ``tests/acceptance``."""

from shutil import disk_usage

from mezmun.supervisor import last_words


def test_why_a_child_ended_is_its_last_line_or_the_disk_on_which_it_could_write_none(tmp_path, monkeypatch):
    log = tmp_path / "sea.log"
    assert last_words(log) == f"it wrote nothing to {log}."
    log.write_text("first\nmezmun: The database is away.\n\n")
    assert last_words(log) == f"The database is away. (all of it is in {log})"
    full = disk_usage(tmp_path)._replace(free=0)
    monkeypatch.setattr("shutil.disk_usage", lambda _: full)
    assert last_words(log) == f"the disk of {log} is full. Make room, and crawl again: it goes on from here."
