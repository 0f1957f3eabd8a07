import bz2
import errno
import gzip
import io
import lzma
import os
import random
import tarfile
import tracemalloc
import zipfile

import pytest
import zstandard

from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from tests.workers.bulk.bulk_for_tests import html
from workers.bulk.input import sources
from workers.bulk.input.items import NoPage, PassedOver, SourcePage

MOST = 1_000_000


def read(*paths, after=None, most=MOST):
    return list(sources.read([str(path) for path in paths], most, after))


def test_a_folder_is_read_whole_and_in_the_same_order(tmp_path, archive):
    names = ["b.html", "a.htm", "z/1.xhtml", "z/0.html.gz", "c/deep/er.HTML"]
    for name in random.Random(1).sample(names, len(names)):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(gzip.compress(html(1)) if name.endswith("gz") else html(1))
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    archive(1, "x.warc.gz")
    pages = [item for item in read(tmp_path) if isinstance(item, SourcePage)]
    assert [page.place.source.removeprefix(f"{tmp_path}/") for page in pages] == [
        "a.htm", "b.html", "x.warc.gz", "c/deep/er.HTML", "z/0.html.gz", "z/1.xhtml"
    ]  # fmt: skip
    assert {page.body for page in pages} == {html(1), html(0)}


def test_what_lies_in_another_path_is_read_once(tmp_path):
    page = tmp_path / "page.html"
    page.write_bytes(html(1))
    assert len(read(tmp_path, page, f"{tmp_path}/./")) == 1


def test_only_answers_that_are_html_with_status_200_are_pages(tmp_path, warc_record):
    path = tmp_path / "mixed.warc.gz"
    path.write_bytes(
        warc_record("http://a.example/info", kind="warcinfo", wire=b"software: x\r\n")
        + warc_record("http://a.example/", html(1), content_type="text/html; charset=utf-8")
        + warc_record("http://a.example/", kind="request", wire=b"GET / HTTP/1.1\r\n\r\n")
        + warc_record("http://a.example/404", html(2), status="404 Not Found")
        + warc_record("http://a.example/again", kind="revisit")
        + warc_record("http://a.example/picture", b"\x89PNG", content_type="image/png")
        + warc_record("http://a.example/x", html(3), content_type="Application/XHTML+XML")
        + warc_record("http://a.example/untyped", html(4), content_type=None)
        + warc_record("http://a.example/nonsense", wire=b"not even http")
        + warc_record("http://a.example/packed", gzip.compress(html(5)), headers=["Content-Encoding: gzip"])
    )
    items = read(path)
    assert [(page.url, page.body) for page in items if isinstance(page, SourcePage)] == [
        ("http://a.example/", html(1)),
        ("http://a.example/x", html(3)),
        ("http://a.example/untyped", html(4)),
        ("http://a.example/packed", html(5)),
    ]
    assert items[1].content_type == "text/html; charset=utf-8"
    assert items[1].record_id == "<urn:test:http://a.example/>"
    assert [item.reason for item in items if isinstance(item, NoPage)] == [
        PassedOver.NO_RESPONSE, PassedOver.NO_RESPONSE, PassedOver.STATUS, PassedOver.REVISIT, PassedOver.TYPE,
        PassedOver.STATUS,
    ]  # fmt: skip


@pytest.mark.parametrize("packed", [True, False])
def test_reading_goes_on_behind_any_page(tmp_path, warc_record, packed):
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    path.write_bytes(b"".join(warc_record(f"http://a.example/{n}", html(n), packed=packed) for n in range(5)))
    (tmp_path / "b.html").write_bytes(html(7))
    (tmp_path / "c.html").write_bytes(html(8))
    items = read(tmp_path)
    for number, item in enumerate(items):
        assert read(tmp_path, after=item.place) == items[number + 1 :]


def test_a_place_that_is_gone_is_an_error(tmp_path, archive):
    (place,) = (item.place for item in read(archive(1)) if isinstance(item, SourcePage))
    (tmp_path / "other.html").write_bytes(html(1))
    with pytest.raises(InvalidInputError, match="no longer there"):
        read(tmp_path / "other.html", after=place)


