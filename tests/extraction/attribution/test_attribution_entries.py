"""Who wrote an entry of a journal or of a guest book, and when."""

import pytest

from extraction import Comments, extract

LINE = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."


TITLE = "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"


def _text(page: str) -> str:
    return extract(page, method="all-text", comments=Comments.INCLUDE).text


FOLLOW = "You can follow any responses to this entry through the RSS 2.0 feed, or trackback from your own site."


FOLLOW_UYGHUR = "ئىنكاسلارنى RSS 2.0 ئارقىلىق كۆرۈپ تۇرالايسىز. سىز ئىنكاس يازالايسىز ياكى ئىز قالدۇرالايسىز."


def post(number, text, note=""):
    return f"""<div class="post" id="p{number}"><div class="profile"><a href="/u/{number}">member{number}</a> 2012</div>
<div class="postbody">{text}{note}</div></div>"""


def test_no_entry_of_a_page_says_who_wrote_it():
    entry = "<h3>On kettles, {0}</h3><p>There is a lot to be said of kettles in the year {0}, and of lids.</p>"
    entry += "<p>Posted by Aygul at March 5, {0} 12:30 PM</p>"
    text = _text("<body>" + "".join(entry.format(year) for year in range(2010, 2016)))
    assert text.count("\n") == 11
    assert "Aygul" not in text


@pytest.mark.parametrize(
    "note",
    [
        "This entry was posted by Aygul on Sunday, March 4th, 2007 at 9:15 pm and is filed under Bridges. " + FOLLOW,
        "Dieser Beitrag wurde unter Brücken veröffentlicht von Aygul. Setze ein Lesezeichen auf den Permalink.",
        "Ce contenu a été publié dans Ponts par Aygul. Mettez-le en favori avec son permalien.",
        "ئەسەر Aygul تەرىپىدىن 2011-يىل 19-مارت شەنبە سائەت 3:20 دە يوللانغان. تۈرى: كۆۋرۈك. " + FOLLOW_UYGHUR,
    ],
)
def test_a_sentence_of_blog_software_on_who_wrote_and_how_to_follow_is_none_of_the_text(note: str) -> None:
    entries = "".join(f"<h2>{year}</h2><p>{LINE} It was {year}.</p><p>{note}</p>" for year in (2007, 2008, 2009))
    text = _text(f"{TITLE}{entries}")
    assert "Aygul" not in text
    assert text.count(LINE) == 3


def test_a_paragraph_on_feeds_and_one_that_only_begins_so_stay() -> None:
    feeds = (
        "RSS is a format of feeds, and this entry was posted to show how a reader takes one from the site of the city."
    )
    begins = (
        "This entry was posted on the door of the old bridge by the men who had closed it the night before the flood."
    )
    text = _text(f"{TITLE}<p>{LINE}</p><p>{feeds}</p><p>{begins}</p><p>{LINE}</p>")
    assert feeds in text
    assert begins in text


def test_a_page_of_nothing_else_keeps_its_line():
    assert "Aygul" in _text("<body><p>Posted by Aygul at March 5, 2012")


def test_no_post_and_no_article_says_so():
    sentence = "The kettle has been hot since the morning, and nobody knows what to do with it, as she said, {0} times."
    posts = "".join(
        f"<div class=post id=p{at}><div class=body>{sentence.format(at * 'very ')}"
        f"<p>by Aygul » Mon Mar 0{at}, 2012 1:47 am</div></div>"
        for at in range(1, 5)
    )
    for html in (f"<body class=topic>{posts}", f"<article>{posts}</article>"):
        text = extract(html, method="all-text").text
        assert "Aygul" not in text
        assert text.count("kettle") == 4


def test_who_wrote_the_entries_of_a_guest_book_goes_and_who_is_quoted_once_stays() -> None:
    text = "We had a splendid week at the lake, the breakfast was good, and the view is worth the way."
    heads = (
        "Gerlinde aus Passau schrieb am 06.05.2024 um 11:30:",
        "H. Muster aus Graz schrieb am 07.05.2024 um 09:10:",
    )

    def extracted(*heads: str) -> str:
        entries = "".join(f"<tr><td><b>{each}</b></td></tr><tr><td>{text}</td></tr>" for each in heads)
        return extract(f"<html lang=de><title>Buch</title><h1>Buch</h1><table>{entries}", method="all-text").text

    assert extracted(*heads) == f"Buch\n{text}\n{text}"
    assert heads[0] in extracted(heads[0])


def test_no_first_post_says_who_wrote_it_behind_a_label_and_when_behind_another() -> None:
    line = "작성자 달빛서재 작성일14-05-02 21:10 조회213회 댓글2건"
    answers = (LINE, "Which of the two bridges is it, the one of stone?", "It is the one of wood, near the old mill.")
    posts = "".join(post(at, f"<p>{line}</p>" * (at == 0), f"<p>{each}</p>") for at, each in enumerate(answers))
    page = f"<html lang=ko><body><div>{posts}</div></body></html>"
    text = extract(page, "http://forum.example/viewtopic.php?t=1", "all-text").text
    assert "달빛서재" not in text
    assert [each for each in answers if each not in text] == []
