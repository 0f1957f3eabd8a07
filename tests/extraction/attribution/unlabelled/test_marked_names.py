import pytest

from extraction import extract

LINE = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
TITLE = "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"
THREAD = "http://forum.example/viewtopic.php?t=1"


def text_of(html: str, url: str | None = None) -> str:
    return extract(f"{TITLE}{html}<p>{LINE}</p><p>{LINE} It was late.</p>", url, "all-text").text


@pytest.mark.parametrize(
    ("box", "line"),
    [
        ("<div class=byline>By Ada Berg</div>", "<p>Ada Berg</p>"),
        ("<span class=author>Ada Berg</span>", "<p>Ada Berg,</p>"),
        ("<span class=author>by Ada Berg</span>", "<li>ADA BERG</li>"),
        ("<a class='autor' href=/a>Ада Берг</a>", "<p>— Ада Берг</p>"),
        ("<a class=writer href=/a>ئادا بېرگ</a>", "<p>ئادا بېرگ:</p>"),
    ],
)
def test_a_line_of_nothing_but_the_name_of_a_writer_is_no_text(box: str, line: str) -> None:
    assert text_of(f"{box}<p>{LINE}</p>{line}") == text_of(f"{box}<p>{LINE}</p>")
    assert text_of(f"<p>{LINE}</p>{line}") != text_of(f"<p>{LINE}</p>")


@pytest.mark.parametrize(
    "name", ["testimonial-name", "elementor-testimonial-name", "testimonial__author", "review-author"]
)
def test_who_praises_goods_is_not_named(name: str) -> None:
    praise = f"<div class=card><p>They came on a Sunday.</p><div class={name}>Ada Berg</div><div>Farmer</div></div>"
    text = text_of(f"<p>{LINE}</p>{praise}")
    assert "Sunday" in text
    assert "Farmer" in text
    assert "Ada" not in text


@pytest.mark.parametrize(
    "line", ["ada_b77", "@ada_b77,", "-ada_b77", "ada_b77:", "ada_b77 <b>!</b>", "<span class=x>@ada_b77</span>."]
)
def test_a_line_of_nothing_but_the_name_of_a_user_is_no_text_of_a_thread(line: str) -> None:
    user = "<a class='username coloured' href=/u/7>ada_b77</a>"
    page = f"<div class=post>{user}<p>{LINE}</p><p>{{}}</p></div>"
    assert "ada" not in text_of(page.format(line), THREAD)


@pytest.mark.parametrize(
    "line",
    [
        "<p>Ada Berg told us so in the evening.</p>",
        "<p>Thanks, Ada Berg!</p>",
        "<h2>Ada Berg</h2>",
        "<table><tr><td>Ada Berg<td>12</table>",
        "<pre>Ada Berg</pre>",
        "<p>Berg</p>",
    ],
)
def test_a_name_in_a_sentence_a_heading_data_or_code_stays(line: str) -> None:
    box = "<div class=byline>By Ada Berg</div>"
    assert text_of(f"{box}<p>{LINE}</p>{line}") != text_of(f"{box}<p>{LINE}</p>")


def test_the_day_and_number_of_a_post_may_stand_beside_a_name() -> None:
    users = "".join(f"<p><a class=username href=/u/{name}>{name}</a></p>" for name in ("ada", "ada berg"))
    page = f"<div class=post>{users}<p>{{}}</p><p>{LINE}</p></div>"
    assert "berg" not in text_of(page.format("ada berg April 26, 2024, 6:28am 1"), THREAD)
    assert "26 boats" in text_of(page.format("ada berg had 26 boats in April"), THREAD)


def test_what_is_no_name_in_a_box_of_names_stays() -> None:
    boxes = f"<div class=author>{LINE}</div><div class=author>12</div>"
    assert text_of(f"{boxes}<p>{LINE}</p><p>12</p>").count("12") == 2


def test_a_list_of_the_works_of_many_names_nobody_whom_it_marks() -> None:
    names = ("Ada Berg", "Bo Lind", "Cem Ak", "Dilnur Ay", "Eva Rot")
    teasers = "".join(f"<h2>Bridge {name[0]}</h2><p>{LINE}</p><p class=byline>By {name}</p>" for name in names)
    text = text_of(teasers)
    assert not any(name in text for name in names)
    assert text.count(LINE) == 5 + 2


@pytest.mark.parametrize(
    "line",
    ["Hi Ada Berg,", "Hallo Ada Berg!", "Ada Berg 你好，", "Сәлем, Ada Berg!", "سالام Ada Berg،", "Hola @Ada Berg:"],
)
def test_a_line_that_greets_a_user_is_no_text_of_a_thread(line: str) -> None:
    page = f"<div class=post><a class=username href=/u/7>Ada Berg</a><p>{line}<br>{LINE}</p></div>"
    assert "Berg" not in text_of(page, THREAD)
    assert LINE in text_of(page, THREAD)
    assert "Berg" in text_of(page.replace("class=username href=/u/7", "class=x href=/x"), THREAD)


@pytest.mark.parametrize("line", ["Hi old bridge,", "Hi to Ada Berg, that is it.", "The hi Ada Berg,", "Hello,"])
def test_a_greeting_of_nobody_whom_the_page_marks_or_with_more_stays(line: str) -> None:
    page = f"<div class=post><a class=username href=/u/7>Ada Berg</a><p>{line}<br>{LINE}</p></div>"
    assert line in text_of(page, THREAD)


@pytest.mark.parametrize("day", ["2023.08.02 13:05:33", "2023-08-02"])
def test_the_day_of_a_post_may_stand_beside_a_name_without_a_space(day: str) -> None:
    head = f"<div><span class=nickname>여름바람</span><span class=date>{day}</span></div>"
    assert "여름바람" not in text_of(f"<div class=post>{head}<p>{LINE}</p></div>", THREAD)


@pytest.mark.parametrize("line", ["gülbahar", "Hi gülbahar,", "@gülbahar:"])
def test_a_line_of_nothing_but_a_name_that_a_link_to_a_profile_has_is_no_text_of_a_thread(line: str) -> None:
    post = f"<div class=post><b><a href=/user/gul>gülbahar</a></b><p>{LINE}</p><p>{{}}</p></div>"
    assert "bahar" not in text_of(post.format(line), THREAD)
    assert "bahar" in text_of(post.format(line).replace("/user/", "/page/"), THREAD)


def test_the_heading_of_an_article_with_comments_stays_whatever_links_are_called() -> None:
    comments = "".join(f"<div class=comment><i>Name{each}</i><p>{LINE} {each}</p></div>" for each in "abcd")
    article = f"<article><p>{LINE}</p><h2>Culture</h2><p>{LINE} Yes.</p></article>"
    page = f"{TITLE}<ul><li><a href=/user/culture>Culture</a></ul>{article}"
    assert "Culture" in extract(f"{page}<div id=comments>{comments}</div>").text
