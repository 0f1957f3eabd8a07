"""Sources, dates, labels, and who asked."""

import numpy as np
import pytest

from extraction import Comments, extract
from extraction.attribution.forms.short_lines import ShortLines
from extraction.attribution.labelled_lines import askers
from extraction.page.node_table import NodeTable, parse
from tests.growth import MOST, TIMES, growth

LINE = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."


TITLE = "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"


def _text(page: str) -> str:
    return extract(page, method="all-text", comments=Comments.INCLUDE).text


def test_an_article_holds_no_line_that_names_its_writer() -> None:
    page = (
        "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"
        "<p>Time: 2020-01-01 Source: Valley Author: Aygul Views: 12</p>"
        f"<div class=content><p>{LINE}</p><p>{LINE} Again.</p><p>(Editor: Aygul)</p></div>"
    )
    text = extract(page, method="all-text").text
    assert LINE in text
    assert "Aygul" not in text


@pytest.mark.parametrize(
    "line",
    [
        *(
            "Reading time: 8 minutes",
            "Tempo di lettura: 3 minuti",
            "Waktu baca 3 menit",
            "4 دقائق قراءة",
            "5 хв читання",
        ),
        *("Χρόνος ανάγνωσης: 4'", "4 דקות קריאה", "읽는 시간 3분", "3 phút đọc"),
    ],
)
def test_how_long_an_article_takes_to_read_is_none_of_it(line: str) -> None:
    assert line not in extract(f"<body><p>{line}</p><p>{LINE}</p><p>{LINE} Again.</p>", method="all-text").text


def test_a_table_names_no_writer() -> None:
    rows = "<tr><td>Added:<td>2020-01-01<tr><td>Author:<td>Aygul Example<tr><td>River:<td>Tarim"
    text = extract(f"<body><table>{rows}</table><p>{LINE}</p><p>{LINE}</p>", method="all-text").text
    assert "Tarim" in text
    assert "Author" not in text
    assert "Aygul" not in text


def test_what_is_asked_in_an_interview_stays() -> None:
    asked = "<p>Reporter:</p><p>And how did you get across the river then</p><p>Ferryman:</p>"
    text = extract(f"<body>{asked}<p>{LINE}</p><p>{LINE}</p>", method="all-text").text
    assert "Reporter:\nAnd how" in text
    turns = f"<p>Reporter:</p><p>And then</p><p>{LINE}</p>" * 3
    assert extract(f"<body>{turns}", method="all-text").text.count("And then") == 3


def test_a_page_of_nothing_but_a_label_stays() -> None:
    page = "<body><p>Author: Aygul</p></body>"
    assert extract(page, method="all-text").text == "Author: Aygul"


def test_who_asked_in_uyghur_is_left_out() -> None:
    question = "كۆۋرۈك قاچان ئېچىلىدۇ، بىلىدىغانلار بارمۇ؟ دەريا سۈيى يەنە ئۆرلەپ كەتتى."
    text = _text(f"<p>{question}</p><p>ئايگۈل تەرىپىدىن سورالدى 6 ئاي ئىلگىرى كۆۋرۈكلەر كاتېگورىيىسىدە</p>")
    assert text == question


def test_a_sentence_in_uyghur_that_says_by_whom_and_when_stays() -> None:
    sentence = "ئۇ كۆۋرۈك ئايگۈل تەرىپىدىن 20 يىل ئىلگىرى سېلىنغان."
    assert sentence in _text(f"<p>دەريا سۈيى يەنە ئۆرلەپ كەتتى، كۆۋرۈك تاقالدى.</p><p>{sentence}</p>")


def test_what_was_done_in_uyghur_stays() -> None:
    sentence = "بۇ كۆۋرۈك ئايگۈل تەرىپىدىن 1998-يىلى سېلىنغان"
    assert _text(f"<p>{sentence}</p>") == sentence


@pytest.mark.slow
def test_a_page_of_nothing_but_the_word_takes_no_time_that_grows_with_its_square() -> None:
    def asked(page: NodeTable) -> None:
        content = np.ones(len(page.owner), dtype=np.bool_)
        askers(ShortLines.of(page, content), content)

    few, many = (parse("<p>ئايگۈل تەرىپىدىن تەرىپىدىن تەرىپىدىن 6</p>" * (times * 2_000)) for times in (1, TIMES))
    assert growth(asked, few, many) < MOST


@pytest.mark.parametrize(
    ("head", "stays"),
    [
        ("<a href=/m/gary>Gary</a> posted an update 3 days ago", False),
        ("<a href=/m/gary>Gary</a> posted an update", True),
        ("posted an update", False),
        ("Gary posted an update in the group Rivers 2 weeks ago", False),
        ("Gary replied to the topic on March 5, 2024", False),
        ("gary self-assigned this 2024-05-02 09:30:00 +00:00", False),
        ("gary closed this as completed on Mar 5, 2024", False),
    ],
)
def test_what_somebody_did_on_a_social_network_or_in_a_tracker_goes_with_the_time(head: str, stays: bool) -> None:
    text = _text(f"{TITLE}<p>{head}</p><p>{LINE}</p><p>{head}</p><p>{LINE}</p>")
    assert (text.count("\n") > 2) is stays


def test_when_and_by_whom_a_report_was_made_goes_from_its_cell() -> None:
    page = f"{TITLE}<table><tr><th>Reported:<td>2024-05-01 08:00 UTC by Oscar Blum</table><p>{LINE}</p>"
    assert "Oscar" not in _text(page)
