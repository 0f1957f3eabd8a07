import numpy as np
import pytest

from extraction import Comments, extract
from extraction.attribution.attribution import askers
from extraction.attribution.forms.short_lines import ShortLines
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


def test_the_line_under_the_headline_is_left_out() -> None:
    text = _text(f"{TITLE}<p>By Aygul Example</p><p>{LINE}</p><p>{LINE} It was by Bahar Example.</p>")
    assert "Aygul" not in text
    assert text.count(LINE) == 2


def test_a_box_named_after_the_writer_is_left_out_but_for_the_day() -> None:
    page = f"{TITLE}<div class=article-author><p>Aygul Example</p><p>2 January 2008</p></div><p>{LINE}</p><p>{LINE}</p>"
    text = _text(page)
    assert "Aygul" not in text
    assert "2 January 2008" in text


def test_a_card_at_the_end_is_left_out_whole() -> None:
    card = "<div class=author-bio><h3>About Aygul</h3><p>She has lived at the river for years, and writes.</p></div>"
    assert _text(f"{TITLE}<p>{LINE}</p>" + f"<p>{LINE}</p>" * 4 + card).endswith(LINE)


def test_what_is_named_after_its_writer_in_the_midst_of_the_text_stays() -> None:
    note = "<p>She has lived at the river for many years, and wrote of every one.</p>" * 2
    page = f"{TITLE}<p>{LINE}</p><section class=authors-note>{note}</section>" + f"<p>{LINE}</p>" * 4
    assert "many years" in _text(page)


def test_a_list_of_many_writers_stays() -> None:
    papers = "".join(f"<li><p>{LINE}</p><p class=authors>Aygul Example {name}</p></li>" for name in "ABCDE")
    assert _text(f"{TITLE}<ul>{papers}</ul>").count("Aygul Example") == 5


def test_names_that_only_begin_like_the_writer_are_others() -> None:
    assert "Sign the form" in _text(f"{TITLE}<p class=authorization>Sign the form</p><p>{LINE}</p><p>{LINE}</p>")


def test_a_headline_stays() -> None:
    assert "By Aygul Example" in _text(f"<h1>By Aygul Example</h1><p>{LINE}</p>")


def test_the_heading_of_a_part_stays() -> None:
    part = f"<p>{LINE} {LINE}</p>"
    text = _text(f"{TITLE}<h2>Von Example Bridges</h2>{part}<h3>By Public Transport</h3>{part}<h3>By Car</h3>{part}")
    assert "By Public Transport" in text
    assert "Von Example Bridges" in text


def test_a_heading_that_says_who_wrote_is_left_out() -> None:
    text = _text(f"{TITLE}<h3>By Aygul Example</h3><p>{LINE}</p><p>{LINE}</p><h4>Written by Bahar Example</h4>")
    assert "Example" not in text


def test_words_of_other_languages_say_nothing_on_an_english_page() -> None:
    page = f"{TITLE}<p>Door Chain Example</p><p>{LINE}</p>"
    assert "Door Chain" in _text(f"<html lang=en-GB>{page}")
    assert "Door Chain" not in _text(f"<html lang=nl>{page}")


def test_a_page_of_nothing_else_stays() -> None:
    assert _text("<p>By Aygul Example</p>") == "By Aygul Example"


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


def test_the_comments_of_the_writer_are_no_card() -> None:
    def comment(writer: str, sentence: str) -> str:
        return f"<li class='comment {writer}'><div class=comment-author>{writer}</div><p>{sentence}</p></li>"

    answer = "Nobody will know before the river has fallen by a metre or more."
    comments = comment("reader", "When will the bridge be open?") + comment("comment-author-owner bypostauthor", answer)
    comments += comment("comment-author-owner", "Thank you!")
    text = _text(f"{TITLE}" + f"<p>{LINE}</p>" * 8 + f"<ol class=comments>{comments}</ol>")
    assert answer in text
    assert "Thank you!" in text
    assert "owner" not in text


def test_a_short_text_in_a_box_named_after_its_writer_stays() -> None:
    assert "open again" in _text(f"{TITLE}<div class='post author-owner'><p>The bridge is open again.</p></div>")


@pytest.mark.slow
def test_a_page_of_nothing_but_the_word_takes_no_time_that_grows_with_its_square() -> None:
    def asked(page: NodeTable) -> None:
        content = np.ones(len(page.owner), dtype=np.bool_)
        askers(ShortLines.of(page, content), content)

    few, many = (parse("<p>ئايگۈل تەرىپىدىن تەرىپىدىن تەرىپىدىن 6</p>" * (times * 2_000)) for times in (1, TIMES))
    assert growth(asked, few, many) < MOST


