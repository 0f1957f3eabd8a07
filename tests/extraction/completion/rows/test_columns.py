"""What stands at the same place in boxes alike is text where the rest of them is."""

import numpy as np
import pytest

from extraction.completion.rows.columns import columns
from extraction.page.node_table import parse
from tests.extraction.completion.pages_for_tests import completed_by
from tests.growth import MOST, TIMES, growth

VALUES = ("Mehl aus dem Hofladen", "kochendes Wasser, frisch", "Lammfleisch, gehackt")
BOX = "<div class=row><b>{}</b><p>{}</p></div>"


def chosen_labels(labels, box=BOX, values=VALUES):
    """What is chosen beside the values."""
    page = parse("<main>" + "".join(box.format(*each) for each in zip(labels, values, strict=True)) + "</main>")
    content = np.array([text in values for text in page.text])
    return [page.text[row] for row in np.flatnonzero(completed_by(columns, page, content) & ~content)]


@pytest.mark.parametrize(
    "labels",
    [
        ("300 g", "160 ml", "400 g"),
        ("Sa, 4. Mai", "So, 12. Mai", "Do, 23. Mai"),
        ("12,99 €", "9,99 €", "12,99 €"),
        ("Was ist es?", "Wie heiß ist es?", "Woher kommt es?"),
        ("Wie lange muss der Teig denn an warmem Ort ruhen?", "Was?", "Wer?"),
        ("1 kg", "2 kg", "3"),
    ],
)
def test_what_differs_from_box_to_box_is_text(labels):
    assert chosen_labels(labels) == list(labels)


def test_a_button_in_each_box_counts_for_nothing():
    box = "<div class=plan><b>{}</b><p>{}</p><a href=/buy>Choose plan</a></div>"
    assert chosen_labels(("€9/mo", "€29/mo", "€79/mo"), box) == ["€9/mo", "€29/mo", "€79/mo"]


def test_one_that_was_chosen_already_is_one_of_them():
    page = parse("<main>" + "".join(BOX.format(*each) for each in zip(("300 g", "160 ml"), VALUES, strict=False)))
    content = np.array([text != "300 g" for text in page.text])
    assert completed_by(columns, page, content).all()


@pytest.mark.parametrize(
    "labels",
    [
        ("Teilen", "Teilen", "Teilen"),
        ("Bild 1 von 3", "Bild 2 von 3", "Bild 3 von 3"),
        ("12", "7", "31"),
        ("3. Mai 2024", "4. Mai 2024", "9. Juni 2024"),
        ("vor 3 Tagen", "vor 5 Tagen", "vor 9 Tagen"),
        ("Posted 3:46 PM by Ada Berg", "Posted 2:48 PM by Jon Kay", "Posted 2:00 PM by Ada Berg"),
        ("Ada Berg", "Jon Kay", "Mia Roth"),
        ("Wasser", "Brot", "Fleisch"),
        ("ein langes Wort " * 5, "noch ein Wort " * 5, "kein Wort mehr " * 5),
    ],
)
def test_labels_names_counts_and_days_of_publication_stay_as_they_were_judged(labels):
    assert not chosen_labels(labels)


@pytest.mark.parametrize(
    "box",
    [
        "<div class=row><a>{}</a><p>{}</p></div>",
        "<div class=comment><b>{}</b><p>{}</p></div>",
        "<div class=row><b>{}</b><pre>{}</pre></div>",
        "<div class=row><b>{}</b><p>{}</p><p>Etwas anderes, das niemand wählte, steht in jeder Schachtel.</p></div>",
    ],
)
def test_nor_are_links_names_beside_comments_or_what_is_in_boxes_of_other_things(box):
    assert not chosen_labels(("300 g", "160 ml", "400 g"), box)


def test_the_work_grows_with_the_page():
    def boxes(times):
        page = parse("<main>" + "".join(BOX.format(f"{at} g", VALUES[at % 3]) for at in range(200 * times)))
        return page, np.array([text in VALUES for text in page.text])

    assert growth(lambda arguments: completed_by(columns, *arguments), boxes(1), boxes(TIMES)) < MOST


def test_words_above_more_text_are_its_title_and_above_a_link_or_as_a_name_they_are_none():
    values = [
        "Das Mehl kommt aus der Mühle am Bach.",
        "Das Wasser soll kochen und wird gesalzen.",
        "Es wird gut gehackt.",
    ]
    labels = ["Backen", "Kochen", "Hacken"]
    linked = "<div class=row><b>{}</b><a href=/x><p>{}</p></a></div>"
    assert chosen_labels(labels, values=[value * 2 for value in values]) == labels
    assert not chosen_labels(labels, box=linked, values=[value * 2 for value in values])
    assert not chosen_labels(["Ada B.", "Jon K.", "Mia R."], values=[value * 2 for value in values])


def test_a_mark_without_a_letter_above_more_text_is_no_name():
    values = [value * 4 for value in VALUES]
    assert not {"Ada B.", "Jon K."} & set(chosen_labels(["\u0301", "Ada B.", "Jon K."], values=values))
