import csv
import gzip
import io
import json
import random
from dataclasses import replace

import pyarrow
import pyarrow.parquet
import pytest
import zstandard

from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from tests.workers.bulk.bulk_for_tests import MOST, html, read
from workers.bulk.bulk_run import run
from workers.bulk.input import sources
from workers.bulk.input.items import NoPage, PassedOver, SourcePage, TableColumns
from workers.bulk.order import Order

PACKERS = {"": bytes, "gz": gzip.compress, "zst": zstandard.ZstdCompressor().compress}
ENDINGS = ["jsonl", "jsonl.gz", "jsonl.zst", "csv", "tsv", "csv.gz", "csv.zst", "parquet"]


@pytest.fixture
def table(tmp_path):
    """A function that writes rows as a table of that ending and gives its path."""

    def make(rows, ending, name="pages"):
        path = tmp_path / f"{name}.{ending}"
        if ending == "parquet":
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path, row_group_size=20)
        else:
            kind, _, packed = ending.partition(".")
            path.write_bytes(PACKERS[packed](lines(rows, kind).encode()))
        return path

    return make


def lines(rows, kind):
    if kind == "jsonl":
        return "".join(json.dumps(row) + "\n" for row in rows)
    out = io.StringIO()
    writer = csv.DictWriter(out, rows[0].keys(), delimiter="\t" if kind == "tsv" else ",")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def rows(number, **names):
    html_name, url_name = names.get("html", "html"), names.get("url", "url")
    return [{"id": n, url_name: f"https://a.example/{n}", html_name: html(n).decode()} for n in range(number)]


def noise(characters, seed):
    return random.Random(seed).randbytes(characters // 2).hex()


def pages(items):
    return [(page.url, page.body) for page in items if isinstance(page, SourcePage)]


@pytest.mark.parametrize("ending", ENDINGS)
def test_each_row_is_a_page_with_its_address(table, ending):
    path = table(rows(50), ending)
    assert sources.is_bulk([str(path)])
    items = read(path)
    assert pages(items) == [(f"https://a.example/{n}", html(n)) for n in range(50)]
    assert {page.content_type for page in items} == {"text/html; charset=utf-8"}
    for number in (0, 19, 20, 49):
        assert pages(read(path, after=items[number].place)) == pages(items)[number + 1 :]


@pytest.mark.parametrize("ending", ["jsonl", "csv", "parquet"])
def test_columns_have_the_names_that_are_given(table, ending):
    path = str(table(rows(3, html="content", url="link"), ending))
    for columns, message in (
        (TableColumns(), r"has no column 'html': --html-column names one of id, link, content\."),
        (TableColumns("content", "url"), "has no column 'url': --url-column names one of"),
    ):
        with pytest.raises(InvalidInputError, match=message):
            sources.check([path], columns)
    sources.check([path], TableColumns("content"))
    assert pages(sources.read([path], MOST, columns=TableColumns("content"))) == [(None, html(n)) for n in range(3)]
    named = sources.read([path], MOST, columns=TableColumns("content", "link"))
    assert pages(named) == [(f"https://a.example/{n}", html(n)) for n in range(3)]


def test_a_table_of_addresses_alone_is_refused_with_what_fetches_them(table):
    path = str(table([{"url": "https://a.example/1", "title": "A day"}], "csv"))
    with pytest.raises(InvalidInputError, match=r"names one of url, title\. Addresses alone are not fetched here"):
        sources.check([path], TableColumns())


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "csv.zst", "parquet"])
def test_a_place_tells_how_much_of_its_table_is_read(table, ending):
    path = table([row | {"noise": noise(50_000, row["id"])} for row in rows(40)], ending)
    places = [page.place for page in read(path)]
    shares = [place.offset / path.stat().st_size if place.share is None else place.share for place in places]
    assert shares == sorted(shares)
    assert shares[0] < 0.2
    assert 0.4 < shares[20] < 0.6
    assert 0.9 < shares[-1] <= 1


@pytest.mark.parametrize(("delimiter", "mark"), [(",", ""), (";", "\ufeff"), ("\t", "")])
def test_csv_has_quotes_and_line_breaks_in_its_rows(tmp_path, delimiter, mark):
    path = tmp_path / "pages.csv"
    pages_of_rows = ['<p>He said: "No; never, ever."\n\n<p>We went\thome.', "", "<p>ئۇ" + "ق" * 200_000]
    content = delimiter.join(("url", "html", "title")) + "\n"
    for number, page in enumerate(pages_of_rows):
        quoted = page.replace('"', '""')
        content += delimiter.join((str(number), f'"{quoted}"', "A day")) + "\r\n"
    path.write_text(mark + content, encoding="utf-8", newline="")
    assert pages(read(path)) == [(str(number), page.encode()) for number, page in enumerate(pages_of_rows)]


def test_csv_in_another_encoding_is_decoded_by_what_its_bytes_are(tmp_path):
    path = tmp_path / "pages.csv"
    path.write_bytes("url,html\nhttps://a.example/1,<p>今天天气好。\n".encode("gb18030"))
    (page,) = read(path)
    assert (page.body.decode("gb18030"), page.content_type) == ("<p>今天天气好。", None)


@pytest.mark.parametrize("header", [bytes(range(256)) * 9, b"", b"u" * 70_000_000])
def test_what_is_no_csv_has_no_column_with_pages(tmp_path, header):
    path = tmp_path / "pages.csv"
    path.write_bytes(header + b"\n1,<p>One\n")
    with pytest.raises(InvalidInputError, match="has no column 'html'"):
        sources.check([str(path)], TableColumns())
    assert pages(read(path)) == []


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_csv_in_utf16_is_refused_with_what_to_do(tmp_path, encoding):
    path = tmp_path / "pages.csv"
    path.write_text("\ufeffurl,html\n1,<p>One\n", encoding=encoding)
    with pytest.raises(InvalidInputError, match="is written in UTF-16: write it in UTF-8"):
        sources.check([str(path)], TableColumns())


