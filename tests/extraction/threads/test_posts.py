"""A thread is read by the bodies of its posts."""

import numpy as np
import pytest

from extraction.page.node_table import parse
from extraction.threads import first_posts, posts
from extraction.threads.records import records

TEXTS = [
    "The old mill by the river has a new wheel, and it turns again.",
    "Nice one!",
    "My grandfather used to bring his wheat there every autumn, he said.",
    "We went to see it on Sunday and there was hardly any water in it.",
    "It will be open to all from the first of May until the winter.",
]


def post(number, text):
    return f"""<div class="post" id="p{number}"><div class="head"><a class="link" href="#{number}">#{number}</a>
    <span class="date">5 May, 10:0{number}</span></div><div class="card"><b class="nick">walker{number}</b>
    <i class="rank">elder of the board</i></div><div class="body">{text}</div>
    <div class="foot"><a class="reply" href="/r">Reply</a></div></div>"""


@pytest.fixture
def page():
    crumbs = "<div class='way'><a href='/'>Board of the town</a> > The mill</div><h1>The mill</h1>"
    return parse(crumbs + "".join(post(number, text) for number, text in enumerate(TEXTS)))


def marked(page, *parts):
    return np.array([any(part in text for part in parts) for text in page.text])


def texts(page, content):
    return [text for text, is_content in zip(page.text, content.tolist(), strict=True) if is_content]


def completed(page, content):
    return texts(page, posts.completed(page, content, content, records(page, content)))


def test_a_post_the_method_missed_is_taken_whole(page):
    assert completed(page, marked(page, *TEXTS[:1], *TEXTS[2:])) == TEXTS


def test_what_was_taken_beside_the_bodies_is_dropped_but_for_the_title(page):
    content = marked(page, *TEXTS, "walker3", "elder", "Board of the town")
    content |= np.array([text == "The mill" for text in page.text])
    assert completed(page, content) == ["The mill", *TEXTS]


def test_where_no_box_stands_out_all_stays_as_it_was(page):
    content = marked(page, TEXTS[0], "walker3")
    assert completed(page, content) == texts(page, content)


LIST = "<ul><li>1080p and 1440p</li><li>Ray tracing</li></ul>"
PRICES = "<table><tr><th>Card</th><th>Price</th></tr><tr><td>RX 7600</td><td>$300</td></tr></table>"


@pytest.mark.parametrize(
    ("amid", "added"),
    [
        pytest.param(LIST, ["1080p and 1440p", "Ray tracing"], id="list"),
        pytest.param("<h3>Test results</h3>", ["Test results"], id="heading"),
        pytest.param(PRICES, ["Card", "Price", "RX 7600", "$300"], id="table"),
        pytest.param('<ul><li><a href="/2">Next page</a></li></ul>', [], id="link"),
        pytest.param("<ul><li>wheel.png by Walker on 5 May 2024 10:02</li></ul>", [], id="stamp"),
        pytest.param('<div class="tools"><ul><li>Helpful</li></ul></div>', [], id="box of its own"),
        pytest.param("<blockquote><ul><li>They said so</li></ul></blockquote>", [], id="quote"),
        pytest.param("<table><tr><td>Elder of the board</td></tr></table>", [], id="layout"),
    ],
)
def test_what_was_left_out_between_paragraphs_of_a_post_is_text(amid, added):
    end = "That is all there is to say of it for today."
    page = parse("".join(post(number, text + amid * (not number) + end) for number, text in enumerate(TEXTS)))
    content = marked(page, *TEXTS, end)
    assert completed(page, content) == [TEXTS[0], *added, *texts(page, content)[1:]]


def test_what_stands_in_other_posts_as_well_is_no_part_of_one():
    page = parse("".join(post(n, f"{text}<ul><li>{n} likes</li></ul>{text}") for n, text in enumerate(TEXTS)))
    content = marked(page, *TEXTS)
    assert completed(page, content) == texts(page, content)


