import hashlib
import json
from datetime import timedelta

import duckdb
import pandas
import polars
import pytest
import zstandard

from dashboard.export.options import ExportFormat
from db.crawling import crawls
from mezmun.core.outcomes import Outcome
from tests.db.threads.thread_world import ThreadWorld
from tests.db.world import NOW, World

TEXTS = {f"http://a/{number}": f"تېكىست {number}\n\nئىككىنچى" for number in range(3)}


@pytest.fixture
def folder(request, stored, export):
    posts = [{"kind": "paragraph", "text": "بىر", "post": 1}, {"kind": "paragraph", "text": "ئىككى", "post": 2}]
    stored(TEXTS, language="ug", title="ماۋزۇ", confidence=0.5, blocks=posts, posts=2)
    return export(request.param)[0]


@pytest.mark.parametrize("folder", [ExportFormat.PARQUET], indirect=True)
def test_pandas_reads_parquet(folder):
    table = pandas.read_parquet(folder / "part-00000.parquet")
    assert list(table["text"]) == list(TEXTS.values())
    assert list(table["posts"][0]) == ["بىر", "ئىككى"]
    assert table["confidence"].dtype == "float64"
    assert json.loads(table["signals"][0]) == {}


@pytest.mark.parametrize("folder", [ExportFormat.PARQUET, ExportFormat.JSONL, ExportFormat.HUGGINGFACE], indirect=True)
def test_duckdb_reads_all_shards_at_once(folder):
    (pattern,) = {f"{part.parent}/*.{'.'.join(part.name.split('.')[1:])}" for part in folder.rglob("*-00000.*")}
    table = duckdb.sql(f"SELECT text, posts[2] AS second, confidence FROM '{pattern}' ORDER BY id").fetchall()
    assert table == [(text, "ئىككى", 0.5) for text in TEXTS.values()]


@pytest.mark.parametrize("folder", [ExportFormat.PARQUET, ExportFormat.HUGGINGFACE], indirect=True)
def test_polars_scans_parquet(folder):
    table = polars.scan_parquet(folder / "**/*.parquet").filter(polars.col("language") == "ug").collect()
    assert table["text"].to_list() == list(TEXTS.values())
    assert table["posts"].to_list() == [["بىر", "ئىككى"]] * 3


@pytest.mark.parametrize("folder", [ExportFormat.JSONL], indirect=True)
def test_polars_reads_lines_of_json(folder):
    table = polars.read_ndjson(folder / "part-00000.jsonl.zst")
    assert table["title"].to_list() == ["ماۋزۇ"] * 3


@pytest.mark.parametrize("folder", [ExportFormat.PARQUET, ExportFormat.JSONL], indirect=True)
def test_datatrove_reads_the_folder(folder):
    readers = pytest.importorskip("datatrove.pipeline.readers")
    if folder.joinpath("part-00000.parquet").exists():
        reader = readers.ParquetReader(str(folder), glob_pattern="*.parquet")
    else:
        reader = readers.JsonlReader(str(folder), glob_pattern="*.jsonl.zst", compression="zstd")
    assert [document.text for document in reader.run()] == list(TEXTS.values())


@pytest.mark.parametrize("folder", [ExportFormat.HUGGINGFACE], indirect=True)
def test_datasets_loads_the_folder(folder, tmp_path):
    import datasets

    table = datasets.load_dataset(str(folder), split="train", cache_dir=str(tmp_path / "cache"))
    assert table["text"][:] == list(TEXTS.values())


@pytest.mark.parametrize("folder", [ExportFormat.JSONL], indirect=True)
def test_pandas_reads_lines_of_json(folder):
    table = pandas.read_json(folder / "part-00000.jsonl.zst", lines=True, compression="zstd")
    assert list(table["title"]) == ["ماۋزۇ"] * 3
    assert pandas.Timestamp(table["fetched_at"][0]) == NOW


@pytest.mark.parametrize("folder", [ExportFormat.TEXT], indirect=True)
def test_text_has_a_paragraph_a_line(folder):
    packed = (folder / "part-00000.txt.zst").read_bytes()
    text = zstandard.ZstdDecompressor().decompressobj().decompress(packed).decode()
    assert text == "".join(f"تېكىست {number}\nئىككىنچى\n\n" for number in range(3))


@pytest.mark.parametrize("folder", [ExportFormat.WARC], indirect=True)
def test_a_web_archive_gives_back_the_pages(folder):
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with (folder / "part-00000.warc.gz").open("rb") as file:
        records = {
            record.headers["WARC-Target-URI"]: record.reader.read().decode()
            for record in ArchiveIterator(file, record_types=WarcRecordType.response)
        }
    assert records == {url: f"<p>{text}</p>" for url, text in TEXTS.items()}


