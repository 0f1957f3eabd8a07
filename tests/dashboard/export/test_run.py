import hashlib
import json
import resource
from contextlib import contextmanager

import pytest
import zstandard
from sqlalchemy import text

from dashboard.export import run as runs
from dashboard.export.options import ExportFormat, ExportOptions
from dashboard.export.run import Export
from db.duplicates import clusters
from db.duplicates.clusters import Signature
from db.removal import takedown
from mezmun.core.errors import InvalidInputError, UnavailableError
from tests.db.world import NOW

TEXTS = {f"http://a/{number}": f"تېكىست {number}" for number in range(7)}


def texts(folder):
    return records(folder, "text")


def records(folder, field):
    lines = b"".join(
        zstandard.ZstdDecompressor().decompressobj().decompress(path.read_bytes())
        for path in sorted(folder.glob("part-*.jsonl.zst"))
    )
    return [json.loads(line)[field] for line in lines.splitlines()]


def files(folder):
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_manifest_tells_what_is_there(stored, export):
    stored(TEXTS, language="ug")
    folder, manifest = export(ExportFormat.JSONL, shard_size=3)
    assert texts(folder) == list(TEXTS.values())
    assert manifest["snapshot"]["position"] == 7
    assert manifest["counts"]["documents"] == 7
    assert manifest["counts"]["by"]["language"] == {"ug": 7}
    names = ["part-00000.jsonl.zst", "part-00001.jsonl.zst", "part-00002.jsonl.zst", "withdrawn.txt", "data-sheet.html"]
    assert [file["name"] for file in manifest["files"]] == names
    for file in manifest["files"]:
        assert hashlib.sha256((folder / file["name"]).read_bytes()).hexdigest() == file["sha256"]
    assert sorted(files(folder)) == sorted([*names, "manifest.json"])


@pytest.mark.parametrize("kind", list(ExportFormat))
def test_the_same_documents_give_the_same_bytes(stored, export, kind):
    stored(TEXTS)
    first, second = (files(export(kind, name)[0]) for name in ("one", "two"))
    assert first == second
    assert len(first) >= 3


def test_an_export_that_was_stopped_goes_on_with_the_documents_it_was_begun_with(
    engine, raw, tmp_path, stored, export, monkeypatch
):
    stored(TEXTS)
    expected = files(export(ExportFormat.JSONL, "whole", shard_size=2, dedupe=True)[0])
    real, looked = runs.read_snapshot, []

    def stop(*arguments, **options):
        looked.append(arguments)
        if len(looked) == 4:
            raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(runs, "read_snapshot", stop)
    with pytest.raises(KeyboardInterrupt):
        export(ExportFormat.JSONL, shard_size=2, dedupe=True)
    stored({"http://a/later": "later"})
    with pytest.raises(InvalidInputError, match="not finished"):
        export(ExportFormat.JSONL, shard_size=2)
    assert files(export(ExportFormat.JSONL, shard_size=2, dedupe=True)[0]) == expected
    assert len(looked) < 10  # the finished shards were not read again


def test_a_complete_export_is_not_written_over(stored, export):
    stored(TEXTS)
    export()
    with pytest.raises(InvalidInputError, match="complete"):
        export()


def test_no_file_of_another_is_written_over(stored, export, tmp_path):
    stored(TEXTS)
    readme = tmp_path / "corpora" / "README.md"
    readme.parent.mkdir()
    readme.write_text("mine")
    with pytest.raises(InvalidInputError, match=r"holds files of no export \(README.md\)"):
        export(ExportFormat.HUGGINGFACE, "corpora")
    assert files(readme.parent) == {"README.md": b"mine"}


