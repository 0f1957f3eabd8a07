from pathlib import Path

import pytest

from evaluation.data.datasets import LabelledPage
from evaluation.data.phrases import PhrasePage, label_by_phrases, phrase_rates

LINES = ["The river  rose", "Read more: the mill", "The mill", "The mill", "River news and the boat", ""]


@pytest.mark.parametrize(
    ("keep", "leave", "content", "labelled"),
    [
        (["river rose"], [], [0], [0]),
        (["The\nriver"], ["Read more"], [0], [0, 1]),
        (["The mill"], [], [], []),  # which of the two is the text?
        ([], ["The mill"], [], [2, 3]),
        (["River news"], ["the boat"], [], []),  # a line of both
        (["no such words"], ["nor these", " "], [], []),
    ],
)
def test_lines_are_labelled_by_the_phrases_that_they_hold(keep, leave, content, labelled):
    page = PhrasePage(LabelledPage(Path(), "1", None, None, None, None), tuple(keep), tuple(leave))
    marks, known = label_by_phrases(LINES, page)
    assert marks.nonzero()[0].tolist() == content
    assert known.nonzero()[0].tolist() == labelled


def test_rates_are_those_of_all_pages_together():
    assert phrase_rates([(3, 0, 1), (0, 1, 0)]) == (0.75, 0.75, 0.75)
    assert phrase_rates([]) == (0.0, 0.0, 0.0)
