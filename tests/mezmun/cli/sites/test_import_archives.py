"""``mezmun import`` as an operator runs it: what is no web archive, and what is damaged, is named."""

import gzip
import json
import zipfile

import pytest

RECORD = (
    b"WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: http://other.example/%d\r\nWARC-Record-ID: <urn:test:%d>\r\n"
    b"WARC-Date: 2020-01-01T00:00:00Z\r\nContent-Type: text/html\r\nContent-Length: 9\r\n\r\n<p>salam\n\r\n\r\n"
)


@pytest.fixture
def site(tmp_path):
    (tmp_path / "sites").mkdir()
    (tmp_path / "sites" / "old.yaml").write_text("kind: blog\nseeds: [http://old.example/]\n")
    return "--site", "old"


@pytest.mark.parametrize("name", ["saved.zip", "saved.tar.gz", "page.html", "page.html.gz", "nothing"])
def test_what_is_no_web_archive_is_refused_before_anything_is_begun(mezmun, tmp_path, site, name):
    path = tmp_path / name
    if name.endswith("zip"):
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("a.html", b"<p>salam")
    else:
        path.write_bytes(gzip.compress(b"<p>salam") if name.endswith("gz") else b"<p>salam"[: len(name) - 7])
    code, out, err = mezmun("import", name, *site, database_url="postgresql://nowhere.invalid/x")
    assert (code, out) == (1, "")
    assert err == (
        f"mezmun: {name} is no web archive (WARC), which has the address and the time of each page;"
        " `mezmun extract` reads other pages.\n"
    )


def test_a_folder_is_refused(mezmun, tmp_path, site):
    (tmp_path / "archives.warc").mkdir()
    code, _, err = mezmun("import", "archives.warc", *site, database_url="postgresql://nowhere.invalid/x")
    assert (code, err) == (1, "mezmun: archives.warc is a folder: give the web archives in it.\n")


def test_a_damaged_archive_ends_with_an_error_and_whatever_it_is_called_is_read(mezmun, tmp_path, site, database_url):
    settings = {"database_url": database_url, "broker_url": "amqp://nowhere//", "data_dir": str(tmp_path / "data")}
    records = [gzip.compress(RECORD % (number, number)) for number in range(3)]
    (tmp_path / "crawl").write_bytes(b"".join(records))
    code, out, err = mezmun("import", "crawl", "--json", *site, **settings)
    assert (code, json.loads(out), err) == (0, {"other-host": 3, "taken": 0}, "")
    (tmp_path / "crawl").write_bytes(records[0] + records[1][:30] + bytes(90) + records[2])
    code, out, err = mezmun("import", "crawl", *site, **settings)
    assert (code, out) == (1, "0 pages taken for old.\n1 left out: damaged\n2 left out: other-host\n")
    assert err == ("mezmun: Of what was read, 1 stretch is damaged; all that could be read was read.\n")


def test_the_web_archives_of_a_wacz_file_are_read(mezmun, tmp_path, site, database_url):
    with zipfile.ZipFile(tmp_path / "crawl.wacz", "w") as package:
        package.writestr("archive/data.warc.gz", gzip.compress(RECORD % (1, 1)))
    settings = {"database_url": database_url, "broker_url": "amqp://nowhere//", "data_dir": str(tmp_path / "data")}
    code, out, err = mezmun("import", "crawl.wacz", "--json", *site, **settings)
    assert (code, json.loads(out), err) == (0, {"other-host": 1, "taken": 0}, "")


def test_whoever_imported_pages_is_told_that_workers_make_documents_of_them(mezmun, tmp_path, site, database_url):
    record = RECORD.replace(b"other.example/%d", b"old.example/2020/01/a-title-%d/") % (1, 1)
    (tmp_path / "crawl.warc.gz").write_bytes(gzip.compress(record))
    settings = {"database_url": database_url, "data_dir": str(tmp_path / "data")}
    code, out, err = mezmun("import", "crawl.warc.gz", *site, **settings)
    assert (code, out) == (0, "1 page taken for old.\n")
    assert err == "The workers make documents of them: start `mezmun worker` where none runs.\n"


def test_archives_without_a_single_page_end_with_a_code_of_their_own(mezmun, tmp_path, site, database_url):
    head = b"WARC/1.0\r\nWARC-Type: warcinfo\r\nWARC-Record-ID: <urn:test:1>\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
    (tmp_path / "begun.warc.gz").write_bytes(gzip.compress(head))
    with zipfile.ZipFile(tmp_path / "empty.wacz", "w") as package:
        package.writestr("pages/pages.jsonl", b"")
    settings = {"database_url": database_url, "broker_url": "amqp://nowhere//", "data_dir": str(tmp_path / "data")}
    code, out, err = mezmun("import", "begun.warc.gz", "empty.wacz", *site, **settings)
    assert (code, out) == (3, "0 pages taken for old.\n1 left out: no-response\n1 left out: type\n")
    assert err == "mezmun: There is no page in begun.warc.gz, empty.wacz.\n"
    code, out, _ = mezmun("import", "begun.warc.gz", "--json", *site, **settings)
    assert (code, json.loads(out)) == (3, {"no-response": 1, "taken": 0})
