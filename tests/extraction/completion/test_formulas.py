"""Formulas on a line of their own stand in the text where it goes on before and behind them."""

import pytest

from extraction.completion.formulas import formulas
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by

MATH = "<math><mi>h</mi><mo>=</mo><mi>a</mi></math>"
KATEX = (
    f"<div class=katex-display><span class=katex><span class=katex-mathml>{MATH}</span>"
    "<span class=katex-html aria-hidden=true><span>h</span><span>a</span></span></span></div>"
)
EQUATION = f"<table><tbody><tr><td></td><td>{MATH}</td><td><span>(12)</span></td></tr></tbody></table>"


@pytest.mark.parametrize(
    ("formula", "texts"),
    [
        (f"<div>{MATH}</div>", ["h", "=", "a"]),
        (KATEX, ["h", "=", "a"]),
        (EQUATION, ["h", "=", "a", "(12)"]),
        (f"<div>{MATH}</div><div>{MATH}</div>", ["h", "=", "a"] * 2),
    ],
)
def test_a_formula_between_two_texts_is_part_of_them(formula, texts):
    html = f"<div><p>{BEFORE}</p>{formula}<p>{BEHIND}</div>"
    assert chosen_by(formulas, html) == [BEFORE, *texts, BEHIND]


@pytest.mark.parametrize(
    "html",
    [
        f"<div><p>{BEFORE}</p><p>{BEHIND}</p></div><div>{MATH}</div>",
        f"<div>{MATH}<p>{BEFORE}</p><p>{BEHIND}</p></div>",
        f"<div><p>{BEFORE}</p><div><p>Formulas of the week, and whence they came:</p>{MATH}</div><p>{BEHIND}</div>",
    ],
)
def test_a_formula_elsewhere_is_none_of_it(html):
    assert chosen_by(formulas, html) == [BEFORE, BEHIND]