@pytest.mark.parametrize("pack", [gzip.compress, zstandard.compress], ids=["gzip", "zstd"])
def test_reading_goes_on_behind_any_page_of_an_archive_compressed_as_a_whole(tmp_path, warc_record, pack):
    plain = b"".join(warc_record(f"http://a.example/{n}", html(n), packed=False) for n in range(50))
    (tmp_path / "a.warc").write_bytes(plain)
    path = tmp_path / ("a.warc.gz" if pack is gzip.compress else "a.warc.zst")
    path.write_bytes(pack(plain))
    items = read(path)
    assert [item.place.offset for item in items] == [item.place.offset for item in read(tmp_path / "a.warc")]
    for number, item in enumerate(items):
        assert read(path, after=item.place) == items[number + 1 :]


def test_an_archive_compressed_as_a_whole_and_cut_gives_what_comes_before(tmp_path, warc_record):
    plain = b"".join(warc_record(f"http://a.example/{n}", os.urandom(5000), packed=False) for n in range(50))
    path = tmp_path / "a.warc.gz"
    path.write_bytes(gzip.compress(plain)[:-100_000])
    *pages, last = read(path)
    assert [page.url for page in pages] == [f"http://a.example/{n}" for n in range(len(pages))]
    assert len(pages) > 25
    assert last.reason is PassedOver.DAMAGED


@pytest.mark.parametrize("packed", [True, False])
def test_damage_costs_what_is_damaged_and_no_more(tmp_path, warc_record, packed):
    records = [warc_record(f"http://a.example/{n}", html(n), packed=packed) for n in range(20)]
    broken = records[7]
    broken = broken[:40] + b"x" * 100 + broken[140:] if packed else b"\0" * 150 + broken[150:]
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    path.write_bytes(b"".join([*records[:7], broken, *records[8:-1], records[-1][:60]]))
    items = read(path)
    assert [page.url.rpartition("/")[2] for page in items if isinstance(page, SourcePage)] == [
        str(number) for number in range(19) if number != 7
    ]
    assert {item.reason for item in items if isinstance(item, NoPage)} >= {PassedOver.DAMAGED}


@pytest.mark.parametrize("packed", [True, False])
def test_a_page_that_breaks_off_is_told_and_no_other(tmp_path, warc_record, packed):
    whole = b"".join(warc_record(f"http://a.example/{n}", os.urandom(3000), packed=packed) for n in range(3))
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    path.write_bytes(whole[:-500])
    assert [page.cut for page in read(path) if isinstance(page, SourcePage)] == [False, False, True]
    (tmp_path / "b.html.gz").write_bytes(gzip.compress(html(1))[:-20])
    assert [page.cut for page in read(tmp_path / "b.html.gz")] == [True]


def test_pages_archived_without_an_answer_are_pages(tmp_path):
    records = (
        b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://a.example/%b\r\n"
        b"WARC-Record-ID: <urn:test:1>\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
        b"Content-Type: %b\r\nContent-Length: %d\r\n\r\n%b\r\n\r\n" % (name, kind, len(html(1)), html(1))
        for name, kind in ((b"page", b"text/html"), (b"picture", b"image/png"))
    )
    (tmp_path / "a.warc").write_bytes(b"".join(records))
    page, picture = read(tmp_path / "a.warc")
    assert (page.url, page.body, page.content_type) == ("http://a.example/page", html(1), "text/html")
    assert picture.reason is PassedOver.TYPE


def test_an_answer_is_known_however_its_type_is_written(tmp_path, warc_record):
    kind = b"Content-Type: application/http; msgtype=response\r\n"
    record = warc_record("http://a.example/1", html(1), packed=False)
    for header in (b"", b"content-type: Application/HTTP;msgtype=response\r\n"):
        (tmp_path / "a.warc").write_bytes(record.replace(kind, header))
        (page,) = read(tmp_path / "a.warc")
        assert (page.url, page.body, page.content_type) == ("http://a.example/1", html(1), "text/html")
    (tmp_path / "a.warc").write_bytes(record.replace(kind, b"Content-Type: text/dns\r\n"))
    assert read(tmp_path / "a.warc")[0].reason is PassedOver.NO_RESPONSE


