"""Lists and tables of data in posts are read whole, and those that lay out a board or are buttons are not."""

import pytest

from extraction.page.node_table import parse
from tests.extraction.threads.test_posts import TEXTS, completed, marked, post

ROWS = (("Part", "Value"), ("Capacitor", "100uF"), ("Resistor", "47k"))
CELLS = [cell for row in ROWS for cell in row]


def table(tag="td", link="{}"):
    rows = "".join(f"<tr>{''.join(f'<{tag}>{link.format(cell)}</{tag}>' for cell in row)}</tr>" for row in ROWS)
    return f"<table>{rows}</table>"


def read(body, *chosen, other="{}"):
    """Read a thread whose third post has this body, of which these texts were chosen, too; give what came of it."""
    bodies = [*(other.format(text) for text in TEXTS[:2]), body, *TEXTS[2:]]
    page = parse("<h1>The mill</h1>" + "".join(post(number, text) for number, text in enumerate(bodies)))
    return [text.strip() for text in completed(page, marked(page, *TEXTS, *chosen)) if text.strip() not in TEXTS]


@pytest.mark.parametrize("tag", ["td", "th"])
@pytest.mark.parametrize(
    ("body", "chosen"),
    [
        ("I have drawn what is in it. {}", ("I have", "Part")),
        ("{} I have drawn what is in it.", ("I have", "Resistor")),
        ("I have drawn what is in it. {} The rest is easy to get.", ("I have", "The rest")),
        ("I have drawn what is in it: {}", ("I have",)),
        ("这是零件的数值：{}", ("零件",)),
    ],
)
def test_a_table_of_data_in_the_text_of_a_post_is_whole(tag, body, chosen):
    assert [text for text in read(body.format(table(tag)), *chosen) if text in CELLS] == CELLS


@pytest.mark.parametrize(
    ("body", "chosen"),
    [
        ("I have drawn what is in it. {}", ("I have",)),  # nothing tells that it belongs to the text
        ("<p>{}</p>", ("Part",)),  # no other text: it may lay out the post
    ],
)
def test_a_table_that_may_be_another_stays_as_the_method_read_it(body, chosen):
    cells = [text for text in read(body.format(table()), *chosen) if text in CELLS]
    assert cells == [cell for cell in CELLS if cell in chosen]


def test_a_table_with_links_may_name_users():
    body = "I have drawn what is in it. {} The rest is easy to get.".format(table(link="<a href=/u>{}</a>"))
    assert read(body, "I have", "The rest") == ["I have drawn what is in it.", "The rest is easy to get."]


@pytest.mark.parametrize(
    ("body", "chosen"),
    [
        ("It took an hour. <ul><li>solder</li><li>a pump</li></ul>", ("It took",)),
        ("It took an hour. <ul><li>solder</li><li>a pump</li></ul>", ("It took", "pump")),
        ("<ol><li>solder</li><li>a pump</li></ol> It took an hour.", ("It took", "pump")),
    ],
)
def test_a_list_in_the_text_of_a_post_is_whole(body, chosen):
    assert sorted(read(body, *chosen)) == ["It took an hour.", "a pump", "solder"]


@pytest.mark.parametrize(
    "body",
    [
        "It took an hour. <ul><li>walker7 likes this</li></ul>",  # who likes a post
        "<ul><li>walker7</li><li>elder</li></ul> It took an hour.",  # who wrote it
        "It took an hour. <ul><li><a href=/q>Quote</a></li><li>Share</li></ul>",
    ],
)
def test_a_list_that_may_be_of_the_board_is_left_out(body):
    assert read(body, "It took") == ["It took an hour."]


def test_a_list_that_stands_in_other_posts_too_is_of_buttons():
    buttons = "{} <ul><li>Quote</li><li>Share</li></ul>"
    assert read(buttons.format("It took an hour."), "It took", other=buttons) == ["It took an hour."]


def test_the_title_of_what_readers_unfold_is_read_with_it():
    body = "<details><summary>The end</summary>{}</details>"
    assert read(body.format("It turns again."), "It turns") == ["The end", "It turns again."]
