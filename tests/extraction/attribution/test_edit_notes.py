"""Who changed a post or a page, and what looks like it."""

import pytest

from extraction import extract


def post(number, text, note=""):
    return f"""<div class="post" id="p{number}"><div class="profile"><a href="/u/{number}">member{number}</a> 2012</div>
<div class="postbody">{text}{note}</div></div>"""


NOTE = "<p>Last edited by Aygul (2019-09-30 11:46:18)</p>"


TEXT = "Does anybody know how to get the pump of the old mill going again? Mine stopped last night, number {}."


def _thread(*bodies: str) -> str:
    posts = "".join(post(number, f"<p>{body}</p>") for number, body in enumerate(bodies))
    return extract(f"<html><body><div>{posts}</div>", "http://forum.example/viewtopic.php?t=1", "all-text").text


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
        "01-14-2021, 07:30 PM (This post was last modified: 01-14-2021, 07:31 PM by Aygul.)",
        "11.02.2021, 19:40 (Dieser Beitrag wurde zuletzt bearbeitet: 11.02.2021, 19:50 von Aygul.)",
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


def test_a_chinese_note_may_stand_right_behind_a_post_that_ends_no_sentence() -> None:
    bodies = [f"老磨坊的水泵昨晚又停了，谁知道怎么修好它，第{number}次" for number in "一二三四"]
    note = "本帖最后由 Aygul 于 2014-6-1 20:30 编辑"
    assert _thread(*bodies[:3], bodies[3] + note) == _thread(*bodies)


@pytest.mark.parametrize(
    "text",
    [
        "Esta mensagem foi modificada por Deus em 5 de maio",
        "Хабарламаны өзгерткен жоқ",
        "Хабарламаны 5 мамырда өзгерткен жоқ",
        "This message was edited by God on 5 May",
    ],
)
def test_a_post_that_says_that_nobody_changed_it_or_god_did_stays(text: str) -> None:
    assert text in _thread(TEXT.format(0), f"{text}</p><p>{TEXT.format(1)}", TEXT.format(2))


@pytest.mark.parametrize(
    "note",
    [
        "Esta mensagem foi modificada por Aygul em 5 de maio de 2012 às 10:11",
        "Хабарламаны өзгерткен Айгүл",
        "بۇل جازبانى Aygul 2012-8-1 11:20 وڭدەگەن",
        "Aygul 2011-6-1 10:20 ལ་བཟོ་བཅོས་བྱས",
    ],
)
def test_a_post_loses_the_note_of_who_changed_it(note: str) -> None:
    assert note not in _thread(TEXT.format(0), f"{note}</p><p>{TEXT.format(1)}", TEXT.format(2))