def test_no_entry_of_a_page_says_who_wrote_it():
    entry = "<h3>On kettles, {0}</h3><p>There is a lot to be said of kettles in the year {0}, and of lids.</p>"
    entry += "<p>Posted by Aygul at March 5, {0} 12:30 PM</p>"
    text = _text("<body>" + "".join(entry.format(year) for year in range(2010, 2016)))
    assert text.count("\n") == 11
    assert "Aygul" not in text


FOLLOW = "You can follow any responses to this entry through the RSS 2.0 feed, or trackback from your own site."
FOLLOW_UYGHUR = "ئىنكاسلارنى RSS 2.0 ئارقىلىق كۆرۈپ تۇرالايسىز. سىز ئىنكاس يازالايسىز ياكى ئىز قالدۇرالايسىز."


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


def post(number, text, note=""):
    return f"""<div class="post" id="p{number}"><div class="profile"><a href="/u/{number}">member{number}</a> 2012</div>
<div class="postbody">{text}{note}</div></div>"""


NOTE = "<p>Last edited by Aygul (2019-09-30 11:46:18)</p>"
TEXT = "Does anybody know how to get the pump of the old mill going again? Mine stopped last night, number {}."


def test_no_post_and_no_article_says_who_changed_it():
    posts = "".join(post(number, f"<p>{TEXT.format(number)}</p>", NOTE) for number in range(4))
    thread = f"<html><body><div>{posts}</div></body></html>"
    extraction = extract(thread, "http://forum.example/viewtopic.php?t=1", "all-text")
    assert extraction.posts == 4
    assert "Aygul" not in extraction.text
    article = f"<html><body><p>{TEXT}</p>{NOTE}<p>Last modified: 5 March 2024</p></body></html>"
    text = extract(article, method="all-text").text
    assert "Aygul" not in text
    assert "Last modified: 5 March 2024" in text


@pytest.mark.parametrize(
    "note",
    [
        *("Edytowane 12 Stycznia 2022 przez Aygul", "Bearbeitet 12. Januar 2022 von Aygul"),
        *("تېما تەستىقلىغۇچى : islam~1400", "تەستىقلانغان ۋاقىت : 2011-03-19 13:05:11"),
        *("[deleted]", "This post was deleted by its author", "Сообщение удалено", "该评论已删除", "Code: Select all"),
    ],
)
def test_no_post_says_on_which_day_it_was_changed_or_that_another_is_gone(note):
    posts = "".join(
        post(number, f"<p>{TEXT.format(number)}</p>", f"<p>{note}</p>" * (number == 1)) for number in range(4)
    )
    thread = f"<html><body><div>{posts}</div></body></html>"
    extraction = extract(thread, "http://forum.example/viewtopic.php?t=1", "all-text")
    assert extraction.posts == 4
    assert extraction.text.count("mill") == 4
    assert note not in extraction.text


def test_what_is_all_of_a_post_is_no_note_without_a_day():
    def thread(note):
        posts = "".join(post(number, f"<p>{TEXT.format(number)}</p>" if number != 2 else note) for number in range(4))
        return extract(f"<html><body><div>{posts}</div>", "http://forum.example/viewtopic.php?t=1", "all-text").text

    assert "Edited by Aygul" not in thread(f"<p>{TEXT}</p><p>Edited by Aygul</p>")
    assert "Edited by Aygul" in thread("<p>Edited by Aygul</p>")
    assert "Aygul" not in thread("<p>Last edited by Aygul (2019-09-30 11:46:18)</p>")


def _thread(*bodies: str) -> str:
    posts = "".join(post(number, f"<p>{body}</p>") for number, body in enumerate(bodies))
    return extract(f"<html><body><div>{posts}</div>", "http://forum.example/viewtopic.php?t=1", "all-text").text


@pytest.mark.parametrize("mark", ["{}", "<i>{}</i>", "<i>{}<b> </b></i>"])
@pytest.mark.parametrize(
    "note",
    [
        "本帖最后由 Aygul 于 2014-6-1 20:30 编辑",
        "Last edited by Aygul on 5 March 2019 at 17:02",
        "(Zuletzt bearbeitet von Aygul; 29.01.19 um 17:02.)",
        "بۇ يازمىنى ئاخىرىدا Aygul دە 2012-09-10 10:29 قايتا تەھرىرلىگەن",
    ],
)
def test_no_post_goes_on_with_who_edited_it(note: str, mark: str) -> None:
    bodies = [TEXT.format(number) for number in range(4)]
    bodies[2] += " " + mark.format(note)
    text = _thread(*bodies)
    assert "Aygul" not in text
    assert text == _thread(*(TEXT.format(number) for number in range(4)))