def test_members_of_a_gzip_file_that_hold_nothing_end_no_archive(tmp_path, warc_record):
    empty, pages = gzip.compress(b""), [warc_record(f"http://a.example/{number}", html(number)) for number in range(3)]
    path = tmp_path / "a.warc.gz"
    path.write_bytes(empty * 2 + pages[0] + empty + pages[1] + pages[2] + empty)
    items = read(path)
    assert [page.body for page in items] == [html(number) for number in range(3)]
    assert read(path, after=items[0].place) == items[1:]


def test_a_page_breaks_off_when_its_record_or_its_server_says_that_there_was_more(tmp_path, warc_record):
    def record(**options):
        return warc_record("http://a.example/", html(1), packed=False, **options)

    length = len(html(1))
    cut = [
        record().replace(b"WARC-Date", b"WARC-Truncated: length\r\nWARC-Date"),
        record().replace(b"WARC-Date", b"WARC-Segment-Number: 1\r\nWARC-Date"),
        record(headers=[f"Content-Length: {length + 1}"]),
    ]
    whole = [record(headers=[f"Content-Length: {each}"]) for each in (length, 3, -1, "many")]
    (tmp_path / "a.warc").write_bytes(b"".join(cut + whole))
    assert [page.cut for page in read(tmp_path / "a.warc")] == [True] * 3 + [False] * 4


def test_an_archive_that_is_none_is_passed_over(tmp_path):
    path = tmp_path / "a.warc.gz"
    path.write_bytes(b"nothing of the kind")
    assert [item.reason for item in read(path)] == [PassedOver.DAMAGED]
    (tmp_path / "empty.warc").write_bytes(b"")
    assert read(tmp_path / "empty.warc") == []


def test_a_page_too_large_has_its_outcome_without_its_bytes(tmp_path, warc_record):
    path = tmp_path / "a.warc"
    big = html(1) + b" " * 5000
    path.write_bytes(
        warc_record("http://a.example/", big, packed=False)
        + warc_record("http://a.example/b", gzip.compress(big), headers=["Content-Encoding: gzip"], packed=False)
        + warc_record("http://a.example/c", b"<p>plum", packed=False)
    )
    (tmp_path / "b.html").write_bytes(big)
    pages = read(path, tmp_path / "b.html", most=4000)
    assert [page.fault and page.fault[0] for page in pages] == [
        Outcome.TOO_LARGE, Outcome.TOO_LARGE, None, Outcome.TOO_LARGE
    ]  # fmt: skip
    assert [page.body for page in pages] == [b"", b"", b"<p>plum", b""]


def test_a_file_that_cannot_be_read_ends_as_failed(tmp_path):
    link = tmp_path / "gone.html"
    link.symlink_to(tmp_path / "nowhere")
    (page,) = read(tmp_path)
    assert page.fault == (Outcome.FAILED, "the file cannot be read: No such file or directory")


def test_a_pipe_in_a_folder_is_not_waited_for(tmp_path):
    (tmp_path / "a.html").write_bytes(html(1))
    os.mkfifo(tmp_path / "b.html")
    assert list(sources.files([str(tmp_path)])) == [str(tmp_path / "a.html")]


def test_a_folder_that_may_not_be_read_fails_like_a_file(tmp_path, monkeypatch):
    (tmp_path / "closed").mkdir()
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "a.html").write_bytes(html(1))
    scandir = os.scandir

    def guarded(path):  # the tests may run as root, whom no right is denied
        if str(path).endswith("closed"):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", guarded)
    page, closed = read(tmp_path)
    assert page.fault is None
    assert closed.place.source == str(tmp_path / "closed")
    assert closed.fault[0] is Outcome.FAILED


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


def test_an_archive_of_a_format_that_is_not_read_is_never_passed_over_without_a_word(tmp_path):
    (tmp_path / "a.html").write_bytes(html(1))
    (tmp_path / "b.7z").write_bytes(b"7z\xbc\xaf\x27\x1c")
    page, other = read(tmp_path)
    assert (page.body, other.reason) == (html(1), PassedOver.ARCHIVE_FORMAT)
    with pytest.raises(
        InvalidInputError, match=r"b\.7z is of a format that is not read: unpack it, .* \.warc, .*\.tar"
    ):
        sources.check([str(tmp_path / "b.7z")])
    sources.check([str(tmp_path)])