def test_a_difference_holds_what_changed_and_what_to_forget(engine, tmp_path, stored, export):
    ids = stored(TEXTS, language="ug")
    base, _ = export()
    (new,) = stored({"http://a/new": "new"}, language="ug")
    (other,) = stored({"http://a/other": "其他"}, language="zh")
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://a/3", now=NOW)
    folder, manifest = export(name="difference", since=base, languages=("ug",))
    assert texts(folder) == ["new"]
    assert manifest["snapshot"]["since_position"] == 7
    assert (folder / "withdrawn.txt").read_text().split() == [str(ids[3]), str(other)]
    beyond = tmp_path / "manifest.json"
    beyond.write_text(json.dumps({"snapshot": {"position": 99}, "options": {}}))
    with pytest.raises(InvalidInputError, match="99 is beyond the newest, 10"):
        export(name="of another database", since=beyond)
    again = export(name="again", since=folder, languages=("ug",))[1]
    assert (again["counts"]["documents"], new > ids[3]) == (0, True)


def test_a_difference_may_not_take_in_what_the_earlier_export_left_out(stored, export):
    """It has only what has changed since: what was left out and stayed as it was would be in neither."""
    stored(TEXTS, language="ug")
    base, _ = export(name="base", languages=("ug", "zh"), min_confidence=0.5, respect=("noai",))
    for options in (
        {"languages": (), "min_confidence": 0.5, "respect": ("noai",)},
        {"languages": ("ug", "en"), "min_confidence": 0.5, "respect": ("noai",)},
        {"languages": ("ug",), "min_confidence": 0.4, "respect": ("noai",)},
        {"languages": ("ug",), "min_confidence": 0.5, "respect": ()},
    ):
        with pytest.raises(InvalidInputError, match="what it left out would be in neither"):
            export(name="wider", since=base, **options)
    narrower = {"languages": ("ug",), "min_confidence": 0.6, "respect": ("noai", "noarchive")}
    assert export(name="narrower", since=base, **narrower)[1]["counts"]["documents"] == 0


def test_what_was_taken_down_after_the_snapshot_began_is_not_in_it(engine, stored, export, monkeypatch):
    stored(TEXTS)
    real = runs.newest_position

    def take_down_then(engine):
        position = real(engine)
        with engine.begin() as connection:
            takedown.take_down_page(connection, "http://a/0", now=NOW)
        return position

    monkeypatch.setattr(runs, "newest_position", take_down_then)
    folder, _ = export()
    assert texts(folder) == list(TEXTS.values())[1:]
    assert (folder / "withdrawn.txt").read_text().split() == ["1"]


@pytest.mark.parametrize("stopped", [True, False], ids=["between two starts", "meanwhile"])
def test_what_was_taken_down_is_not_in_the_files_that_were_finished_before(
    engine, stored, export, monkeypatch, stopped
):
    ids = stored(TEXTS)
    real, looked = runs.read_snapshot, []

    def take_down_then(*arguments, **options):
        looked.append(arguments)
        if len(looked) == 4:
            with engine.begin() as connection:
                takedown.take_down_page(connection, "http://a/1", now=NOW)
            if stopped:
                raise KeyboardInterrupt
        return real(*arguments, **options)

    monkeypatch.setattr(runs, "read_snapshot", take_down_then)
    if stopped:
        with pytest.raises(KeyboardInterrupt):
            export(ExportFormat.JSONL, shard_size=2, dedupe=True)
    folder, manifest = export(ExportFormat.JSONL, shard_size=2, dedupe=True)
    others = [text for url, text in TEXTS.items() if url != "http://a/1"]
    assert (texts(folder), manifest["counts"]["documents"]) == (others, 6)
    assert (folder / "withdrawn.txt").read_text().split() == [str(ids[1])]


def test_usage_signals_duplicates_and_lost_bytes_are_left_out_and_counted(raw, stored, export):
    stored({"http://a/1": "same"})
    stored({"http://a/2": "same"})
    stored({"http://a/3": "no"}, signals={"robots": ["noarchive"]})
    stored({"http://a/4": "no training"}, signals={"content-signal": "search=yes, ai-train=no"})
    stored({"http://a/5": "all right"}, signals={"content-signal": "ai-train=yes", "robots": ["nofollow"]})
    stored({"http://a/6": "reserved"}, signals={"tdm-reservation": "1"})
    folder, manifest = export(respect=("noarchive", "ai-train", "tdm-reservation"), dedupe=True)
    assert texts(folder) == ["same", "all right"]
    assert manifest["counts"]["withheld"] == {"ai-train": 1, "duplicate": 1, "noarchive": 1, "tdm-reservation": 1}
    raw.delete(hashlib.sha256(b"<p>all right</p>").hexdigest())
    assert export(ExportFormat.WARC, "archive")[1]["counts"]["withheld"] == {"bytes missing or damaged": 1}


