import random
import zipfile
from io import BytesIO

import pytest

from mezmun.core.outcomes import Outcome
from tests.workers.bulk.bulk_for_tests import html, read
from workers.bulk.input import sources
from workers.bulk.input.items import NoPage, PassedOver, Place, SourcePage


@pytest.fixture
def records(warc_record):
    """A function that gives a web archive of the pages of these numbers, with a request behind each."""

    def make(*numbers, packed=True):
        return b"".join(
            warc_record(f"http://a.example/{n}", html(n), packed=packed)
            + warc_record(f"http://a.example/{n}", kind="request", wire=b"GET / HTTP/1.1\r\n\r\n", packed=packed)
            for n in numbers
        )

    return make


def wacz(files, method=zipfile.ZIP_STORED):
    """A WACZ file as bytes: what describes it is compressed, its archives are not."""
    package_file = BytesIO()
    with zipfile.ZipFile(package_file, "w") as package:
        package.writestr("datapackage.json", b'{"profile": "data-package"}', zipfile.ZIP_DEFLATED)
        for name, body in files.items():
            package.writestr(name, body, method)
        package.writestr("pages/pages.jsonl", b'{"format": "json-pages-1.0"}\n', zipfile.ZIP_DEFLATED)
    return package_file.getvalue()


def bodies(items):
    return [item.body for item in items if isinstance(item, SourcePage)]


def test_the_web_archives_of_a_wacz_file_are_read_where_they_lie(tmp_path, records, warc_record):
    path = tmp_path / "crawl.wacz"
    path.write_bytes(wacz({"archive/a.warc.gz": records(1, 2), "archive/b.warc": records(3, packed=False)}))
    items = read(tmp_path)
    assert bodies(items) == [html(1), html(2), html(3)]
    assert sources.is_bulk([str(path)])
    first = items[1]
    assert (first.url, first.record_id) == ("http://a.example/1", "<urn:test:http://a.example/1>")
    assert path.read_bytes()[first.place.offset :].startswith(warc_record("http://a.example/1", html(1)))
    assert [item.reason for item in items if isinstance(item, NoPage)] == [
        PassedOver.TYPE, *[PassedOver.NO_RESPONSE] * 3, PassedOver.TYPE
    ]  # fmt: skip


def test_a_wacz_file_of_several_crawls_holds_wacz_files(tmp_path, records):
    path = tmp_path / "crawls.wacz"
    inner = {f"{n}.wacz": wacz({"archive/a.warc.gz": records(n, n + 1)}) for n in (1, 3)}
    path.write_bytes(wacz(inner))
    assert bodies(read(path)) == [html(n) for n in (1, 2, 3, 4)]
    path.write_bytes(wacz({"x.wacz": wacz(inner)}))
    assert bodies(read(path)) == []  # nobody writes such, but who means harm


def test_reading_goes_on_behind_any_place_of_a_wacz_file(tmp_path, records):
    path = tmp_path / "crawls.wacz"
    inner = wacz({"archive/a.warc.gz": records(1, 2), "archive/b.warc.gz": records(3)})
    damaged = inner[: len(inner) // 2]
    path.write_bytes(wacz({"a.wacz": inner, "b.wacz": damaged, "c.warc": records(4, packed=False)}))
    items = read(path)
    assert len(bodies(items)) == 4
    assert PassedOver.DAMAGED in [item.reason for item in items if isinstance(item, NoPage)]
    for number, item in enumerate(items):
        assert read(path, after=item.place) == items[number + 1 :]


def test_a_web_archive_that_is_compressed_again_in_its_wacz_file_fails(tmp_path, records):
    path = tmp_path / "crawl.wacz"
    path.write_bytes(wacz({"archive/a.warc.gz": records(1)}, zipfile.ZIP_DEFLATED))
    (page,) = [item for item in read(path) if isinstance(item, SourcePage)]
    assert page.fault == (
        Outcome.FAILED,
        "the archive is encrypted in its WACZ file, or compressed again: unpack it, and give its folder",
    )


def test_a_damaged_wacz_file_is_passed_over(tmp_path, records):
    path = tmp_path / "crawl.wacz"
    whole = wacz({"archive/a.warc.gz": records(*range(5)), "archive/b.warc.gz": records(9)})
    path.write_bytes(whole[:-100])
    assert [item.reason for item in read(path)] == [PassedOver.DAMAGED]
    for number in range(200):  # nothing but an item comes of any damage
        shuffled = random.Random(number)
        damaged = bytearray(whole)
        for _ in range(5):
            damaged[shuffled.randrange(len(whole))] = shuffled.randrange(256)
        path.write_bytes(damaged)
        read(path)


def test_an_entry_that_lies_in_another_is_damaged(tmp_path, records):
    """Such lists make a small file a long one."""
    path = tmp_path / "crawl.wacz"
    inner = wacz({"archive/c.warc.gz": records(1)})
    body = bytearray(wacz({"archive/a.warc": inner, "archive/b.warc.gz": records(2)}))
    place = body.index(inner) + inner.index(b"PK\x03\x04", 1)
    listed = body.rindex(b"archive/b.warc.gz") - 46
    assert bodies(read_of(path, body)) == [html(2)]
    body[listed + 42 : listed + 46] = place.to_bytes(4, "little")
    items = read_of(path, body)
    assert bodies(items) == []
    assert NoPage(Place(str(path), place), PassedOver.DAMAGED) in items


def read_of(path, body):
    path.write_bytes(body)
    return read(path)
