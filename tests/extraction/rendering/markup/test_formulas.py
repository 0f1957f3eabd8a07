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


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        ("<mi>v</mi><mo>=</mo><mn>2</mn>", "v = 2"),
        ("<mfrac><mi>l</mi><msup><mi>t</mi><mn>2</mn></msup></mfrac>", r"\frac{l}{t^{2}}"),
        ("<msqrt><mi>a</mi><mo>&lt;</mo><msub><mi>b</mi><mi>i</mi></msub></msqrt>", r"\sqrt{a < b_{i}}"),
        ("<mrow><mroot><mi>x</mi><mn>3</mn></mroot><mtext>if&nbsp;so</mtext></mrow>", r"\sqrt[3]{x} \text{if so}"),
        ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>", "∑_{i}^{n}"),
    ],
)
def test_the_source_of_mathml_without_one_is_made(mathml, tex):
    [(_, source, _)] = formulas.elements(parse(f"<p>A <math>{mathml}</math> b", with_markup=True))
    assert source == tex


@pytest.mark.parametrize("mathml", ["<mtable><mtr><mtd><mi>x</mi></mtd></mtr></mtable>", "<mfrac><mi>x</mi></mfrac>"])
def test_mathml_that_is_not_known_is_text(mathml):
    assert list(formulas.elements(parse(f"<p><math>{mathml}</math>", with_markup=True))) == []


def test_tex_between_signs_is_found_and_prices_are_not():
    text = r"From \(a_1\) and $$b$$ to \[c\], for $3 or $4."
    assert [(text[a:b], tex, displayed) for a, b, tex, displayed in formulas.in_text(text)] == [
        (r"\(a_1\)", "a_1", False),
        ("$$b$$", "b", True),
        (r"\[c\]", "c", True),
    ]