def test_two_posts_say_nothing_of_what_is_alike():
    page = parse("".join(post(number, text) for number, text in enumerate(TEXTS[2:4])))
    content = marked(page, *TEXTS, "walker")
    assert len(records(page, content).rows) == 2
    assert completed(page, content) == texts(page, content)


def test_of_two_posts_one_tells_where_the_other_is_that_the_method_missed():
    answers = "".join(post(number, text) for number, text in enumerate(TEXTS[2:4]))
    page = parse(f"<h1>The mill</h1><div class=question><p>{TEXTS[0]}</p><p>{TEXTS[4]}</p></div>{answers}")
    content = marked(page, TEXTS[0], TEXTS[4], TEXTS[2])
    of_both = records(page, content | marked(page, TEXTS[3]))
    assert texts(page, posts.completed(page, content, content, of_both)) == [TEXTS[0], TEXTS[4], *TEXTS[2:4]]


def test_a_box_around_the_first_paragraph_alone_is_no_body():
    more = [f"So it was in the year {number}." for number in range(len(TEXTS))]
    html = "".join(
        post(number, f'<p class="first">{text} And more of it.</p><p>{after}</p><p>So they said.</p>')
        for number, (text, after) in enumerate(zip(TEXTS, more, strict=True))
    )
    page = parse(html)
    every = marked(page, *TEXTS, *more, "So they said.")
    assert completed(page, every) == texts(page, every)


SIGNATURES = ("Who mills first eats first.", "Nothing is as old as the river.")


def signed(number, text):
    signature = SIGNATURES[number % 2] if number else ""
    return post(
        number,
        f"<div class='said'>{text}</div><p class='below'>{signature}</p>"
        if signature
        else f"<div class='said'>{text}</div>",
    )


def test_what_ends_several_posts_in_a_box_of_its_own_is_no_part_of_the_bodies():
    page = parse("".join(signed(number, text) for number, text in enumerate(TEXTS)))
    assert completed(page, marked(page, *TEXTS, *SIGNATURES)) == TEXTS


def test_what_ends_several_posts_in_their_bodies_stays():
    page = parse("".join(post(number, f"{text}<p>Best wishes!</p>") for number, text in enumerate(TEXTS[:4])))
    every = marked(page, *TEXTS[:4], "Best wishes!")
    assert completed(page, every) == texts(page, every)


def test_code_and_lists_beside_the_only_paragraph_of_each_post_stay():
    more = {0: "<pre>turn(wheel)</pre>", 3: "<ul><li>no water</li><li>no wheat</li></ul>"}
    page = parse("".join(post(number, f"<p>{text}</p>{more.get(number, '')}") for number, text in enumerate(TEXTS)))
    every = marked(page, *TEXTS, "turn(wheel)", "no water", "no wheat")
    assert completed(page, every) == texts(page, every)


def test_the_body_of_a_question_may_lie_in_a_box_of_another_name():
    def boxed(number, text):
        around = "asked" if number < 2 else "answered"
        return post(
            number, f'<div class="{around}"><div class="prose"><p>{text}</p><pre>x = {number}</pre></div></div>'
        )

    page = parse("".join(boxed(number, text) for number, text in enumerate(TEXTS)))
    every = marked(page, *TEXTS, "x =")
    assert completed(page, every) == texts(page, every)


def test_code_is_taken_whatever_the_method_thinks_of_it_and_quotes_as_it_does():
    quote = "<blockquote><a class=from href=/p>from above</a><p>It turns again.</p></blockquote><pre>turn(2)</pre>"
    page = parse("".join(post(number, (quote if number == 2 else "") + text) for number, text in enumerate(TEXTS)))
    assert completed(page, marked(page, *TEXTS)) == [*TEXTS[:2], "turn(2)", *TEXTS[2:]]


