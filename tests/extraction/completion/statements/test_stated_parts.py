"""Ingredients, steps, questions and answers that the page states as data, and shows, are part of the text."""

import json

import numpy as np
import pytest

from extraction.completion.completion import completed
from extraction.completion.statements.stated_parts import stated_parts
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by

TEXT = [BEFORE, BEHIND]
INGREDIENTS = ["2 Eier", "250 g Mehl", "Salz"]
STEPS = ["Alles rühren.", "Im Ofen backen, bis der Kuchen oben braun ist und duftet."]
QUESTION, ANSWER = "Wann fährt die Bahn?", "Sie fährt alle zehn Minuten über die neue Brücke, nachts jede Stunde."
RECIPE = {"@type": "Recipe", "recipeIngredient": INGREDIENTS, "recipeInstructions": STEPS}
QUESTIONS = {
    "@type": "FAQPage",
    "mainEntity": [{"@type": "Question", "name": QUESTION, "acceptedAnswer": {"@type": "Answer", "text": ANSWER}}],
}


def page(stated, shown, *, head=""):
    data = stated if isinstance(stated, str) else json.dumps(stated)
    return f"""{head}<script type="application/ld+json">{data}</script><nav>Salz</nav><main><p>{BEFORE}</p>
        <p>{BEHIND}</p>{shown}</main><footer>Impressum</footer>"""


def listed(texts, tag="li"):
    return "".join(f"<{tag}>{text}</{tag}>" for text in texts)


SECTION = {"@type": "HowToSection", "name": "Der Teig", "itemListElement": [{"text": STEPS[0]}]}
ESCAPED = {"name": QUESTION, "acceptedAnswer": {"text": f"&lt;b&gt;{ANSWER}&lt;/b&gt;"}}
HOW_TO = {"@type": "HowTo", "tool": {"name": "Säge"}, "step": [{"name": "Messen", "text": "Erst messen."}]}


def of_recipe(**properties):
    return {"@type": "Recipe", **properties}


@pytest.mark.parametrize(
    ("stated", "shown"),
    [
        pytest.param(RECIPE, [*INGREDIENTS, *STEPS], id="recipe"),
        pytest.param({"@graph": [{"@type": "WebPage"}, RECIPE]}, INGREDIENTS, id="in a graph"),
        pytest.param({**RECIPE, "@type": ["Recipe", "Article"]}, INGREDIENTS, id="of two types"),
        pytest.param(of_recipe(ingredients=INGREDIENTS), INGREDIENTS, id="older word"),
        pytest.param(of_recipe(recipeInstructions="<p>Rühren.</p>\nSalzen."), ["Rühren.", "Salzen."], id="as HTML"),
        pytest.param(of_recipe(recipeInstructions=[SECTION]), ["Der Teig", STEPS[0]], id="in sections"),
        pytest.param(HOW_TO, ["Säge", "Messen", "Erst messen."], id="how to"),
        pytest.param(QUESTIONS, [QUESTION, ANSWER], id="questions"),
        pytest.param({"@type": "FAQPage", "mainEntity": ESCAPED}, [QUESTION, ANSWER], id="escaped"),
    ],
)
def test_what_is_stated_is_text_where_it_is_shown(stated, shown):
    assert chosen_by(stated_parts, page(stated, f"<ul>{listed(shown)}<li>Drucken</li></ul>")) == [*TEXT, *shown]


def test_letters_alone_are_compared():
    assert chosen_by(stated_parts, page(RECIPE, listed(["▢ 2 EIER", "250 g <b>Mehl</b>,"]))) == [
        *TEXT, "▢ 2 EIER", "250 g ", "Mehl", ","
    ]  # fmt: skip


def test_a_question_in_a_link_that_unfolds_its_answer_is_text_and_one_in_a_list_of_links_is_not():
    contents = f'<div><a href="#1">{QUESTION}</a></div><div><a href="#2">Und sonst?</a></div>'
    unfolding = f'<div><a href="#">{QUESTION}</a><div>{ANSWER}</div></div>'
    assert chosen_by(stated_parts, page(QUESTIONS, unfolding)) == [*TEXT, QUESTION, ANSWER]
    assert chosen_by(stated_parts, page(QUESTIONS, contents)) == TEXT


def test_a_part_is_given_as_often_as_it_is_stated():
    twice = {"@type": "Recipe", "recipeIngredient": ["Salz", "2 Eier", "Salz", "Zucker"]}
    shown = ["Salz", "2 Eier", "Salz", "Zucker"]
    assert chosen_by(stated_parts, page(twice, listed(shown) + listed(shown))) == [*TEXT, *shown]
    chosen = chosen_by(stated_parts, page(QUESTIONS, listed([QUESTION, ANSWER]) * 2), [*TEXT, QUESTION, ANSWER])
    assert chosen == [*TEXT, *[QUESTION, ANSWER] * 2]  # all of them were chosen before


def test_a_short_part_alone_may_be_another_word():
    assert chosen_by(stated_parts, page(RECIPE, "<div>Salz</div>")) == TEXT
    assert chosen_by(stated_parts, page(RECIPE, listed(STEPS[1:]))) == [*TEXT, *STEPS[1:]]


@pytest.mark.parametrize(
    ("stated", "head"),
    [
        pytest.param("{", "", id="invalid"),
        pytest.param({"@type": "Recipe", "recipeIngredient": [{"name": 2}, None, 5]}, "", id="no texts"),
        pytest.param({"@type": "Article", "articleBody": "2 Eier"}, "", id="another type"),
        pytest.param(RECIPE, '<meta property="og:type" content="product">', id="goods"),
    ],
)
def test_nothing_is_given_where_nothing_is_stated_or_goods_are_sold(stated, head):
    assert chosen_by(stated_parts, page(stated, listed(INGREDIENTS), head=head)) == TEXT


@pytest.mark.parametrize("times", [900, 5000])
def test_data_in_data_without_end_is_left(times):
    deep = f'{{"@type": "Recipe", "recipeIngredient": {"[" * times}"2 Eier", "Salz"{"]" * times}}}'
    assert chosen_by(stated_parts, page(deep, listed(INGREDIENTS))) == TEXT


def test_microdata_marks_ingredients_with_their_amounts_and_steps_without_their_numbers():
    shown = (
        '<div itemprop="recipeIngredient"><i>1/4</i><b>Tasse Milch</b></div><div itemprop="ingredients">Salz</div>'
        '<div itemprop="recipeInstructions"><div>1</div><div>Alles rühren.</div><a href="/druck">Drucken</a></div>'
    )
    assert chosen_by(stated_parts, page("{}", shown)) == [*TEXT, "1/4", "Tasse Milch", "Salz", "Alles rühren."]


def test_it_is_asked_of_pages_that_have_nothing_for_any_other_rule():
    table = parse(page(RECIPE, listed(INGREDIENTS, "div")))
    content = completed(table, np.array([text in TEXT for text in table.text]), 0.0)
    assert [table.text[row] for row in np.flatnonzero(content)] == [*TEXT, *INGREDIENTS]
