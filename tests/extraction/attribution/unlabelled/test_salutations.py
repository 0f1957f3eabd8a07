"""Names that greet in the first line of a post, and sign in its last."""

import pytest

from extraction import extract
from tests.growth import MOST, TIMES, growth

LINE = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
TITLE = "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"
THREAD = "http://forum.example/viewtopic.php?t=1"


def _post(first: str = "", last: str = "", url: str | None = THREAD, language: str = "en") -> str:
    body = "".join(f"<p>{each}</p>" for each in (first, LINE, LINE, last) if each)
    return extract(f"<html lang={language}>{TITLE}{body}", url, "all-text").text


@pytest.mark.parametrize(
    ("last", "language"),
    [
        ("Regards, Martin", "en"),
        ("Kind regards<br>Martin", "en"),
        ("Best,<br>Martin", "en"),
        ("Cheers,<br>- Martin", "en"),
        ("Viele Grüße Martin", "de"),
        ("LG Martin", "de"),
        ("Alles Liebe,<br>euer Martin", "de"),
        ("Kind regards: Martin", "en"),
        ("Un saludo,<br>Martin", "es"),
        ("Cordialement, Martin", "fr"),
        ("Pozdrawiam, Martin", "pl"),
        ("Saygılarımla, Martin", "tr"),
        ("Урматым менен, Martin", "ky"),
        ("Salam hangat, Martin", "id"),
        ("Regards, Martin_77", "en"),
        ("Bon courage,<br>Martin", "fr"),
        ("Thanks, Martin", "en"),
        ("That is all.<br>Martin", "en"),
        ("That is all!<br>~ martin", "en"),
        ("That is all :-)<br>Martin", "en"),
        ("Best regards<br>martin", "en"),
        ("Regards,<br>Martin<br>Attachments<br>bridge.png (12 KB)", "en"),
    ],
)
def test_the_name_that_signs_a_post_goes(last: str, language: str) -> None:
    text = _post(last=last, language=language)
    assert "martin" not in text.lower()
    assert text.count(LINE) == 2


@pytest.mark.parametrize(
    ("last", "name"),
    [
        ("С уважением, Мартин", "Мартин"),
        ("З повагою<br>Мартин", "Мартин"),
        ("Құрметпен, Марат", "Марат"),
        ("ھۆرمەت بىلەن، ئايگۈل", "ئايگۈل"),
        ("مع تحياتي، أحمد", "أحمد"),
    ],
)
def test_so_does_one_in_other_letters(last: str, name: str) -> None:
    assert name not in _post(last=last)


@pytest.mark.parametrize(
    "last",
    [
        "Regards to all of you",
        "Cheers from the valley",
        "Viele Grüße aus Bremen",
        "Martin wrote that book.",
        "The names are<br>Martin",
        "It was called:<br>Martin",
        "That is all.<br>Bridge",
        "Cheers, is it closed?",
        "رەھمەت سىزگە",
    ],
)
def test_a_last_line_that_says_more_or_is_no_name_stays(last: str) -> None:
    assert last.split("<br>")[-1] in _post(last=last)


def test_a_line_behind_a_name_that_signs_stays() -> None:
    assert "Attachments" in _post(last="Regards, Martin<br>Attachments")
    assert "Attachments" in _post(last="Regards,<br>Attachments<br>bridge.png (12 KB)")
    assert "The Bridge" in _post(last="Regards<br>The Bridge")


@pytest.mark.parametrize(
    "first", ["Hi Martin,", "Hello Martin!", "Hallo Martin,", "Привет, Мартин!", "Мартин, добрый день!", "Moin Martin,"]
)
def test_who_is_greeted_goes(first: str) -> None:
    assert first not in _post(first)


@pytest.mark.parametrize(
    ("first", "language"),
    [
        ("Dear Mrs. Querfurt,", "en"),
        ("Sehr geehrte Frau Querfurt,", "de"),
        ("Sehr geehrter Herr Prof. Dr. Querfurt!", "de"),
        ("Hallo Herr Querfurt,", "de"),
        ("Cher Monsieur Plankie,", "fr"),
        ("Estimada señora Plankie,", "es"),
        ("Estimado Sr. Plankie:", "es"),
        ("ھۆرمەتلىك ئەخمەت ئەپەندىم:", "ug"),
        ("尊敬的王先生：", "zh"),
        ("王老师您好，", "zh"),
        ("親愛的李老師：", "zh"),
        ("김철수님 안녕하세요,", "ko"),
    ],
)
def test_who_is_greeted_with_a_title_and_any_name_goes(first: str, language: str) -> None:
    assert first not in _post(first, language=language)