def test_bytes_that_were_written_already_are_a_revisit_that_refers_to_them(stored, export):
    from fastwarc.warc import ArchiveIterator as FastIterator
    from fastwarc.warc import WarcRecordType
    from warcio.archiveiterator import ArchiveIterator

    stored({"http://a/1": "one", "http://a/2": "one"}, body=b"<p>one</p>")
    folder, _ = export(ExportFormat.WARC)
    with (folder / "part-00000.warc.gz").open("rb") as file:
        records = [(each.rec_type, each.rec_headers, each.content_stream().read()) for each in ArchiveIterator(file)]
    assert [kind for kind, _, _ in records] == ["warcinfo", "response", "revisit"]
    (_, page, body), (_, again, nothing) = records[1:]
    assert (body, nothing) == (b"<p>one</p>", b"")
    assert again.get_header("WARC-Profile").endswith("/revisit/identical-payload-digest")
    assert again.get_header("WARC-Target-URI") == "http://a/2"
    for of_page, referred in (("Record-ID", ""), ("Target-URI", "-Target-URI"), ("Date", "-Date")):
        assert again.get_header(f"WARC-Refers-To{referred}") == page.get_header(f"WARC-{of_page}")
    assert again.get_header("WARC-Payload-Digest") == page.get_header("WARC-Payload-Digest")
    with (folder / "part-00000.warc.gz").open("rb") as file:
        kinds = [record.record_type for record in FastIterator(file)]
    assert kinds == [WarcRecordType.warcinfo, WarcRecordType.response, WarcRecordType.revisit]


def test_later_looks_that_found_a_page_unchanged_are_revisits(engine, stored, export):
    from fastwarc.warc import ArchiveIterator as FastIterator
    from fastwarc.warc import WarcRecordType
    from warcio.archiveiterator import ArchiveIterator

    def look_again(url, body=None, **changes):
        with engine.begin() as connection:
            world = World(connection)
            crawls.finish_crawl(connection, world.crawl(), now=NOW)  # in each crawl a page is fetched once
            world.fetch(crawl := world.crawl(), world.page(crawl, url), body, **changes)

    stored({"http://a/1": "one"})
    look_again("http://a/1", status=304, outcome=Outcome.UNCHANGED)
    look_again("http://a/1", b"<p>one</p>")
    look_again("http://a/1", status=500, outcome=Outcome.HTTP_ERROR)
    look_again("http://a/1", b"<p>another</p>")
    look_again("http://a/1", status=304, outcome=Outcome.UNCHANGED)  # that is of the other bytes
    look_again("http://a/1", status=304, outcome=Outcome.UNCHANGED, fetched_at=NOW + timedelta(days=1))
    folder, _ = export(ExportFormat.WARC)
    with (folder / "part-00000.warc.gz").open("rb") as file:
        records = [
            (each.rec_type, each.http_headers and each.http_headers.get_statuscode(), each.rec_headers)
            for each in ArchiveIterator(file)
        ]
    assert [record[:2] for record in records[1:]] == [("response", "200"), ("revisit", "304"), ("revisit", "200")]
    (page, not_modified, same) = (headers for _, _, headers in records[1:])
    assert not_modified.get_header("WARC-Profile").endswith("/revisit/server-not-modified")
    assert same.get_header("WARC-Profile").endswith("/revisit/identical-payload-digest")
    assert same.get_header("WARC-Payload-Digest") == page.get_header("WARC-Payload-Digest")
    assert len({headers.get_header("WARC-Record-ID") for _, _, headers in records}) == 4
    for again in (not_modified, same):
        assert again.get_header("WARC-Refers-To") == page.get_header("WARC-Record-ID")
        assert again.get_header("WARC-Refers-To-Target-URI") == "http://a/1"
    with (folder / "part-00000.warc.gz").open("rb") as file:
        read = [
            (record.record_type, record.http_headers.status_code) for record in FastIterator(file) if record.is_http
        ]
    assert read == [
        (WarcRecordType.response, 200), (WarcRecordType.revisit, 304), (WarcRecordType.revisit, 200)
    ]  # fmt: skip


@pytest.mark.parametrize("folder", [ExportFormat.WET], indirect=True)
def test_the_texts_of_a_web_archive_are_conversions(folder):
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    with (folder / "part-00000.warc.wet.gz").open("rb") as file:
        records = [
            (record.headers["WARC-Identified-Content-Language"], record.reader.read().decode())
            for record in ArchiveIterator(file, record_types=WarcRecordType.conversion)
        ]
    assert records == [("uig", f"ماۋزۇ\n{text}") for text in TEXTS.values()]


def test_a_title_that_the_text_begins_with_stands_once_among_the_texts_of_a_web_archive(stored, export):
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    stored({"http://a/1": "A day\n\nIt was long."}, title="A day")
    folder, _ = export(ExportFormat.WET)
    with (folder / "part-00000.warc.wet.gz").open("rb") as file:
        texts = [record.reader.read() for record in ArchiveIterator(file, record_types=WarcRecordType.conversion)]
    assert texts == [b"A day\n\nIt was long."]


def test_a_web_archive_has_every_page_of_a_thread(engine, raw, export):
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    pages = {1: ("abc", b"one"), 2: ("cd", b"two"), 3: ("e", b"three"), 4: ("f", b"lost")}
    with engine.begin() as connection:
        thread = ThreadWorld(World(connection))
        for number, (letters, body) in pages.items():
            thread.store(thread.fetched(number, body.decode()), number, letters)
            raw.put(body)
        thread.fetched(3, "an answer that was not read")
        thread.fetched(5, "a page that was not read")
    raw.delete(hashlib.sha256(b"lost").hexdigest())
    folder, manifest = export(ExportFormat.WARC)
    with (folder / "part-00000.warc.gz").open("rb") as file:
        bodies = [
            (record.headers["WARC-Target-URI"], record.reader.read())
            for record in ArchiveIterator(file, record_types=WarcRecordType.response)
        ]
    assert bodies == [(f"http://f/12/{number}", pages[number][1]) for number in (1, 2, 3)]
    assert manifest["counts"]["documents"] == 1
    assert manifest["counts"]["withheld"] == {"further page of a thread: bytes missing or damaged": 1}
