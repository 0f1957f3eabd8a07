import errno
import gzip
import os
import random
from threading import Thread

import pytest
import zstandard

from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from tests.workers.bulk.bulk_for_tests import html, read
from workers.bulk.input import sources
from workers.bulk.input.items import NoPage, PassedOver, SourcePage


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
    assert [item.reason for item in items if isinstance(item, NoPage)] == [PassedOver.DAMAGED] * 2, "each stretch once"


@pytest.mark.parametrize("length", [3000, 10**18])
def test_a_record_that_is_not_as_long_as_it_says_takes_no_other_page_with_it(tmp_path, warc_record, length):
    records = [warc_record(f"http://a.example/{n}", html(n), packed=False) for n in range(30)]
    head, _, rest = records[7].partition(b"Content-Length: ")
    records[7] = head + b"Content-Length: %d" % length + rest[rest.index(b"\r\n") :]
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(records))
    items = read(path)
    pages = [(page.url.rpartition("/")[2], page.body) for page in items if isinstance(page, SourcePage)]
    assert pages == [(str(number), html(number)) for number in range(30) if number != 7]
    assert [item.reason for item in items if isinstance(item, NoPage)] == [PassedOver.DAMAGED]


def test_the_answer_of_an_old_server_whose_lines_end_with_lf_is_a_page(tmp_path, warc_record):
    path = tmp_path / "a.warc"
    wire = b"HTTP/1.0 200 OK\nContent-Type: text/html; charset=gb2312\n\n" + html(1)
    path.write_bytes(warc_record("http://a.example/", wire=wire, packed=False))
    assert [(page.body, page.content_type) for page in read(path)] == [(html(1), "text/html; charset=gb2312")]


@pytest.mark.parametrize("packed", [True, False])
def test_a_page_that_breaks_off_is_told_and_no_other(tmp_path, warc_record, packed):
    whole = b"".join(warc_record(f"http://a.example/{n}", os.urandom(3000), packed=packed) for n in range(3))
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    path.write_bytes(whole[:-500])
    assert [page.cut for page in read(path) if isinstance(page, SourcePage)] == [False, False, True]
    (tmp_path / "b.html.gz").write_bytes(gzip.compress(html(1))[:-20])
    assert [page.cut for page in read(tmp_path / "b.html.gz")] == [True]


@pytest.mark.parametrize("kind", ["response", "request"])
@pytest.mark.parametrize(("packed", "lost"), [(True, 9), (True, 500), (False, 9), (False, 500)])
def test_an_archive_that_breaks_off_in_a_record_is_damaged_and_a_whole_one_is_not(
    tmp_path, warc_record, packed, lost, kind
):
    pages = [warc_record(f"http://a.example/{n}", os.urandom(3000), packed=packed) for n in range(3)]
    last = warc_record("http://a.example/last", kind=kind, body=os.urandom(3000), packed=packed)
    path = tmp_path / ("a.warc.gz" if packed else "a.warc")
    path.write_bytes(b"".join([*pages, last]))
    assert PassedOver.DAMAGED not in [item.reason for item in read(path) if isinstance(item, NoPage)]
    path.write_bytes(b"".join([*pages, last])[:-lost])
    assert read(path)[-1].reason is PassedOver.DAMAGED
    assert sum(isinstance(item, SourcePage) for item in read(path)) == 3 + (kind == "response")


def test_an_archive_that_breaks_off_where_a_packed_record_begins_is_damaged(tmp_path, warc_record):
    records = [warc_record(f"http://a.example/{n}", html(n)) for n in range(3)]
    path = tmp_path / "a.warc.gz"
    path.write_bytes(records[0] + records[1] + records[2][:30])
    assert [isinstance(item, SourcePage) for item in read(path)] == [True, True, False]
    assert read(path)[-1].reason is PassedOver.DAMAGED


def _whole(records):
    return zstandard.compress(b"".join(records))


def _each(records):
    return b"".join(map(zstandard.compress, records))


