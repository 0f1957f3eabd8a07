import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction import extract
from extraction.methods.method import Knowledge
from extraction.methods.template import learned
from extraction.model import mezmun
from extraction.model.forest import Forest
from extraction.model.line_values import Table
from extraction.page.lines import lines_of
from extraction.page.node_table import parse

MENU = (
    '<ul class="menu">'
    + "".join(f'<li><a href="/{word}">{word}</a></li>' for word in ["Home", "News", "Sport", "About"])
    + "</ul>"
)
FOOTER = '<div id="footer">© 2024 The Daily River. All rights reserved. <a href="/p">Privacy policy</a></div>'
PARAGRAPHS = (
    "The river rose again on Monday, and by noon the lower bridge was closed to everything but boats.",
    "Farmers on both banks had moved their animals the evening before, when the first warnings came from the hills.",
    "“We have seen worse,” said the keeper of the old mill, “but never in a month that should be dry.”",
)
ARTICLE = f"""<html><head><title>River rises again - The Daily River</title></head><body>{MENU}
<div class="story"><h1>River rises again</h1>{"".join(f"<p>{text}</p>" for text in PARAGRAPHS)}</div>
<div class="sidebar"><h3>Most read</h3>
<a href="/1">Market opens late</a><br><a href="/2">Ten ways to dry a boot</a></div>
{FOOTER}</body></html>"""
POSTS = (
    "Does anybody know how to get the pump of the old mill going again? Mine stopped last night.",
    "Have you looked at the valve? When mine stopped it was only sand in the lower valve.",
    "Same here. I took it apart and cleaned it, and it ran for another two years.",
    "It was the valve indeed, thank you both! It is running since this morning.",
)


def post(number, text):
    return f"""<div class="post" id="p{number}"><div class="profile"><a href="/u/{number}">member{number}</a><br>
Posts: {number}17<br>Joined: 12 May 2009</div><div class="postbody">{text}</div>
<div class="buttons"><a href="#">Quote</a> <a href="#">Reply</a></div></div>"""


THREAD = f"""<html><head><title>Pump stopped - Mill forum</title></head><body>{MENU}<h1>Pump stopped</h1>
{"".join(post(number, text) for number, text in enumerate(POSTS))}{FOOTER}</body></html>"""


def test_an_article_is_its_paragraphs_without_menu_sidebar_and_footer():
    text = extract(ARTICLE, method="mezmun").text
    assert all(paragraph in text for paragraph in PARAGRAPHS)
    assert "Sport" not in text
    assert "Ten ways" not in text
    assert "rights reserved" not in text


def test_a_thread_is_its_posts_without_members_and_buttons():
    text = extract(THREAD, method="mezmun").text
    assert all(post in text for post in POSTS)
    assert "Joined" not in text
    assert "Quote" not in text
    assert "rights reserved" not in text


@pytest.mark.parametrize("html", ["", "<body></body>", "<script>x</script>"])
def test_a_page_without_text_has_none_and_no_confidence(html):
    found = extract(html, method="mezmun")
    assert found.text == ""
    assert found.confidence == 0


def test_confidence_is_a_share_and_other_methods_have_none():
    sure = extract(ARTICLE, method="mezmun").confidence
    assert sure is not None
    assert 0.5 < sure <= 1
    assert extract(ARTICLE, method="all-text").confidence is None


def test_a_model_survives_being_written(tmp_path):
    model = mezmun.shipped()
    model.save(tmp_path / "model.npz")
    again = mezmun.load(tmp_path / "model.npz")
    for html in (ARTICLE, THREAD):
        page = parse(html)
        assert np.array_equal(model.judge(page).probability, again.judge(page).probability)


def test_the_shipped_model_is_small_and_holds_no_objects():
    path = mezmun.SHIPPED
    assert path.stat().st_size < 5_000_000
    with np.load(path, allow_pickle=False) as arrays:
        assert all(arrays[name].dtype != object for name in arrays.files)