@pytest.mark.parametrize(
    "first",
    [
        *("Hi Martin, it is closed.", "Hello bridge,", "Hi to all,", "Dear Sir,", "Hi all!", "Dear Sir or Madam,"),
        *("各位老师您好，", "Sehr geehrte Damen und Herren,", "Dear Dr. of all bridges,", "Liebe Frau,"),
    ],
)
def test_a_greeting_of_nobody_or_with_more_stays(first: str) -> None:
    assert first in _post(first)


def test_who_signed_another_post_is_greeted_by_any_name() -> None:
    posts = "".join(
        f"<div class=post><b class=username>oak_{number}</b><div class=body>{body}</div></div>"
        for number, body in enumerate(
            (f"<p>{LINE}</p><p>Regards<br>Plankie</p>", f"<p>Hej Plankie!</p><p>{LINE}</p>", LINE)
        )
    )
    assert "Plankie" not in extract(f"<html lang=en>{TITLE}{posts}", THREAD, "all-text").text


def test_an_article_is_signed_only_behind_words_that_end_a_letter_or_a_dash() -> None:
    assert "Martin" not in _post(last="Kind regards, Martin", url=None)
    assert "Martin" in _post(last="That is all.<br>Martin", url=None)
    assert "Martin" not in _post(last="That is all.<br>— Martin", url=None)
    assert "Hello Martin," in _post("Hello Martin,", url=None)
    assert "Thank you, Martin Holt!" in _post(last="Thank you, Martin Holt!", url=None)
    assert "Martin" not in _post(last="Kind regards, Martin!", url=None)


def test_an_article_may_be_signed_above_the_place_that_ends_it() -> None:
    signed = _post(last="Yours faithfully,<br>Martin Holt<br>Dover", url=None)
    assert "Martin" not in signed
    assert "Dover" in signed
    assert "Hope" in _post(last="Love<br>Hope<br>Joy", url=None)


def test_what_many_posts_take_grows_with_the_page() -> None:
    post = f"<div class=post><p>Hi Martin,</p><p>{LINE}</p><p>Regards,<br>Martin</p></div>"

    def read(posts: int) -> None:
        extract(TITLE + post * posts, THREAD)

    assert growth(read, 40, 40 * TIMES) < MOST


def test_who_signed_a_quote_goes_too() -> None:
    quote = f"<blockquote><p>{LINE}</p><p>Regards<br>Martin</p></blockquote>"
    post = "<div class=post><b class=username>oak_{0}</b><div class=body>{1}<p>It was {0} metres. {2}</p></div></div>"
    posts = "".join(post.format(number, quote if number == 2 else "", LINE) for number in (1, 2, 3))
    text = extract(f"<html lang=en>{TITLE}{posts}", THREAD, "all-text").text
    assert "Regards" in text
    assert "Martin" not in text


VERSES = ("كۈز كەلدى، ياپراقلار سارغايدى", "كوچىلاردا شامال چىقىدۇ بۈگۈن", "دەريا بويىدا ئولتۇردۇق كەچكىچە")


@pytest.mark.parametrize(
    ("first", "stays"), [("ئاپتورى لەرۇزە", False), ("ئاپتورى يوق", True), ("ئاپتورى كەلدى كېچە", True)]
)
def test_a_label_of_who_wrote_and_one_word_go_above_verse_in_a_post(first: str, *, stays: bool) -> None:
    posts = "".join(
        f'<div class="post" id="p{at}"><div class="profile"><a href="/u/{at}">member{at}</a> 2012</div>'
        f'<div class="postbody"><p>{first if at == 0 else verse}</p><p>{verse}</p></div></div>'
        for at, verse in enumerate(VERSES)
    )
    text = extract(f"<html lang=ug>{TITLE}<div>{posts}</div>", THREAD, "all-text").text
    assert (first in text) is stays
    assert [verse for verse in VERSES if verse not in text] == []
