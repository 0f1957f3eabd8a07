import bz2
import gzip
import io
import lzma
import os
import random
import tarfile
import tracemalloc

import pytest
import zstandard

from mezmun.core.outcomes import Outcome
from tests.workers.bulk.bulk_for_tests import html, read
from workers.bulk.input import sources
from workers.bulk.input.items import NoPage, PassedOver, SourcePage

LONG_NAME = "d/" * 90 + "long.html"
TAR_FILES = {
    "./b.html": html(1),
    "d/a.HTM": html(2),
    LONG_NAME: html(3),
    "c.xhtml.gz": gzip.compress(html(4)),
    "x.png": b"\x89PNG" * 500,
    "باغ.html": html(5),
}


@pytest.fixture
def tarred(tmp_path):
    """A function that writes a tar archive of files by name and gives its path."""

    def make(files, name="saved.tar", form=tarfile.PAX_FORMAT):
        plain = io.BytesIO()
        with tarfile.open(fileobj=plain, mode="w", format=form) as archive:
            folder = tarfile.TarInfo("d")
            folder.type = tarfile.DIRTYPE
            archive.addfile(folder)
            for each, body in files.items():
                entry = tarfile.TarInfo(each)
                entry.size = len(body)
                archive.addfile(entry, io.BytesIO(body))
            link = tarfile.TarInfo("link.html")
            link.type, link.linkname = tarfile.SYMTYPE, "b.html"
            archive.addfile(link)
        packs = {"gz": gzip, "tgz": gzip, "bz2": bz2, "xz": lzma, "zst": zstandard}
        pack = packs.get(name.rpartition(".")[2])
        path = tmp_path / name
        path.write_bytes(plain.getvalue() if pack is None else pack.compress(plain.getvalue()))
        return path

    return make


@pytest.mark.parametrize("form", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.TGZ", "a.tar.bz2", "a.tar.xz", "a.tar.zst"])
def test_the_pages_of_a_tar_archive_are_read_as_those_of_a_folder(tmp_path, tarred, name, form):
    path = tarred(TAR_FILES, name, form)
    items = read(tmp_path)
    assert [(page.record_id, page.body) for page in items if isinstance(page, SourcePage)] == [
        ("./b.html", html(1)),
        ("d/a.HTM", html(2)),
        (LONG_NAME, html(3)),
        ("c.xhtml.gz", html(4)),
        ("باغ.html", html(5)),
    ]
    assert not any(page.cut or page.fault for page in items if isinstance(page, SourcePage))
    assert [item.reason for item in items if isinstance(item, NoPage)] == [PassedOver.TYPE] * 2
    assert sources.is_bulk([str(path)])
    for number, item in enumerate(items):
        assert read(path, after=item.place) == items[number + 1 :]


def test_a_tar_archive_that_is_compressed_otherwise_than_its_name_says_is_read(tarred):
    packed = tarred({"a.html": html(1)}, "a.tar.gz")
    assert read(packed.rename(packed.with_name("b.tar")))[0].body == html(1)
    plain = tarred({"a.html": html(2)}, "a.tar")
    assert read(plain.rename(plain.with_name("b.tar.gz")))[0].body == html(2)


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz", "a.tar.zst"])
def test_a_page_of_a_tar_archive_is_read_to_its_limit_only(tarred, name):
    path = tarred({"a.html": bytes(3_000_000), "b.html.gz": gzip.compress(bytes(3_000_000)), "c.html": html(1)}, name)
    pages = [item for item in read(path, most=4000) if isinstance(item, SourcePage)]
    assert [page.fault and page.fault[0] for page in pages] == [Outcome.TOO_LARGE, Outcome.TOO_LARGE, None]
    assert [page.body for page in pages] == [b"", b"", html(1)]


def test_a_long_name_of_a_tar_archive_is_read_to_a_limit_only(tmp_path):
    name, page = tarfile.TarInfo("././@LongLink"), tarfile.TarInfo("short.html")
    name.type, name.size, page.size = tarfile.GNUTYPE_LONGNAME, 300_000_000, len(html(1))
    path = tmp_path / "a.tar.gz"
    with gzip.open(path, "wb", 1) as file:
        file.write(name.tobuf() + b"n" * name.size + bytes(-name.size % 512))
        file.write(page.tobuf() + html(1) + bytes(-page.size % 512) + bytes(1024))
    tracemalloc.start()
    try:
        (read_page,) = read(path)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert read_page.body == html(1)
    assert peak < 30_000_000


def test_damage_in_a_tar_archive_costs_what_is_damaged_and_no_more(tarred):
    path = tarred({f"{number}.html": html(number) for number in range(9)}, form=tarfile.GNU_FORMAT)
    whole = path.read_bytes()
    header = next(item.place.offset for item in read(path) if isinstance(item, SourcePage))
    path.write_bytes(whole[: header + 3] + b"?" + whole[header + 4 :])
    items = read(path)
    assert [item.reason for item in items if isinstance(item, NoPage)] == [
        PassedOver.DAMAGED, PassedOver.TYPE
    ]  # fmt: skip
    assert [page.record_id for page in items if isinstance(page, SourcePage)] == [f"{n}.html" for n in range(1, 9)]
    path.write_bytes(b"")
    assert [item.reason for item in read(path)] == [PassedOver.DAMAGED]
    for number in range(200):  # nothing but an item comes of any damage
        shuffled = random.Random(number)
        damaged = bytearray(whole)
        for _ in range(50):
            damaged[shuffled.randrange(len(whole))] = shuffled.randrange(256)
        path.write_bytes(damaged)
        read(path)


@pytest.mark.parametrize("name", ["a.tar", "a.tar.gz", "a.tar.bz2", "a.tar.xz", "a.tar.zst"])
def test_a_tar_archive_that_breaks_off_is_damaged_wherever_it_does(tarred, name):
    path = tarred({f"{number}.html": os.urandom(3000) for number in range(9)}, name, tarfile.GNU_FORMAT)
    whole = path.read_bytes()
    for length in range(100, len(whole) - 10240, 997):
        path.write_bytes(whole[:length])
        items = read(path)
        assert items[-1].reason is PassedOver.DAMAGED
        assert not any(page.cut for page in items[:-2] if isinstance(page, SourcePage))


def test_two_tar_archives_in_one_file_are_both_read(tarred):
    first = tarred({"a.html": html(1)}, "a.tar").read_bytes()
    path = tarred({"b.html": html(2)}, "b.tar")
    path.write_bytes(first + path.read_bytes())
    assert [page.record_id for page in read(path) if isinstance(page, SourcePage)] == ["a.html", "b.html"]