def test_another_process_judges_alike():
    script = (
        "import sys\nfrom extraction.model import mezmun\nfrom extraction.page.node_table import parse\n"
        "print(mezmun.shipped().judge(parse(sys.stdin.read())).probability.tobytes().hex())"
    )
    given = {"input": THREAD, "capture_output": True, "text": True, "check": True}
    other = subprocess.run([sys.executable, "-c", script], **given, env={"PYTHONHASHSEED": "7"})
    assert other.stdout.strip() == mezmun.shipped().judge(parse(THREAD)).probability.tobytes().hex()


def test_select_and_judge_agree():
    page = parse(THREAD)
    assert np.array_equal(mezmun.select(page, Knowledge(page)), mezmun.judge(page, Knowledge(page)).content)


def test_a_thread_is_held_to_be_one_and_an_article_is_not():
    thread, article = (mezmun.judge(page, Knowledge(page)).thread for page in map(parse, (THREAD, ARTICLE)))
    assert article < 0.2 < 0.4 < thread


def test_what_a_site_repeats_is_held_to_be_less_likely():
    page = parse(ARTICLE)
    repeated = ["<div class=story><p>" + PARAGRAPHS[1] + "</p></div>"] * 3
    template = learned(parse(html) for html in repeated)
    alone, beside = mezmun.shipped().judge(page), mezmun.shipped().judge(page, template)
    line = lines_of(page).text.index(PARAGRAPHS[1])
    assert beside.probability[line] < alone.probability[line]
    others = np.arange(len(alone.probability)) != line
    assert np.array_equal(beside.probability[others], alone.probability[others])


def steady(score):
    """A forest that gives every line the same probability."""
    curve = np.linspace(0, 1, 101, dtype=np.float32)
    nothing = np.zeros((1, 1), dtype=np.int16)
    return Forest(("row",), nothing, nothing.astype(np.float32), np.full((1, 2), score, dtype=np.int16), curve, 0, 1)


def table(values):
    return Table(tuple(values), np.array(list(values.values()), dtype=np.float32))


def judge(forests, values, kinds):
    """Judge lines each of which stands in a box of its own."""
    return forests.judge(values, np.arange(values.rows.shape[1]), kinds)


def lines_of_two(chars_of_article):
    """Values of two lines of sentences, the second one a comment."""
    return table(
        {
            "row": [0, 0],
            "since-title": [-9999, -9999],
            "since-headline": [-9999, -9999],
            "in-comments": [0, 1],
            "sentence": [1, 1],
            "chars": [chars_of_article, 500],
        }
    )


def test_comments_under_an_article_are_judged_apart_from_it_and_like_posts():
    forests = mezmun.Forests(threads=steady(100), general=steady(20))
    probability, apart = judge(forests, lines_of_two(200), {"article": 0.9})
    assert probability == pytest.approx(np.array([0.2, 1.0]))
    assert apart.tolist() == [False, True]
    assert judge(forests, lines_of_two(200), {"article": 0.3, "forum": 0.6})[1] is None


def test_comments_on_a_page_that_says_nothing_else_are_its_text():
    forests = mezmun.Forests(threads=steady(100), general=steady(20))
    probability, apart = judge(forests, lines_of_two(40), {"article": 0.9})
    assert probability == pytest.approx(np.array([0.2, 1.0]))
    assert apart is None


def lines_since(title, headline, chars=(1, 1, 1)):
    others = {"row": [0, 0, 0], "in-comments": [0, 0, 0], "chars": chars}
    return table(others | {"since-title": title, "since-headline": headline})


def test_the_threads_forest_has_at_most_half_the_say():
    forests = mezmun.Forests(threads=steady(100), general=steady(20))
    values = lines_since([-9999] * 3, [-9999] * 3)
    assert judge(forests, values, {"forum": 1.0})[0] == pytest.approx(np.full(3, 0.6))
    assert judge(forests, values, {"forum": 0.02})[0] == pytest.approx(np.full(3, 0.2))


def test_lines_before_the_title_of_an_article_are_less_likely():
    forests = mezmun.Forests(threads=steady(100), general=steady(80))
    values = lines_since([-1, 0, 1], [-9999] * 3, chars=[10, 60, 60])
    assert judge(forests, values, {"article": 0.9})[0] == pytest.approx([0.24, 0.8, 0.8])
    assert judge(forests, values, {"article": 0.5})[0] == pytest.approx([0.8, 0.8, 0.8])


