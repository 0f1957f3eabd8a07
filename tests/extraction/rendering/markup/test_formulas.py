import numpy as np
import pytest

from extraction.page.node_table import parse
from extraction.rendering.markdown import markdown
from extraction.rendering.markup import formulas
from extraction.rendering.markup.marks import Markup
from extraction.rendering.render import render
from tests.growth import MOST, TIMES, growth

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
        ("<math display=block data-latex='T = 2\\pi'><mi>T</mi></math>", r"T = 2\pi", True),
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


def test_tex_between_single_signs_has_a_command_and_stands_close_to_them():
    text = r"The mean is $\bar{x} = \frac{1}{n}$ of $5 and $6, or $HOME\bin and $PATH\lib; $a$ and $ \alpha $ are none."
    assert [(text[a:b], displayed) for a, b, _, displayed in formulas.in_text(text)] == [
        (r"$\bar{x} = \frac{1}{n}$", False)
    ]


def test_signs_without_an_end_take_no_time_that_grows_with_their_square():
    def formulas_in(text):
        return list(formulas.in_text(text))

    assert growth(formulas_in, r"$x\alpha " * 500, r"$x\alpha " * 500 * TIMES) < MOST
    assert growth(formulas_in, "$x" + r"\alpha " * 2000, "$x" + r"\alpha " * 2000 * TIMES) < MOST


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


@pytest.mark.parametrize(
    ("html", "sources"),
    [
        (r'<span class="ztext-math" data-tex="">\pi r^2</span>', [r"\pi r^2"]),
        ('<span class="ztext-math"><math alttext="x"><mtext>x</mtext></math></span>', ["x"]),
        (r'<code class="js-render-math">\sqrt{2}</code>', [r"\sqrt{2}"]),
        (r'<span class="math-inline">\(x\)</span>', []),
        (r'<span class="wp-katex-eq" data-display="false">\gamma</span>', [r"\gamma"]),
        (r'<img class="latex" alt="&#92;gamma">', [r"\gamma"]),
    ],
)
def test_what_is_named_after_the_source_it_holds_is_a_formula(html, sources):
    page = parse(f"<p>A {html} b", with_markup=True)
    assert [source for _, source, _ in formulas.of_page(page)] == sources


def rows_of(*rows):
    cells = "".join(f"<tr>{''.join(f'<td>{cell}' for cell in row)}" for row in rows)
    page = parse(f"<p>Es gilt:</p><table>{cells}</table><p>Und so weiter.", with_markup=True)
    return markdown(render(page, np.ones(len(page.texts), dtype=bool), markup=Markup.FORMATTING)).split("\n\n")[1:-1]


def test_a_table_that_lays_out_formulas_is_formulas_with_their_numbers():
    left, right = (f"<math alttext='{tex}'><mi>x</mi></math>" for tex in (r"\displaystyle h", "=vt,"))
    assert rows_of(("", left, right, "(2)")) == ["$$h =vt,$$ (2)"]
    assert rows_of((left, right), ("", right, "(3a)")) == ["$$h =vt,$$", "$$=vt,$$ (3a)"]


@pytest.mark.parametrize("row", [("Tiefe", "{}", "(2)"), ("{} in Metern", "3"), ("{}", "12")])
def test_a_table_that_says_more_stays_one(row):
    cells = [cell.format(TEX.format("h")) for cell in row]
    assert rows_of(cells)[0].startswith("| |")


@pytest.mark.parametrize("code", ["<pre class=language-math><code>{}</code></pre>", "<pre data-lang=math>{}</pre>"])
def test_code_in_the_language_of_formulas_is_a_formula(code):
    tex = r"M = F \cdot r"
    page = parse(f"<p>Es gilt:</p>{code.format(tex)}", with_markup=True)
    blocks = render(page, np.ones(len(page.texts), dtype=bool), markup=Markup.FORMATTING)
    assert markdown(blocks) == f"Es gilt:\n\n$${tex}$$"