@pytest.mark.parametrize("box", ["pre", "div class=code", "div class=bbc_code", "div class=blockcode"])
def test_lines_of_code_that_differ_in_numbers_alone_are_taken_in_whatever_box(box):
    code = f"<{box}>C1 = 22<br>C2 = 22<br>C3 = 47</{box.split()[0]}>"
    bodies = [*TEXTS[:-1], TEXTS[-1] + code]
    page = parse("".join(post(number, text) for number, text in enumerate(bodies)))
    assert list(map(str.strip, completed(page, marked(page, *TEXTS)))) == [*TEXTS, "C1 = 22", "C2 = 22", "C3 = 47"]


def test_posts_that_the_method_missed_say_nothing_of_how_pure_their_boxes_are(page):
    assert completed(page, marked(page, *TEXTS[1:3])) == TEXTS


def test_a_link_within_a_line_above_the_posts_is_part_of_it():
    above = "<p>It was <a href='/mill'>the mill of the town</a> that they spoke of for all the summer of last year.</p>"
    html = above + "".join(post(number, text) for number, text in enumerate(TEXTS))
    page = parse(html)
    every = marked(page, "It was", "the mill of the town", "that they spoke", *TEXTS)
    assert completed(page, every) == texts(page, every)


def test_quotes_do_not_hide_which_boxes_are_the_bodies():
    words = "which is all that anybody ever said of it, and a long time ago, too"
    quote = f"<div><b>Quote:</b><table><tr><td>{words}</td></tr></table></div>"
    page = parse("".join(post(number, (quote if number else "") + text) for number, text in enumerate(TEXTS)))
    assert completed(page, marked(page, *TEXTS)) == TEXTS


def test_bodies_are_of_one_class_whatever_their_ids():
    """The id of the first has no number, and it is so long that its writer's card beside it hardly counts."""
    bodies = [" ".join(TEXTS), TEXTS[1], TEXTS[3]]
    html = "".join(post(number, text) for number, text in enumerate(bodies))
    html = html.replace('<div class="card">', '<div class="wide"><div class="card">').replace(
        "</div></div>", "</div>" * 3
    )
    for name in ("tpc", "12", "13"):
        html = html.replace('<div class="body">', f'<div class="text" id="read_{name}">', 1)
    page = parse(html)
    content = marked(page, bodies[0])
    assert texts(page, posts.completed(page, content, content, records(page, marked(page, *bodies)))) == bodies


def test_a_body_in_which_readers_select_what_they_quote_is_no_quote():
    software = [
        f'<article class="post"><b class="nick">walker{n}</b><article class="body js-selectToQuote"><div class="text">'
        f"{text}{LIST * (not n)}{text}</div></article></article>"
        for n, text in enumerate(TEXTS)
    ]
    page = parse("".join(software))
    content = marked(page, *TEXTS)
    assert completed(page, content)[:4] == [TEXTS[0], "1080p and 1440p", "Ray tracing", TEXTS[0]]


def test_a_post_of_which_a_quote_alone_was_marked_is_taken_whole_but_for_what_stands_above():
    quote = f"<blockquote><p>{TEXTS[0]}</p><p>And none saw it.</p></blockquote>"
    page = parse("".join(post(number, (quote if number == 1 else "") + text) for number, text in enumerate(TEXTS)))
    known = marked(page, TEXTS[0], *TEXTS[2:], "And none saw it.")
    known[[row for row, text in enumerate(page.text) if text == TEXTS[0]][1:]] = False
    assert completed(page, known) == [TEXTS[0], "And none saw it.", *TEXTS[1:]]


def test_a_title_with_a_link_in_it_is_no_post():
    title = "<h1><a>[Question]</a> <span>How did the ferry get across the river when the wind was high?</span></h1>"
    page = parse(f"<div>{title}</div>" + "".join(post(number, text) for number, text in enumerate(TEXTS)))
    everything = marked(page, *TEXTS)
    everything[page.text.index("[Question]") :][:3] = True
    number, total = first_posts.numbered(page, everything, records(page, marked(page, *TEXTS)))
    assert total == len(TEXTS)
    assert number[page.text.index(TEXTS[0])] == 1
