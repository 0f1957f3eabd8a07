import numpy as np
import pytest

from extraction import Comments, extract
from extraction.attribution.writers import is_by, without_askers
from extraction.page.node_table import NodeTable, parse
from tests.growth import MOST, TIMES, growth

SAID = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
TITLE = "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"


def _text(page: str) -> str:
    return extract(page, method="all-text", comments=Comments.INCLUDE).text


@pytest.mark.parametrize(
    "line",
    [
        "By Aygul Example",
        "by Aygul Example - January 2 2008",
        "By: Aygul Example",
        "BY AYGUL EXAMPLE",
        "Posted by Aygul on October 27, 2003",
        "By AYGUL EXAMPLE, Valley Press Writer 14 minutes ago",
        "Written by Aygul Example and Bahar van den Example",
        "By Aygul Example.",
        "Von Aygül Example",
        "par Aygul Example",
        "【山谷晚報╱記者王小明／即時報導】",
        "（记者 王小明）",
        "本报记者 王小明",
    ],
)
def test_a_line_of_a_by_and_names_says_who_wrote(line: str) -> None:
    assert is_by(line)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "By",
        "By the river",
        "By Monday",
        "By air and by sea",
        "By 2020 Example had grown",
        "By Aygul Example who had come a long way to see what had become of the bridge",
        "Von der Leyen",
        "Par exemple",
        "Standby Aygul Example",
        "记者会今天举行",
        "本报记者从有关部门获悉，大桥已关闭",
    ],
)
def test_what_says_something_else_does_not(line: str) -> None:
    assert not is_by(line)


def test_the_line_under_the_headline_is_left_out() -> None:
    text = _text(f"{TITLE}<p>By Aygul Example</p><p>{SAID}</p><p>{SAID} It was by Bahar Example.</p>")
    assert "Aygul" not in text
    assert text.count(SAID) == 2


def test_a_box_named_after_the_writer_is_left_out_but_for_the_day() -> None:
    page = f"{TITLE}<div class=article-author><p>Aygul Example</p><p>2 January 2008</p></div><p>{SAID}</p><p>{SAID}</p>"
    text = _text(page)
    assert "Aygul" not in text
    assert "2 January 2008" in text


def test_a_card_at_the_end_is_left_out_whole() -> None:
    card = "<div class=author-bio><h3>About Aygul</h3><p>She has lived at the river for years, and writes.</p></div>"
    assert _text(f"{TITLE}<p>{SAID}</p>" + f"<p>{SAID}</p>" * 4 + card).endswith(SAID)


def test_what_is_named_after_its_writer_in_the_midst_of_the_text_stays() -> None:
    note = "<p>She has lived at the river for many years, and wrote of every one.</p>" * 2
    page = f"{TITLE}<p>{SAID}</p><section class=authors-note>{note}</section>" + f"<p>{SAID}</p>" * 4
    assert "many years" in _text(page)


def test_a_list_of_many_writers_stays() -> None:
    papers = "".join(f"<li><p>{SAID}</p><p class=authors>Aygul Example {name}</p></li>" for name in "ABCDE")
    assert _text(f"{TITLE}<ul>{papers}</ul>").count("Aygul Example") == 5


def test_names_that_only_begin_like_the_writer_are_others() -> None:
    assert "Sign the form" in _text(f"{TITLE}<p class=authorization>Sign the form</p><p>{SAID}</p><p>{SAID}</p>")


def test_a_headline_stays() -> None:
    assert "By Aygul Example" in _text(f"<h1>By Aygul Example</h1><p>{SAID}</p>")


def test_the_heading_of_a_part_stays() -> None:
    part = f"<p>{SAID} {SAID}</p>"
    text = _text(f"{TITLE}<h2>Von Example Bridges</h2>{part}<h3>By Public Transport</h3>{part}<h3>By Car</h3>{part}")
    assert "By Public Transport" in text
    assert "Von Example Bridges" in text


def test_a_heading_that_says_who_wrote_is_left_out() -> None:
    text = _text(f"{TITLE}<h3>By Aygul Example</h3><p>{SAID}</p><p>{SAID}</p><h4>Written by Bahar Example</h4>")
    assert "Example" not in text


def test_words_of_other_languages_say_nothing_on_an_english_page() -> None:
    page = f"{TITLE}<p>Door Chain Example</p><p>{SAID}</p>"
    assert "Door Chain" in _text(f"<html lang=en-GB>{page}")
    assert "Door Chain" not in _text(f"<html lang=nl>{page}")


def test_a_page_of_nothing_else_stays() -> None:
    assert _text("<p>By Aygul Example</p>") == "By Aygul Example"


def test_who_asked_in_uyghur_is_left_out() -> None:
    said = "كۆۋرۈك قاچان ئېچىلىدۇ، بىلىدىغانلار بارمۇ؟ دەريا سۈيى يەنە ئۆرلەپ كەتتى."
    text = _text(f"<p>{said}</p><p>ئايگۈل تەرىپىدىن سورالدى 6 ئاي ئىلگىرى كۆۋرۈكلەر كاتېگورىيىسىدە</p>")
    assert text == said


def test_a_sentence_in_uyghur_that_says_by_whom_and_when_stays() -> None:
    said = "ئۇ كۆۋرۈك ئايگۈل تەرىپىدىن 20 يىل ئىلگىرى سېلىنغان."
    assert said in _text(f"<p>دەريا سۈيى يەنە ئۆرلەپ كەتتى، كۆۋرۈك تاقالدى.</p><p>{said}</p>")


def test_what_was_done_in_uyghur_stays() -> None:
    said = "بۇ كۆۋرۈك ئايگۈل تەرىپىدىن 1998-يىلى سېلىنغان"
    assert _text(f"<p>{said}</p>") == said


def test_the_comments_of_the_writer_are_no_card() -> None:
    def comment(writer: str, said: str) -> str:
        return f"<li class='comment {writer}'><div class=comment-author>{writer}</div><p>{said}</p></li>"

    answer = "Nobody will know before the river has fallen by a metre or more."
    comments = comment("reader", "When will the bridge be open?") + comment("comment-author-owner bypostauthor", answer)
    comments += comment("comment-author-owner", "Thank you!")
    text = _text(f"{TITLE}" + f"<p>{SAID}</p>" * 8 + f"<ol class=comments>{comments}</ol>")
    assert answer in text
    assert "Thank you!" in text
    assert "owner" not in text


def test_a_short_text_in_a_box_named_after_its_writer_stays() -> None:
    assert "open again" in _text(f"{TITLE}<div class='post author-owner'><p>The bridge is open again.</p></div>")


def test_a_page_of_nothing_but_the_word_takes_no_time_that_grows_with_its_square() -> None:
    def asked(page: NodeTable) -> None:
        without_askers(page, np.ones(len(page.owner), dtype=np.bool_))

    few, many = (parse("<p>ئايگۈل تەرىپىدىن تەرىپىدىن تەرىپىدىن 6</p>" * (times * 30_000)) for times in (1, TIMES))
    assert growth(asked, few, many) < MOST