def test_what_a_sentence_tells_of_an_edit_stays() -> None:
    sentence = "The plan of the mill was last edited by Aygul on 5 March 2019 at 17:02"
    again = "Nobody answered. Last edited by Aygul, the plan is old"
    assert f"{sentence}\n" in _thread(TEXT, sentence, TEXT, TEXT + again) + "\n"
    assert again in _thread(TEXT, sentence, TEXT, TEXT + again)


@pytest.mark.parametrize(
    ("line", "stays"),
    [
        ("lid.png (12 KB) uploaded by Aygul", False),
        ("lid.jpg (120 KB) erstellt von Aygul, 29.01.19 um 17:02 Uhr", False),
        ("Attachment: lid.png, posted by anna_b on 5 March 2019", False),
        ("Photo: Anna Berg", False),
        ("Photo: Canon EOS 600", True),
        ("readme.txt is written by hand and not by a machine, as you know well", True),
        ("ئەسكەرتىش:كۆچۈرسىڭىز مەنبەنى ئەسكەرتىڭ", False),
    ],
)
def test_no_post_says_who_sent_a_file_or_made_a_picture(line: str, stays: bool) -> None:
    assert (line in _thread(TEXT, f"{TEXT}<br><br>{line}", TEXT + TEXT, TEXT * 3)) is stays


ABOUT = "Aygul Example has written about rivers and bridges for ten years, and lives in the valley."


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "<h3>About the author</h3>",
            "<p><b>About the Author:</b></p>",
            "<h4>Über die Autorin</h4>",
            "<h2>作者简介</h2>",
        ),
        *(
            "<h3>Об авторе</h3>",
            "<h3>Yazar Hakkında</h3>",
            "<h3>ئاپتور ھەققىدە</h3>",
            "<h3>About the author: Aygul</h3>",
        ),
    ],
)
def test_a_part_that_tells_of_the_writer_is_no_text(heading: str) -> None:
    text = f"<p>{LINE}</p>" * 6
    page = f"{TITLE}{text}{heading}<p>{ABOUT}</p>"
    assert "Aygul" not in _text(page)
    assert _text(page) == _text(TITLE + text)
    below = "<h2>Other bridges</h2><p>The new bridge stands where the ferry was.</p>"
    assert _text(page + below) == _text(TITLE + text + below)
    boxed = f"{TITLE}{text}<div>{heading}<p>{ABOUT}</p></div><p>The new bridge stands where the ferry was.</p>"
    assert _text(boxed).endswith("The new bridge stands where the ferry was.")
    assert "Aygul" not in _text(boxed)


def test_a_text_on_a_writer_and_a_longer_part_stay() -> None:
    text = f"<p>{LINE}</p>" * 6
    assert ABOUT in _text(f"{TITLE}{text}<p>About the author of the old map nothing is known.</p><p>{ABOUT}</p>")
    assert ABOUT in _text(f"{TITLE}<p>{LINE}</p><h3>About the author</h3>{f'<p>{ABOUT}</p>' * 6}")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Last edited by hand, the film looks old"),
        ("en", "Started by accident"),
        ("de", "Bearbeitet von Hand"),
        ("de", "Geschrieben von Hand"),
        ("fr", "Modifié par erreur"),
        ("ar", "تم التعديل بواسطة آلة"),
    ],
)
def test_what_was_done_by_hand_or_by_accident_is_no_note_of_who_did_it(language: str, line: str) -> None:
    text = "<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go.</p>" * 4
    page = f"<html lang={language}><h1>1912</h1>{text}<p>{line}</p>{text}</html>"
    assert line in extract(page, method="all-text").text


@pytest.mark.parametrize(("language", "line"), [("de", "Bearbeitet von Profis"), ("it", "Modificato da Legge")])
def test_a_note_of_an_edit_by_one_name_is_one_at_the_end_of_a_text_alone(language: str, line: str) -> None:
    text = "<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go.</p>" * 4
    between, behind = (
        extract(f"<html lang={language}><h1>1912</h1>{body}</html>", method="all-text").text
        for body in (f"{text}<p>{line}</p>{text}", f"{text}<p>{line}</p>")
    )
    assert line in between
    assert line not in behind


@pytest.mark.parametrize(
    "line",
    [
        "Ich bin damit einverstanden, dass mir Inhalte von Beispiel angezeigt werden.",
        "Sie können ihn sich mit einem Klick anzeigen lassen und wieder ausblenden.",
        "By loading the video, you agree to the privacy policy of Example.",
        "Pour afficher ce contenu, vous devez accepter les traceurs.",
        "Om deze inhoud te kunnen zien moet je akkoord gaan.",
    ],
)
def test_what_stands_in_place_of_what_others_serve_is_no_text(line):
    page = f"{TITLE}<p>{LINE}</p><p>{line}</p><p>{LINE} Again.</p>"
    assert _text(page).split("\n") == ["The bridge is closed again", LINE, f"{LINE} Again."]


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