def test_rows_of_csv_with_other_columns_are_damaged_and_large_ones_end_so(tmp_path):
    path = tmp_path / "pages.csv"
    rows = ("1,<p>One", "2", "", "3,<p>Three,too", "<p>Three\r,3", f"4,{'x' * 1_100_000}", "5,<p>Five")
    path.write_text("\n".join(("url,html", *rows, "")), newline="")
    one, two, three, broken, four, five = read(path, most=5000)
    assert [item.reason for item in (two, three, broken)] == [PassedOver.DAMAGED] * 3
    assert four.fault[0] is Outcome.TOO_LARGE
    assert pages((one, five)) == [("1", b"<p>One"), ("5", b"<p>Five")]
    assert read(path, most=5000, after=four.place) == [five]


def test_bytes_are_decoded_by_what_they_are_and_unpacked(table):
    bodies = [html(1).decode().encode("utf-16"), gzip.compress(html(2))]
    path = table([{"html": body} for body in bodies], "parquet")
    assert pages(read(path)) == [(None, bodies[0]), (None, html(2))]
    assert [page.content_type for page in read(path)] == [None, None]


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_a_row_without_html_is_no_page_and_a_large_one_ends_so(table, ending):
    path = table([{"html": None}, {"html": "<p>" * 4000}, {"html": html(1).decode()}], ending)
    first, large, page = read(path, most=8000)
    assert first == NoPage(first.place, PassedOver.TYPE)
    assert (large.body, large.fault[0]) == (b"", Outcome.TOO_LARGE)
    assert page.body == html(1)


def test_damage_costs_the_lines_that_it_hits(tmp_path, table):
    path = table(rows(3), "jsonl")
    whole = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(whole[0] + b'{"html": "half\n' + b"[1]\n\n" + b"[" * 100_000 + b"\n" + whole[2])
    items = read(path)
    assert pages(items) == [("https://a.example/0", html(0)), ("https://a.example/2", html(2))]
    reasons = [item.reason for item in items if isinstance(item, NoPage)]
    assert reasons == [PassedOver.DAMAGED, PassedOver.TYPE, PassedOver.DAMAGED]


def test_a_line_without_end_is_not_held(table):
    path = table(rows(2), "jsonl")
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(lines[0] + b'{"html": "' + b"x" * 20_000_000 + b'"}\n' + lines[1])
    first, large, last = read(path, most=10_000)
    assert large.fault[0] is Outcome.TOO_LARGE
    assert (first.url, last.url) == ("https://a.example/0", "https://a.example/1")
    assert read(path, most=10_000, after=large.place) == [last]


@pytest.mark.parametrize("ending", ["jsonl.gz", "jsonl.zst", "csv.gz", "parquet"])
def test_a_table_that_breaks_off_is_damaged(table, ending):
    path = table(rows(30), ending)
    path.write_bytes(path.read_bytes()[:-100])
    sources.check([str(path)], TableColumns())
    *_, last = read(path)
    assert last.reason is PassedOver.DAMAGED


def test_tables_in_folders_are_outputs_and_nobody_reads_them(tmp_path, table):
    table(rows(2), "jsonl")
    (tmp_path / "page.html").write_bytes(html(7))
    sources.check([str(tmp_path)], TableColumns())
    assert pages(read(tmp_path)) == [(None, html(7))]
    assert sources.tables_in([str(tmp_path)])
    assert not sources.tables_in([str(tmp_path / "page.html")])
    both = read(tmp_path, tmp_path / "pages.jsonl")  # which is named as well
    assert pages(both) == [(None, html(7)), *((f"https://a.example/{n}", html(n)) for n in range(2))]
    with pytest.raises(InvalidInputError, match="is no web archive"):
        sources.check_web_archives([str(tmp_path / "pages.jsonl")])


@pytest.mark.slow
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_record_tells_its_row_and_a_run_goes_on_behind_it(tmp_path, table, ending):
    path = table(rows(45), ending)
    orders = [Order((str(path),), "text-density", tmp_path / name, part_pages=10) for name in ("a.jsonl", "b.jsonl")]
    run(orders[0])
    whole = (tmp_path / "a.jsonl").read_text()

    def stop(place):
        nonlocal number
        number += 1
        if number == 33:
            raise KeyboardInterrupt

    number = 0
    with pytest.raises(KeyboardInterrupt):
        run(orders[1], stop)
    run(replace(orders[1], resume=True))
    assert (tmp_path / "b.jsonl").read_text() == whole
    records = [json.loads(line) for line in whole.splitlines()]
    assert [record["url"] for record in records] == [f"https://a.example/{n}" for n in range(45)]
    if ending == "parquet":
        assert [record["offset"] for record in records] == list(range(45))
    elif ending == "jsonl":
        assert json.loads(path.read_bytes()[records[7]["offset"] :].splitlines()[0])["id"] == 7
    with pytest.raises(InvalidInputError, match="other columns"):
        run(replace(orders[1], resume=True, columns=TableColumns(url="id")))


def test_a_row_of_a_text_that_is_no_utf8_is_damaged_and_no_other(tmp_path):
    urls = pyarrow.array([b"http://a/1", b"http://a/\xff", b"http://a/3"], pyarrow.binary()).view(pyarrow.string())
    path = tmp_path / "a.parquet"
    pyarrow.parquet.write_table(pyarrow.table({"html": [html(1), html(2), html(3)], "url": urls}), path)
    one, two, three = read(path)
    assert (one.url, two.reason, three.url) == ("http://a/1", PassedOver.DAMAGED, "http://a/3")
