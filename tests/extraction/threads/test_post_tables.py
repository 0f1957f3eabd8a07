"""Tables of data in posts are read whole, and tables that lay out a board are not."""

import pytest

from extraction.page.node_table import parse
from tests.extraction.threads.test_posts import TEXTS, completed, marked, post

ROWS = (("Part", "Value"), ("Capacitor", "100uF"), ("Resistor", "47k"))
CELLS = [cell for row in ROWS for cell in row]


def table(tag="td", link="{}"):
    rows = "".join(f"<tr>{''.join(f'<{tag}>{link.format(cell)}</{tag}>' for cell in row)}</tr>" for row in ROWS)
    return f"<table>{rows}</table>"


def read(body, *chosen):
    """Read a thread whose third post has this body, of which these texts were chosen, too."""
    bodies = [*TEXTS[:2], body, *TEXTS[2:]]
    page = parse("<h1>The mill</h1>" + "".join(post(number, text) for number, text in enumerate(bodies)))
    texts = completed(page, marked(page, *TEXTS, *chosen))
    return [text for text in texts if text in CELLS]


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
    assert read(body.format(table(tag)), *chosen) == CELLS


@pytest.mark.parametrize(
    ("body", "chosen"),
    [
        ("I have drawn what is in it. {}", ("I have",)),  # nothing tells that it belongs to the text
        ("<p>{}</p>", ("Part",)),  # no other text: it may lay out the post
    ],
)
def test_a_table_that_may_be_another_stays_as_the_method_read_it(body, chosen):
    assert read(body.format(table()), *chosen) == [cell for cell in CELLS if cell in chosen]


def test_a_table_with_links_may_name_users():
    body = "I have drawn what is in it. {} The rest is easy to get.".format(table(link="<a href=/u>{}</a>"))
    assert read(body, "I have", "The rest") == []
