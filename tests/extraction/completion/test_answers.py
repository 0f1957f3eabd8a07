"""The answer to a chosen question is text, too."""

import pytest

from extraction.completion.answers import answers
from tests.extraction.completion.pages_for_tests import chosen_by

QUESTIONS = ["Wer darf über die Brücke?", "Wann wird sie gesperrt?"]
FIRST = "Wer zu Fuß geht, kommt zu jeder Zeit auf die andere Seite, Räder müssen nachts warten."
SECOND = "Vom ersten Mai an ist sie gesperrt, und zwar für ein ganzes Jahr, auch für Fußgänger."


def page(answer=f"<p>{SECOND}</p>", *, behind="<h3>Kontakt</h3>", questions=QUESTIONS):
    first, second = questions
    return f"""<div><div><h3>{first}</h3><p>{FIRST}</p></div><div><h3>{second}</h3>{answer}</div>{behind}</div>
        <footer>Die Stadt Musterhausen am Fluss und ihre Brücken, Straßen, Plätze und Gärten</footer>"""


@pytest.mark.parametrize("mark", ["?", "？", "؟", ";"])
@pytest.mark.parametrize("behind", ["<h3>Kontakt</h3>", ""])
def test_an_answer_between_its_question_and_the_next_heading_is_text(mark, behind):
    questions = [each.replace("?", mark) for each in QUESTIONS]
    html = page(behind=behind, questions=questions)
    assert chosen_by(answers, html, [*questions, FIRST]) == [questions[0], FIRST, questions[1], SECOND]


def test_it_may_have_several_paragraphs_and_need_no_box_of_its_own():
    first, second = (
        f"<h3>{question}</h3><p>{answer}" for question, answer in zip(QUESTIONS, (FIRST, SECOND), strict=True)
    )
    html = f"{first}{second}<ul><li>Mehr</ul><h3>Kontakt</h3><p>Rathaus"
    chosen = [*QUESTIONS, FIRST]
    assert chosen_by(answers, html, chosen) == [QUESTIONS[0], FIRST, QUESTIONS[1], SECOND, "Mehr"]


@pytest.mark.parametrize(
    ("html", "chosen"),
    [
        pytest.param(page(), [QUESTIONS[1]], id="one question was chosen"),
        pytest.param(
            page(questions=["Brücken", QUESTIONS[1]]), ["Brücken", QUESTIONS[1], FIRST], id="one is a question"
        ),
        pytest.param(page("<p>Jetzt anmelden"), [*QUESTIONS, FIRST], id="a button"),
        pytest.param(page(f"<a href=/x>{SECOND}</a>"), [*QUESTIONS, FIRST], id="a teaser"),
        pytest.param(page(f"<p>{SECOND}<p>Mehr"), [*QUESTIONS, FIRST, "Mehr"], id="a part of it was chosen"),
    ],
)
def test_what_else_stands_below_questions_is_left_as_it_was_judged(html, chosen):
    assert set(chosen_by(answers, html, chosen)) == set(chosen)
