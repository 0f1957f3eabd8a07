import pytest

from extraction import extract

SENTENCE = "The pump of the old mill has stopped again, and nobody knows which of the two valves was closed."


def _text(comment):
    page = f"<html><title>Pump</title><body><h1>Pump</h1><pre>{comment}</pre><pre>{SENTENCE}</pre>"
    return extract(page, method="all-text").text


@pytest.mark.parametrize(
    "answer",
    [
        "(In reply to Nora Quill from comment #3)",
        "(In reply to Nora Quill from <a href=#c3>comment #3</a>)",
        "In reply to Nora Quill:",
    ],
)
def test_whom_a_comment_answers_is_cut_from_its_beginning(answer):
    text = _text(f"{answer}\n\n{SENTENCE} It was the left one.")
    assert "Quill" not in text
    assert "comment" not in text
    assert "It was the left one." in text


@pytest.mark.parametrize(
    "beginning", ["In reply to Nora Quill we closed the left valve.", "(In reply)", "In reply to:"]
)
def test_a_sentence_that_begins_so_stays(beginning):
    assert beginning in _text(f"{beginning}\n\n{SENTENCE}")
