import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import features
from extraction.lines import lines_of
from extraction.native import features as native
from extraction.node_table import parse
from extraction.subjects import Subject
from tests.extraction.native.plain_features import Plain

SENTENCE = "The water was high, and so the boats stayed in.</p>"
PIECES = ["<p>", "<div class=a>", "<div class=comments>", "</div>", "<br>", "<a>", "</a>", "x. ", "7", "<li class=b>"]
OTHERS = [
    "<x-y>",
    "<ul>",
    "<h1>",
    "<h2>",
    "</h1>",
    "<article>",
    "<aside>",
    "<section class=comment-list>",
    "中文。",
    SENTENCE,
]
PAGE = st.lists(st.sampled_from(PIECES + OTHERS), max_size=40).map("".join).map(lambda html: parse("<body>x" + html))


@settings(deadline=None)
@given(PAGE, st.data())
def test_lines_are_measured_as_plain_python_does(page, data):
    lines = lines_of(page)
    title = data.draw(st.integers(-1, len(lines.start) - 1))
    measures = [(f"{part}/{whole}/{level}", part, whole, level) for part in native.COLUMNS for whole, level in WHOLES]
    speaks = page.written_namings.speaking(Subject.COMMENTS)
    taken = native.taken((part, whole, level) for _, part, whole, level in measures)
    found = native.features(page, lines, speaks, title, taken, 3)
    plain = Plain(page, lines, set(np.flatnonzero(speaks).tolist()), title)
    for line, expected in enumerate(plain.values(measures)):
        own, places = features.OWN, features.PLACES
        names = (*own, *(name for name, *_ in measures), *places)
        assert len(names) == len(found.values) == len(expected)
        for name, value in zip(names, found.values[:, line].tolist(), strict=True):
            assert value == pytest.approx(float(expected[name]), rel=1e-6, abs=1e-6), name
        assert found.levels[:, line].tolist() == [plain.around(line, level) for level in range(3)]
    assert found.first.tolist() == [each.first for each in plain.elements]
    assert found.last.tolist() == [each.last for each in plain.elements]
    assert found.owner.tolist() == page.owner[lines.start].tolist()


WHOLES = (("one", 0), ("chars", 1), ("page", 2))


def test_a_level_there_is_not_is_refused():
    page = parse("<p>x</p>")
    with pytest.raises(ValueError, match="a level that there is not"):
        native.features(page, lines_of(page), np.zeros(3, dtype=np.bool_), -1, native.taken([("one", "one", 1)]), 1)