@pytest.mark.parametrize(("name", "pack"), [("a.warc", b"".join), ("a.warc.zst", _each), ("a.warc.zst", _whole)])
@pytest.mark.parametrize("before", [0, 2])
def test_an_archive_that_breaks_off_in_a_header_is_damaged_wherever_it_does(tmp_path, warc_record, name, pack, before):
    """FastWARC takes what is left of the header for the whole of it."""
    records = [warc_record(f"http://a.example/{n}", html(n), packed=False) for n in range(before + 1)]
    header = records[-1].index(b"\r\n\r\n") + 4
    path = tmp_path / name
    for length in (*range(1, header - 9, 9), *range(header - 9, header)):
        path.write_bytes(pack([*records[:-1], records[-1][:length]]))
        items = read(path)
        assert sum(isinstance(item, SourcePage) for item in items) == before, length
        assert [item.reason for item in items[before:]] == [PassedOver.DAMAGED], length
    for end in (b"", b"\r\n", b"\n"):
        path.write_bytes(pack([*records[:-1], records[-1].rstrip() + end]))
        assert [type(page) for page in read(path)] == [SourcePage] * (before + 1), "its end is no matter"


def test_an_archive_without_any_record_is_whole(tmp_path):
    (tmp_path / "a.warc").write_bytes(b"")
    assert read(tmp_path / "a.warc") == []


def test_an_archive_of_packed_records_that_breaks_off_in_one_of_zstd_is_damaged(tmp_path, warc_record):
    records = [zstandard.compress(warc_record(f"http://a.example/{n}", html(n), packed=False)) for n in range(3)]
    for length in range(1, len(records[-1]), 7):
        (tmp_path / "a.warc.zst").write_bytes(b"".join([*records[:-1], records[-1][:length]]))
        reasons = [item.reason for item in read(tmp_path / "a.warc.zst") if isinstance(item, NoPage)]
        assert reasons == [PassedOver.DAMAGED], length
    (tmp_path / "a.warc.zst").write_bytes(b"".join(records))
    assert [type(page) for page in read(tmp_path / "a.warc.zst")] == [SourcePage] * 3


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


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_pipe_that_is_named_is_read_although_it_cannot_go_back(tmp_path, pack):
    pipe = tmp_path / "page.html"
    os.mkfifo(pipe)
    page = b"<p>Sea</p>"
    for body in (lambda: sources.saved(str(pipe), 100).data, lambda: next(sources.read([str(pipe)], 100)).body):
        writer = Thread(target=pipe.write_bytes, args=(pack(page),))
        writer.start()
        assert body() == page
        writer.join()


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


def test_an_archive_of_a_format_that_is_not_read_is_never_passed_over_without_a_word(tmp_path):
    (tmp_path / "a.html").write_bytes(html(1))
    (tmp_path / "b.7z").write_bytes(b"7z\xbc\xaf\x27\x1c")
    (tmp_path / "c.arc.gz").write_bytes(gzip.compress(b"filedesc://c.arc 0.0.0.0 20080305 text/plain 75"))
    page, *others = read(tmp_path)
    assert (page.body, {each.reason for each in others}) == (html(1), {PassedOver.ARCHIVE_FORMAT})
    assert len(others) == 2
    with pytest.raises(
        InvalidInputError, match=r"b\.7z is of a format that is not read: unpack it, .* \.warc, .*\.tar"
    ):
        sources.check([str(tmp_path / "b.7z")])
    sources.check([str(tmp_path)])


@pytest.mark.parametrize("name", ["CC-MAIN.warc.wet.gz", "crawl"])
def test_a_web_archive_that_is_named_is_known_by_how_it_begins(tmp_path, archive, name):
    path = archive(2, name)
    assert sources.is_bulk([path])
    assert [page.body for page in read(path) if isinstance(page, SourcePage)] == [html(0), html(1)]
    sources.check([path])
    (tmp_path / "page").write_bytes(html(3))
    assert not sources.is_bulk([str(tmp_path / "page")])