def test_what_is_hardly_likely_above_the_title_does_not_hinder_it():
    curve = np.linspace(0, 1, 101, dtype=np.float32)
    nothing, scores = np.zeros((1, 1), dtype=np.int16), np.array([[55, 90]], dtype=np.int16)
    general = Forest(("row",), nothing, nothing.astype(np.float32), scores, curve, 0, 1)
    forests = mezmun.Forests(threads=steady(100), general=general)
    values = {"row": [0, 1, 1], "in-comments": [0, 0, 0], "chars": [60, 40, 40]}
    lines = table(values | {"since-title": [-1, 0, 1], "since-headline": [-9999] * 3})
    assert judge(forests, lines, {"article": 0.9})[0] == pytest.approx([0.165, 0.9, 0.9])


def test_a_title_below_the_text_makes_it_no_less_likely():
    forests = mezmun.Forests(threads=steady(100), general=steady(80))
    values = lines_since([-2, -1, 0], [0, 1, 2], chars=[60, 60, 10])
    assert judge(forests, values, {"article": 0.9})[0] == pytest.approx([0.8, 0.8, 0.8])


def test_a_title_on_a_page_in_doubt_makes_nothing_above_it_less_likely():
    forests = mezmun.Forests(threads=steady(100), general=steady(40))
    values = lines_since([-2, -1, 0], [-9999] * 3, chars=[60, 60, 10])
    assert judge(forests, values, {"article": 0.9})[0] == pytest.approx([0.4, 0.4, 0.4])


def test_a_headline_that_is_the_title_is_trusted_whatever_is_above_it():
    forests = mezmun.Forests(threads=steady(100), general=steady(80))
    values = lines_since([-2, -1, 0], [-2, -1, 0], chars=[60, 60, 10])
    assert judge(forests, values, {"article": 0.9})[0] == pytest.approx([0.24, 0.24, 0.8])


@given(
    st.lists(st.tuples(*(st.sampled_from([-1, 0, 1]) for _ in range(3)), st.integers(0, 9)), min_size=1, max_size=40),
    st.integers(-2, 20),
    st.data(),
)
def test_two_forests_are_heard_as_plain_python_says(lines, headline, data):
    kinds = {kind: data.draw(st.sampled_from([0, 0.05, 0.12, 0.6, 0.85, 1])) for kind in ("article", "forum")}
    curve = np.linspace(0, 1, 101, dtype=np.float32)
    nothing, scores = np.zeros((1, 1), dtype=np.int16), np.array([[[90, 70]], [[20, 35]]], dtype=np.int16)
    forests = mezmun.Forests(
        *(Forest(("row",), nothing, nothing.astype(np.float32), each, curve, 0, 1) for each in scores)
    )
    row, title, comment, chars = zip(*lines, strict=True)
    names = ("row", "since-title", "in-comments", "sentence", "chars")
    columns = dict(zip(names, (row, title, comment, row, chars), strict=True))
    found, _ = judge(forests, table(columns | {"since-headline": [n - headline for n in range(len(lines))]}), kinds)
    say = kinds["forum"] / 2 if kinds["forum"] >= 0.1 else 0
    of_threads, of_all = ([each[int(value > 0)] / 100 for value in row] for each in scores[:, 0])
    heard = [say * thread + (1 - say) * general for thread, general in zip(of_threads, of_all, strict=True)]
    text = [(p - 0.5) * c * (p > 0.5 and not apart > 0) for p, c, apart in zip(heard, chars, comment, strict=True)]
    above = [p for p, since in zip(text, title, strict=True) if since < 0]
    is_headline = 0 <= headline < len(lines) and title[headline] == 0
    begins = title[-1] >= 0 and (is_headline or (sum(text) > 0 and sum(above) <= 0.3 * sum(text)))
    for line, likely in enumerate(found.tolist()):
        expected = heard[line]
        if kinds["article"] >= 0.8:
            expected *= 0.3 if begins and title[line] < 0 else 1
            expected = of_threads[line] if comment[line] > 0 else expected
        assert likely == pytest.approx(expected)
