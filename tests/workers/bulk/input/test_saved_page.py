"""MHTML files are read as browsers write them, in memory that their pictures do not take."""

import base64
import gzip
import io
import quopri
import random
import tarfile
import tracemalloc
import zipfile

import pytest

from mezmun.core.outcomes import Outcome
from workers.bulk.input import saved_page, sources
from workers.bulk.input.content_codings import BodyTooLargeError
from workers.bulk.input.saved_page import NoHtmlPartError

MOST = 1_000_000
HTML = "<html><head><title>خەۋەر</title></head><body><p>" + "ئۈرۈمچىدە قار ياغدى. " * 20 + "</p></body></html>"
PICTURE = base64.encodebytes(random.Random(1).randbytes(3_000))


def part(html=HTML, *, encoding="quoted-printable", charset="utf-8", location="http://a.example/1", more=""):
    body = html.encode(charset)
    encode = {"quoted-printable": quopri.encodestring, "base64": base64.encodebytes}.get(encoding, bytes)
    headers = (
        f"Content-Type: text/html;\n\tcharset={charset}\nContent-Transfer-Encoding: {encoding}\n"
        f"Content-Location: {location}\n{more}\n"
    )
    return headers.encode() + encode(body)


def picture(content=PICTURE):
    return b"Content-Type: image/png\nContent-Transfer-Encoding: base64\nContent-Location: cid:1\n\n" + content


def mhtml(*parts, kind="multipart/related", start="", boundary="----MultipartBoundary--x7", above=""):
    head = (
        f"From: <Saved by Blink>\n{above}Subject: =?utf-8?Q?=D8=AE?=\nMIME-Version: 1.0\n"
        f'Content-Type: {kind};\n\ttype="text/html";{start}\n\tboundary="{boundary}"\n\n\n'
    ).encode()
    mark = b"--" + boundary.encode()
    file = head + b"".join(mark + b"\n" + each + b"\n" for each in parts) + mark + b"--\n"
    return file.replace(b"\n", b"\r\n")


def read(file, most=MOST):
    return saved_page.read(io.BytesIO(file), most)


@pytest.mark.parametrize("charset", ["utf-8", "cp1256"])
@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "8bit", "binary"])
def test_the_html_is_read_with_its_charset_and_address(encoding, charset):
    html = HTML if charset == "utf-8" else HTML.replace("ۈ", "و").replace("ۇ", "و").replace("ې", "ي").replace("ى", "ي")
    html = html.replace("ۋ", "و").replace("ە", "ه")
    page = read(mhtml(picture(), part(html, encoding=encoding, charset=charset), picture()))
    assert page.data.decode(charset).split() == html.split()
    assert (page.content_type, page.url, page.cut) == (f"text/html; charset={charset}", "http://a.example/1", False)


def test_frames_are_not_the_page():
    frame = part("<p>An advert", location="cid:frame@mhtml.blink")
    assert read(mhtml(part(), frame)).url == "http://a.example/1"
    named = part(location="http://a.example/2", more="Content-ID: <root>\n")
    assert read(mhtml(frame, named, start=' start="<root>";')).url == "http://a.example/2"
    assert b"advert" in read(mhtml(frame, part(), start=' start="<none>";')).data


def test_the_address_may_stand_above_all_parts():
    above = "Snapshot-Content-Location: http://a.example/3\n"
    assert read(mhtml(part(location="cid:1"), above=above)).url == "http://a.example/3"
    assert read(mhtml(part(location="file:///C:/saved.html"))).url is None


def test_parts_in_parts_and_files_of_one_part_are_read():
    inner = mhtml(b"Content-Type: text/plain\n\nSnow", part(), kind="multipart/alternative", boundary="inner")
    inner = inner.replace(b"\r\n", b"\n").partition(b"MIME-Version: 1.0\n")[2]
    assert "ئۈرۈمچىدە" in read(mhtml(inner, picture())).data.decode()
    assert "ئۈرۈمچىدە" in read(b"MIME-Version: 1.0\n" + part()).data.decode()


def test_what_breaks_off_is_read_as_far_as_it_goes():
    whole = mhtml(part(), picture())
    assert not read(whole[:-200]).cut
    page = read(whole[: whole.index(b"=D9", 900)])
    assert page.cut
    assert "قار" in page.data.decode(errors="ignore")


def test_files_without_html_are_told():
    with pytest.raises(NoHtmlPartError):
        read(mhtml(picture()))
    with pytest.raises(NoHtmlPartError):
        read(b"MIME-Version: 1.0\nContent-Type: multipart/related\n\n<p>No boundary")


def test_pictures_take_no_memory_and_pages_no_more_than_they_may():
    big = mhtml(picture(PICTURE * 10_000), part())
    tracemalloc.start()
    assert read(big).data
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 2 * MOST
    with pytest.raises(BodyTooLargeError):
        read(mhtml(part("<p>" + "a" * MOST, encoding="binary")))
    with pytest.raises(BodyTooLargeError):
        read(mhtml(part("<p>" + "a\n" * 4 * MOST, encoding="base64")))


def test_html_with_a_word_and_a_colon_in_front_is_no_mhtml():
    for text in (b"Note: <p>Snow fell</p>", b"<html:html>", b"", b"Content-Type: text/html\n\n<p>CGI"):
        assert read(text) == (text, False, None, None)


def test_folders_zip_and_tar_archives_have_such_pages(tmp_path):
    file = mhtml(part(), picture())
    (tmp_path / "a.mhtml").write_bytes(file)
    (tmp_path / "b.MHT").write_bytes(file)
    (tmp_path / "c.mht.gz").write_bytes(gzip.compress(file))
    with zipfile.ZipFile(tmp_path / "d.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("in.mhtml", file)
        archive.writestr("none.mht", mhtml(picture()))
    with tarfile.open(tmp_path / "e.tar", "w") as archive:
        archive.add(tmp_path / "a.mhtml", "in.mhtml")
    pages = list(sources.read([str(tmp_path)], MOST))
    assert [page.url for page in pages] == ["http://a.example/1"] * 4 + [None] + ["http://a.example/1"]
    assert pages[4].fault == (Outcome.NOT_HTML, "The MHTML file has no part that is HTML.")
