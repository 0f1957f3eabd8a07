import pytest

from extraction import extract
from extraction.attribution.bylines import is_byline


@pytest.mark.parametrize(
    "line",
    [
        "时间:2020-01-01 来源:河谷网 作者:阿依古丽 点击:123次",
        "时间:2020-01-01 10:10来源:河谷网作者:阿依古丽点击:123次",
        "2020-01-01 10:10 来源：河谷网 浏览 123次",
        "(责任编辑:阿依古丽)",
        "（責任編輯 余淩）",
        "مەنبە: تەڭرىتاغ تورى ۋاقتى: 2020-01-01 كۆرۈلۈشى: 12",
        "مەسئۇل تەھرىر: ئايگۈل",
        "Menbe: Tengritagh Waqti: 2020-01-01 Körülüshi: 12",
        "Мәс'ул тәһрир: Айгүл",
        "01.02.2020 Источник: Вестник Просмотров: 12",
        "Kaynak: Vadi Tarih: 01.02.2020",
        "2020-01-01 | Ko‘rishlar: 12",
        "Дереккөз: Алатау Қаралды: 12",
        "Булак: Ала-Тоо Көрүлдү: 12",
        "Autor: Aygul. Data publikacji Śro, 2011-05-18 15:23",
        "འབྱུང་ཁུངས།: གངས། 2020-01-01 ལྟ་གྲངས།: 12",
        "Author: Aygul Example",
        "Posted by: Aygul at May 29, 2005 10:19:16 PM",
    ],
)
def test_a_line_that_tells_source_and_writer_is_one_of_information(line: str) -> None:
    assert is_byline(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "记者：这次评级下调对欧美股市没有带来影响",
        "时间：2020-01-05 14:00 地点：大厅",
        "Date: 2020-03-01 Time: 10:00 Place: Hall",
        "Published: 2020-03-01",
        "Source: School Administrator, v59 n3 p6-12",
        "Editor: it is a tool. Use it.",
        "Views: 12",
        "The reporter said that the author: a man of 40: came at 10:30",
        "2020-01-01 the coauthor: Aygul",
        "Editor Vim",
        "Editor 3 is out",
    ],
)
def test_the_time_of_an_event_or_what_somebody_says_is_none(line: str) -> None:
    assert not is_byline(line)


def test_an_article_holds_no_line_that_names_its_writer() -> None:
    said = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
    page = (
        "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"
        "<p>Time: 2020-01-01 Source: Valley Author: Aygul Views: 12</p>"
        f"<div class=content><p>{said}</p><p>{said} Again.</p><p>(Editor: Aygul)</p></div>"
    )
    text = extract(page, method="all-text").text
    assert said in text
    assert "Aygul" not in text


def test_a_table_names_no_writer() -> None:
    said = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
    rows = "<tr><td>Added:<td>2020-01-01<tr><td>Author:<td>Aygul Example<tr><td>River:<td>Tarim"
    text = extract(f"<body><table>{rows}</table><p>{said}</p><p>{said}</p>", method="all-text").text
    assert "Tarim" in text
    assert "Author" not in text
    assert "Aygul" not in text


def test_what_is_asked_in_an_interview_stays() -> None:
    said = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
    asked = "<p>Reporter:</p><p>And how did you get across the river then</p><p>Ferryman:</p>"
    text = extract(f"<body>{asked}<p>{said}</p><p>{said}</p>", method="all-text").text
    assert "Reporter:\nAnd how" in text
    turns = f"<p>Reporter:</p><p>And then</p><p>{said}</p>" * 3
    assert extract(f"<body>{turns}", method="all-text").text.count("And then") == 3


def test_a_page_of_nothing_else_stays() -> None:
    page = "<body><p>Author: Aygul</p></body>"
    assert extract(page, method="all-text").text == "Author: Aygul"
