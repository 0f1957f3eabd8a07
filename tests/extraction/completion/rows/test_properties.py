"""What goods are made of and how large they are belongs to the text of a page that sells some."""

import pytest

from extraction.completion.choice import Choice
from extraction.completion.completion import completed
from extraction.completion.rows.properties import properties
from extraction.page.node_table import parse

SELLS = '<meta property="og:type" content="product">'
TEXT = "The lamp throws a warm, even light over the whole desk, and can be dimmed in ten steps at its foot."
NAMED = {
    "a table": "<div class=additional-attributes><table><tr><th>Height<td>48 cm<tr><th>Weight<td>1.9 kg</table></div>",
    "definitions": "<dl class=data-sheet><dt>Height<dd>48 cm<dt>Weight<dd>1.9 kg</dl>",
    "boxes": "<div class=specifications><p><b>Height</b><i>48 cm</i><p><b>Weight</b><i>1.9 kg</i></div>",
}


def texts_of(box, head=SELLS):
    page = parse(f"<html><head><title>Lamp</title>{head}<body><h1>Lamp</h1><p>{TEXT}</p>{box}<p>Other lamps</p>")
    content = page.chars == page.chars.max()
    return ["".join(page.texts.between(*part).split()) for part in properties(Choice(page, content))]


@pytest.mark.parametrize("name", NAMED)
def test_a_box_named_after_properties_of_goods_is_text(name):
    assert texts_of(NAMED[name]) == ["Height48cmWeight1.9kg"]


@pytest.mark.parametrize(
    ("box", "head"),
    [
        pytest.param(NAMED["definitions"], "", id="nothing is sold"),
        pytest.param(NAMED["definitions"].replace("data-sheet", "sizes"), SELLS, id="another name"),
        pytest.param(
            NAMED["definitions"].replace("48 cm", "<select><option>48 cm</select>"), SELLS, id="to choose from"
        ),
        pytest.param(NAMED["definitions"].replace("48 cm", TEXT * 3), SELLS, id="sentences"),
        pytest.param(NAMED["definitions"].replace("48 cm", "<a href=x>48 centimetres or more</a>"), SELLS, id="links"),
        pytest.param(NAMED["definitions"] * 4, SELLS, id="a list of goods"),
    ],
)
def test_another_box_is_not(box, head):
    assert texts_of(box, head) == []


@pytest.mark.parametrize(("thread", "is_text"), [(0.36, True), (0.5, False)])
def test_it_is_text_where_the_page_looks_a_little_like_a_thread_for_its_reviews(thread, is_text):
    page = parse(f"<html><head>{SELLS}<body><h1>Lamp</h1><p>{TEXT}</p>{NAMED['definitions']}<p>Other lamps</p>")
    content = page.chars == page.chars.max()
    more = completed(page, content, thread) & ~content
    assert bool(more.any()) is is_text