def test_a_text_that_could_not_be_written_makes_no_later_one_a_duplicate(raw, stored, export):
    for number in (1, 2, 3):
        stored({f"http://a/{number}": "same"}, body=b"<p>same, at %d" % number)
    raw.delete(hashlib.sha256(b"<p>same, at 1").hexdigest())
    counts = export(ExportFormat.WARC, dedupe=True)[1]["counts"]
    assert (counts["documents"], counts["withheld"]) == (1, {"bytes missing or damaged": 1, "duplicate": 1})


def test_bytes_that_are_gone_because_the_page_asked_for_it_are_not_called_damaged(raw, stored, export):
    stored({"http://a/1": "no"}, signals={"robots": ["noarchive"]})
    raw.delete(hashlib.sha256(b"<p>no</p>").hexdigest())
    assert export(ExportFormat.WARC)[1]["counts"]["withheld"] == {"noarchive": 1}


def test_an_empty_database_gives_an_empty_export(export):
    folder, manifest = export()
    assert (manifest["counts"]["documents"], manifest["snapshot"]["at"]) == (0, None)
    assert sorted(files(folder)) == ["data-sheet.html", "manifest.json", "withdrawn.txt"]


def test_two_exports_into_one_folder_are_refused(engine, raw, tmp_path, stored, monkeypatch):
    stored(TEXTS)
    export = Export(engine, raw, tmp_path / "out", ExportOptions(ExportFormat.JSONL), code_version="1")
    real = runs.read_snapshot

    def second(*arguments, **options):
        with pytest.raises(InvalidInputError, match="Another export"):
            export.run(since=None)
        return real(*arguments, **options)

    monkeypatch.setattr(runs, "read_snapshot", second)
    assert export.run(since=None)["documents"] == 7


@contextmanager
def files_of_at_most(octets):
    """Let no file grow beyond this: the system refuses, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (octets, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("kind", [ExportFormat.JSONL, ExportFormat.PARQUET, ExportFormat.WARC])
def test_a_full_disk_is_one_sentence_and_the_export_goes_on_where_it_was(stored, export, kind):
    hard_to_compress = hashlib.shake_256(b"a long text").hexdigest(80_000)
    stored(TEXTS | {"http://a/8": hard_to_compress}, body=hard_to_compress.encode())
    expected = files(export(kind, "whole", shard_size=2)[0])
    for octets in (0, 1_000, 16_000, 60_000):  # the journal has more than the third, and then a part more than the last
        with files_of_at_most(octets), pytest.raises(UnavailableError, match=r"cannot be written to: .+ goes on where"):
            export(kind, shard_size=2)
    assert files(export(kind, shard_size=2)[0]) == expected


def test_of_texts_that_are_nearly_the_same_the_first_is_exported_and_records_say_which_are(engine, stored, export):
    stored({"http://a/1": "one text", "http://a/2": "one text!", "http://a/3": "another", "http://a/4": "one text"})
    with engine.begin() as connection:
        ids = connection.scalars(text("SELECT page_id FROM documents ORDER BY page_id")).all()
        for page_id, letters in zip(ids[:3], "aab", strict=True):
            clusters.add(connection, page_id, Signature(letters * 64, 8), lambda *_: False)
    assert records(export(name="all")[0], "cluster_id") == [ids[0], ids[0], ids[2], None]
    folder, manifest = export(name="parted", dedupe=True)
    assert texts(folder) == ["one text", "another"]
    assert manifest["counts"]["withheld"] == {"duplicate": 2}
    assert {"name": "cluster_id", "type": "integer"} in manifest["schema"]
