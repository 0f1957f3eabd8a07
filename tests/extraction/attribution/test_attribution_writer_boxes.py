"""Boxes named after who wrote, and parts that tell of the person: what goes and what only looks like them."""

import pytest

from extraction import Comments, extract

LINE = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."


TITLE = "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"


def _text(page: str) -> str:
    return extract(page, method="all-text", comments=Comments.INCLUDE).text


def post(number, text, note=""):
    return f"""<div class="post" id="p{number}"><div class="profile"><a href="/u/{number}">member{number}</a> 2012</div>
<div class="postbody">{text}{note}</div></div>"""


ABOUT = "Aygul Example has written about rivers and bridges for ten years, and lives in the valley."


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
