"""Fields of entries in guest books, and lists that only look like them."""

import pytest

from extraction import extract

LINE = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
ENTRIES = (("Aygul", "Alderbrook"), ("Temir Qazan", "Mossford"), ("oakleaf", "Fernhill"))


def _text(entry: str) -> str:
    entries = "".join(f"{entry.format(name, place, LINE)}<hr>" for name, place in ENTRIES)
    page = f"<html><title>Guest book</title><body><h1>Guest book of the mill</h1>{entries}</body></html>"
    return extract(page, method="all-text").text


@pytest.mark.parametrize(
    "entry",
    [
        "<p>Name: {0}<br>From: {1}<br>Message: {2}</p>",
        "<p>Nome: {0}<br>Cidade: {1}<br>Data: 5/2/2003<br>Comentário: {2}</p>",
        "<p>Аты-жөні: {0}<br>Қала: {1}<br>Хабарлама: {2}</p>",
        "<p>ئىسمى: {0}<br>شەھەر: {1}<br>ئىنكاس: {2}</p>",
        "<p>姓名：{0}<br>来自：{1}<br>留言：{2}</p>",
        "<table><tr><td>Name:</td><td>{0}</td></tr><tr><td>Ort:</td><td>{1}</td></tr></table><p>Eintrag: {2}</p>",
        "<p>Name: {0}<br>Ort: {1}<br>Datum: 5.2.2003<br>{2}</p>",
    ],
)
def test_who_wrote_an_entry_and_from_where_goes_and_the_entry_stays(entry: str) -> None:
    text = _text(entry)
    assert [each for entries in ENTRIES for each in entries if each in text] == []
    assert text.count(LINE) == len(ENTRIES)


@pytest.mark.parametrize(
    "entry",
    [
        "<p>Name: {0}<br>Length: 12 km<br>{2}</p>",
        "<p>Name: {0}</p><p>{2}</p>",
        "<p>Name: {0}<br>Country: {1}<br>State: open</p>",
        "<p>{0}: {2}<br>From: {1}</p>",
    ],
)
def test_names_of_things_with_a_label_stay(entry: str) -> None:
    text = _text(entry)
    assert [name for name, _ in ENTRIES if name not in text] == []


def test_a_single_entry_proves_nothing() -> None:
    page = f"<html><body><p>Name: Aygul<br>From: Alderbrook<br>Message: {LINE}</p><p>{LINE}</p></body></html>"
    assert "Name: Aygul" in extract(page, method="all-text").text
