import gzip
import random
import zipfile

import pytest

from mezmun.core.outcomes import Outcome
from tests.workers.bulk.bulk_for_tests import html, read
from workers.bulk.input import sources
from workers.bulk.input.items import NoPage, PassedOver, SourcePage


@pytest.fixture
def zipped(tmp_path):
    """A function that writes a zip archive of files by name and gives its path."""

    def make(files, method=zipfile.ZIP_DEFLATED, name="saved.zip"):
        with zipfile.ZipFile(tmp_path / name, "w", method) as archive:
            for each, body in files.items():
                archive.writestr(each, body)
        return tmp_path / name

    return make


def test_the_pages_of_a_zip_archive_are_read_as_those_of_a_folder(tmp_path, zipped):
    files = {
        "b.html": html(1),
        "d/": b"",
        "d/a.HTM": html(2),
        "c.xhtml.gz": gzip.compress(html(3)),
        "x.png": b"\x89PNG",
    }
    path = zipped(files)
    items = read(tmp_path)
    assert [(page.record_id, page.body) for page in items if isinstance(page, SourcePage)] == [
        ("b.html", html(1)), ("d/a.HTM", html(2)), ("c.xhtml.gz", html(3))
    ]  # fmt: skip
    assert [item.reason for item in items if isinstance(item, NoPage)] == [PassedOver.TYPE]
    assert sources.is_bulk([str(path)])
    for number, item in enumerate(items):
        assert read(path, after=item.place) == items[number + 1 :]


def test_a_page_of_a_zip_archive_is_read_to_its_limit_only(zipped):
    path = zipped({"a.html": bytes(3_000_000), "b.html.gz": gzip.compress(bytes(3_000_000)), "c.html": html(1)})
    assert path.stat().st_size < 20_000
    assert [page.fault and page.fault[0] for page in read(path, most=4000)] == [
        Outcome.TOO_LARGE, Outcome.TOO_LARGE, None
    ]  # fmt: skip


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_cannot_be_unpacked_step_by_step_fails(zipped, method):
    (page,) = read(zipped({"a.html": html(1)}, method))
    assert page.fault == (Outcome.FAILED, "the file is compressed in its archive by another method than deflate")


def test_an_encrypted_file_of_a_zip_archive_fails(zipped):
    path = zipped({"a.html": html(1)}, zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    data[6] |= 1
    data[data.rindex(b"PK\x01\x02") + 8] |= 1
    path.write_bytes(data)
    (page,) = read(path)
    assert page.fault == (Outcome.FAILED, "the file is encrypted in its archive")


def test_a_damaged_zip_archive_is_passed_over(zipped):
    path = zipped({f"{number}.html": html(number) for number in range(9)})
    whole = path.read_bytes()
    path.write_bytes(whole[:-100])
    assert [item.reason for item in read(path)] == [PassedOver.DAMAGED]
    for number in range(200):  # nothing but an item comes of any damage
        shuffled = random.Random(number)
        damaged = bytearray(whole)
        for _ in range(5):
            damaged[shuffled.randrange(len(whole))] = shuffled.randrange(256)
        path.write_bytes(damaged)
        read(path)
    path.write_bytes(whole[:60] + bytes(20) + whole[80:])
    items = read(path)
    assert items[0].reason is PassedOver.DAMAGED
    assert [page.body for page in items[1:]] == [html(number) for number in range(1, 9)]
