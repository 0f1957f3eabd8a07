import pytest

from extraction.page.node_table import parse
from extraction.rendering.markup import formulas

TEX = '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">{}</annotation></semantics></math>'


@pytest.mark.parametrize(
    ("html", "tex", "displayed"),
    [
        (TEX.format("x_1 &lt; 2"), "x_1 < 2", False),
        (
            f"<p class=katex-display><span class=katex><span class=katex-mathml>{TEX.format('x')}</span></span></p>",
            "x",
            True,
        ),
        ("<math display=block alttext='{\\displaystyle x^2}'><mi>x</mi></math>", "x^2", True),
        ("<span class=mwe-math-element>" + TEX.format("{\\displaystyle a}") + "</span>", "a", False),
    ],
)
def test_the_source_of_a_formula_is_read(html, tex, displayed):
    [(_, source, alone)] = formulas.elements(parse(f"<p>A {html} b", with_markup=True))
    assert (source, alone) == (tex, displayed)


def test_a_formula_without_source_is_text():
    assert list(formulas.elements(parse("<p><math><mi>x</mi></math>", with_markup=True))) == []


def test_tex_between_signs_is_found_and_prices_are_not():
    text = r"From \(a_1\) and $$b$$ to \[c\], for $3 or $4."
    assert [(text[a:b], tex, displayed) for a, b, tex, displayed in formulas.in_text(text)] == [
        (r"\(a_1\)", "a_1", False),
        ("$$b$$", "b", True),
        (r"\[c\]", "c", True),
    ]
