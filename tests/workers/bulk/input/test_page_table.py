import gzip
import json
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

PACKERS = {"jsonl": bytes, "jsonl.gz": gzip.compress, "jsonl.zst": zstandard.ZstdCompressor().compress}
ENDINGS = [*PACKERS, "parquet"]


@pytest.fixture
def table(tmp_path):
    """A function that writes rows as a table of that ending and gives its path."""

    def make(rows, ending, name="pages"):
        path = tmp_path / f"{name}.{ending}"
        if ending == "parquet":
            pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), path, row_group_size=20)
        else:
            path.write_bytes(PACKERS[ending]("".join(json.dumps(row) + "\n" for row in rows).encode()))
        return path

    return make


def rows(number, **names):
    html_name, url_name = names.get("html", "html"), names.get("url", "url")
    return [{"id": n, url_name: f"https://a.example/{n}", html_name: html(n).decode()} for n in range(number)]


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


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
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


@pytest.mark.parametrize("ending", ["jsonl.gz", "jsonl.zst", "parquet"])
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
