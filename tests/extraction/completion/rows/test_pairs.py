"""Keys and values amid a text are part of it, although no name says that they are facts."""

import pytest

from extraction.completion.rows.pairs import pairs
from tests.extraction.completion.pages_for_tests import BEFORE, BEHIND, chosen_by

BOXES = {
    "a bold beginning": (
        "<div><h3>Zahlen</h3><p><b>Länge:</b> 212 Meter<p><b>Kosten:</b> 31 Millionen<p><b>Bau:</b> 4 Jahre</div>",
        ["Zahlen", "Länge:", " 212 Meter", "Kosten:", " 31 Millionen", "Bau:", " 4 Jahre"],
    ),
    "items": (
        "<ul><li><span>Hazırlama</span> <strong>20 dk</strong><li><span>Pişirme</span> <strong>25 dk</strong></ul>",
        ["Hazırlama", "20 dk", "Pişirme", "25 dk"],
    ),
    "boxes without names": (
        "<div><div><i>Город</i><i>Архангельск</i></div><div><i>Опыт</i><i>3 года</i></div></div>",
        ["Город", "Архангельск", "Опыт", "3 года"],
    ),
    "leaders between": (
        "<div><div><i>Haarschnitt</i><b>.....</b><i>29 €</i></div><div><i>Bart</i><b>……</b><i>14 €</i></div></div>",
        ["Haarschnitt", ".....", "29 €", "Bart", "……", "14 €"],
    ),
    "named boxes beside each other": (
        "<div class=k>重量</div><div class=v>2.9 公斤</div><div class=k>价格</div><div class=v>389 元</div>",
        ["重量", "2.9 公斤", "价格", "389 元"],
    ),
}
OTHERS = {
    "links": "<div><p><b>More:</b> <a href=/1>One</a><p><b>Less:</b> Two<p><b>Same:</b> Three</div>",
    "a field": "<div><p><b>Name:</b> yours<input><p><b>Mail:</b> yours too</div>",
    "the same key twice": "<div><p><b>Photo:</b> Kaya<p><b>Photo:</b> Demir</div>",
    "names of people": "<div class=author-box><p><b>Text:</b> Kaya<p><b>Bild:</b> Demir</div>",
    "items without keys": "<div><ul><li>One<li>Two</ul><ul><li>Three<li>Four</ul></div>",
    "words alike": "<div><p>One<p>Two<p>Three<p>Four</div>",
    "a row of heads": "<table><tr><th>Area<th>Title<th>Time<th>Place</table>",
    "counts": "<div><div><i>Shares</i><i>214</i></div><div><i>Comments</i><i>1,017</i></div></div>",
    "numbers": "<div><p><b>5</b> stars<p><b>4</b> stars<p><b>3</b> stars</div>",
    "long": f"<div><p><b>One:</b> {'word ' * 200}<p><b>Two:</b> {'word ' * 200}</div>",
}


@pytest.mark.parametrize("box", BOXES)
def test_a_box_of_keys_and_values_amid_the_text_is_part_of_it(box):
    html, texts = BOXES[box]
    assert chosen_by(pairs, f"<p>{BEFORE}</p>{html}<p>{BEHIND}</p>") == [BEFORE, *texts, BEHIND]


@pytest.mark.parametrize("other", OTHERS)
def test_other_boxes_stay_as_they_were_judged(other):
    assert chosen_by(pairs, f"<p>{BEFORE}</p>{OTHERS[other]}<p>{BEHIND}</p>") == [BEFORE, BEHIND]


def test_nor_is_one_before_or_behind_the_text_or_beside_what_was_not_chosen():
    box, _ = BOXES["a bold beginning"]
    beside = "Something else stands in the same box, and nearly all of it was left out, as it is none of the text."
    assert chosen_by(pairs, f"{box}<p>{BEFORE}</p><p>{BEHIND}</p>{box}") == [BEFORE, BEHIND]
    html = f"<p>{BEFORE}</p><p>{beside}</p><p>{BEFORE}</p>{box}<p>{BEHIND}</p>"
    assert chosen_by(pairs, html) == [BEFORE, BEFORE, BEHIND]


def test_of_several_boxes_between_two_paragraphs_that_with_pairs_is_part_of_the_text():
    box, texts = BOXES["boxes without names"]
    html = f"<p>{BEFORE}</p><div>Anzeige</div><section>{box}</section><p>{BEHIND}</p>"
    assert chosen_by(pairs, html) == [BEFORE, *texts, BEHIND]


def test_of_a_box_with_a_title_and_a_button_the_part_with_the_pairs_is_part_of_the_text():
    box, texts = BOXES["boxes without names"]
    html = f"<aside><h2>Состав</h2><div><button>-</button><b>на 4 персоны</b></div>{box}</aside>"
    assert chosen_by(pairs, f"<p>{BEFORE}</p>{html}<p>{BEHIND}</p>") == [BEFORE, *texts, BEHIND]
