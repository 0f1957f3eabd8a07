"""Posts of plain tables: those of which a method marks nothing, beside a long one, and what stands below them."""

import numpy as np
import pytest

from extraction.division.division import divide
from extraction.page.node_table import parse
from tests.growth import MOST, TIMES, growth

LONG = "Does anybody know how the tide tables of the northern harbours are computed, and where the old ones are kept?"
SHORT = ("In the customs house.", "Thanks!")
ADDRESS = "http://board.example/viewtopic.php?t=3"
LAYOUTS = {
    "a row with the writer's cell": (
        "<tr><td><b>{name}</b><br>Member<br>Posts: 12</td><td><b>Posted:</b> {day} 10:02<hr></td></tr>"
        "<tr><td>{text}</td></tr>"
    ),
    "who wrote, and when": "<tr><td>{day}, 10:02 {name} said:</td></tr><tr><td>{text}</td></tr>",
    "cells of one row": "<tr><td>{name}</td><td><i>{day} 10:02</i></td><td>{text}</td></tr>",
}


def table(layout, texts):
    names = ("kettle77", "Marta Lindqvist", "reedwarbler", "王小明")
    rows = [layout.format(name=names[at % 4], day=f"2009-05-0{at % 9 + 1}", text=text) for at, text in enumerate(texts)]
    return f"<title>Tide tables</title><body><h1>Tide tables</h1><table>{''.join(rows)}</table>"


def posts_of(html, marked=(LONG,)):
    page = parse(html)
    parts = divide(page, np.array([text in marked for text in page.text]), ADDRESS)
    numbered = zip(parts.post.tolist(), page.text, strict=True)
    return [(number, text) for number, text in numbered if number]


@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("texts", [(LONG, *SHORT), (SHORT[0], LONG, SHORT[1])])
def test_posts_of_a_word_stand_where_the_long_one_does(layout, texts):
    assert posts_of(table(layout, texts)) == [*enumerate(texts, start=1)]


def test_what_stands_in_several_posts_is_no_post():
    layout = "<tr><td>{name}</td><td>{day} 10:02</td></tr><tr><td>{text}<br>The tide waits.</td></tr>"
    assert posts_of(table(layout, (LONG, *SHORT))) == [(1, LONG), (2, SHORT[0]), (3, SHORT[1])]


def test_where_a_name_stands_at_the_place_of_the_text_too_nothing_is_taken():
    layout = "<tr><td>{day} 10:02</td></tr><tr><td>{name}</td></tr><tr><td>{text}</td></tr>"
    assert [text for _, text in posts_of(table(layout, (LONG, *SHORT)))] == [LONG]


def test_titles_in_a_list_of_threads_are_no_posts():
    layout = "<tr><td><a href=/t/{name}>{text}</a></td><td>{day} 10:02</td></tr>"
    assert posts_of(table(layout, (LONG, *SHORT))) == [(1, LONG)]


def test_looking_for_unmarked_posts_grows_with_their_number():
    def page_of(times):
        page = parse(table(LAYOUTS["cells of one row"], (LONG, *SHORT) * 20 * times))
        return page, np.array([text == LONG for text in page.text])

    assert growth(lambda each: divide(*each, ADDRESS), page_of(1), page_of(TIMES)) < MOST


ANSWERS = {"We crossed the river with you in May.": "Come again.", "A fine site.": "", "Greetings!": "And to you."}


@pytest.mark.parametrize("answer", ["<b>{}</b>", "<div class=reply>{}</div>", "<table><tr><td>{}</td></tr></table>"])
def test_what_the_owner_answers_below_a_paragraph_of_a_cell_is_of_its_entry(answer):
    entry = "<tr><td>#{}</td><td>kettle<br>05.03.2004 10:2{}</td><td><p>{}</p>{}</td></tr>"
    rows = (
        entry.format(day, day, text, answer.format(below) if below else "")
        for day, (text, below) in enumerate(ANSWERS.items())
    )
    page = f"<title>Guestbook</title><body><h1>Guestbook</h1><table>{''.join(rows)}</table>"
    texts = [*ANSWERS, *filter(None, ANSWERS.values())]
    entries = [[text, below] if below else [text] for text, below in ANSWERS.items()]
    assert posts_of(page, texts) == [(number, text) for number, of in enumerate(entries, start=1) for text in of]


@pytest.mark.parametrize(
    ("body", "signatures"),
    [
        ("<div class=postbody>{}</div>{}", ("Reeds bend.", "Tides turn.", "Oars float.", "Knots hold.")),
        ("<p>{}</p>{}", ("Reeds bend.", "", "Reeds bend.", "")),
    ],
)
def test_signatures_below_a_box_with_a_name_or_of_several_posts_are_none(body, signatures):
    texts = (*ANSWERS, "The fog has gone.")
    row = "<tr><td>#{}</td><td>kettle<br>05.03.2004 10:2{}</td><td>{}</td></tr>"
    posts = map(body.format, texts, signatures)
    rows = "".join(row.format(day, day, post) for day, post in enumerate(posts))
    page = f"<title>Guestbook</title><body><h1>Guestbook</h1><table>{rows}</table>"
    assert posts_of(page, [*texts, *signatures]) == [*enumerate(texts, start=1)]


def test_what_stands_below_a_post_of_a_board_is_no_text_of_it():
    texts, signatures = [*ANSWERS, "The fog has gone."], ("Reeds bend.", "Tides turn.", "Oars float.", "Knots hold.")
    row = "<tr><td>user{0}<br>Member</td><td><small>Posted: 05.03.2004 10:2{0}</small><p>{1}</p>{2}</td></tr>"
    rows = "".join(row.format(number, *both) for number, both in enumerate(zip(texts, signatures, strict=True)))
    page = f"<title>The river</title><body><h1>The river</h1><table>{rows}</table>"
    assert not {text for _, text in posts_of(page, [*texts, *signatures])} & {*signatures}
