"""What operators changed, in the words of the interface."""

import re
from datetime import UTC, date, datetime

import pytest

from dashboard.export.options import ExportFormat, ExportOptions
from dashboard.interface import translations
from dashboard.pages.audit_log import DETAIL_NAMES, stated
from db.access.audit import COMMAND_LINE, FIRST_START, OperatorAction, log_change

WORD = translations("ug").gettext


@pytest.mark.parametrize("who", [COMMAND_LINE, FIRST_START, "gulnar"])
def test_a_change_is_shown_in_the_language_of_the_interface(sign_in, engine, who):
    browser = sign_in()
    detail = {"outcome": "http-error", "reason": "to http://b/", "pages": 7, "why": "moved"}
    with engine.begin() as connection:
        log_change(connection, who, OperatorAction.DISCARD_FAILURES, "news", now=datetime.now(UTC), detail=detail)
    page = browser.get("/language/ug?next=/changes").text
    row = re.sub("<[^>]+>", "", page.partition("<tbody>")[2].partition("</tr>")[0].replace("<td", " <td"))
    assert (WORD(who) in row, WORD("discard failures") in row) == (True, True)
    assert f"{WORD('Outcome')}: {WORD('http-error')}" in row
    assert f"{WORD('Reason')}: {WORD('to {address}').format(address='http://b/')}" in row
    names_left = set(re.findall("[A-Za-z-]{2,}", row)) - {who, "UTC", "news", "http", "moved"}
    assert names_left == set(re.findall("[A-Za-z-]{2,}", WORD("http-error")))  # HTTP


def test_what_an_export_was_asked_for_is_named_in_words():
    options = ExportOptions(
        ExportFormat.JSONL, ["a", "b"], ["ug"], ["news"], date(2024, 3, 5), 0.5, ["noai"], dedupe=True
    )
    assert options.as_dict().keys() <= DETAIL_NAMES.keys()
    parts = stated(options.as_dict(), WORD)
    assert (parts[WORD("Site")], parts[WORD("Kind")]) == ("a, b", WORD("news"))
    assert parts[WORD(DETAIL_NAMES["dedupe"])] == ""
    assert stated(ExportOptions(ExportFormat.JSONL).as_dict(), str) == {
        "Format": "jsonl",
        "Documents in a file": "50000",
    }


def test_numbers_are_shown_also_where_they_are_none_or_one():
    assert stated({"pages": 0, "documents": 1}, str) == {"Pages": "0", "Documents": "1"}
