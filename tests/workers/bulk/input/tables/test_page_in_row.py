import pytest

from mezmun.core.outcomes import Outcome
from workers.bulk.input.items import NoPage, PassedOver, Place, SourcePage, TableColumns
from workers.bulk.input.tables.page_in_row import page_in

PLACE, MOST = Place("pages.jsonl", 7), 20
COLUMNS = TableColumns()


def test_text_is_a_page_in_utf8_and_bytes_are_as_they_are():
    text, raw = ({"html": html, "url": "https://a.example/1"} for html in ("<p>سۇ", "<p>سۇ".encode("utf-16")))
    assert page_in(PLACE, text, MOST, COLUMNS) == SourcePage(
        PLACE, "<p>سۇ".encode(), "https://a.example/1", "text/html; charset=utf-8"
    )
    page = page_in(PLACE, raw, MOST, COLUMNS)
    assert (page.body, page.url) == ("<p>سۇ".encode("utf-16"), "https://a.example/1")


@pytest.mark.parametrize("row", [None, [1], {}, {"html": None}, {"html": 5}])
def test_a_row_without_html_is_no_page(row):
    assert page_in(PLACE, row, MOST, COLUMNS) == NoPage(PLACE, PassedOver.TYPE)


def test_a_page_beyond_the_limit_has_its_address_and_no_bytes():
    page = page_in(PLACE, {"html": "w" * (MOST + 1), "url": "https://a.example/1"}, MOST, COLUMNS)
    assert (page.body, page.url, page.fault[0]) == (b"", "https://a.example/1", Outcome.TOO_LARGE)
