import random
from bisect import bisect_left

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model import features
from extraction.page.lines import lines_of
from extraction.page.names import SignatureSubject
from extraction.page.node_table import parse
from tests.growth import growth
from tests.native.model.plain_features import Plain

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


@pytest.mark.slow
@given(PAGE, st.data())
def test_lines_are_measured_as_plain_python_does(page, data):
    lines = lines_of(page)
    title = data.draw(st.integers(-1, len(lines.start) - 1))
    shares = [(f"{part}/{whole}/{level}", part, whole, level) for part in features.COLUMNS for whole, level in WHOLES]
    names = (*features.OWN, *(name for name, *_ in shares), *features.PLACES)
    of = features.share_columns((part, whole, level) for _, part, whole, level in shares)
    measured = features.measure_shares(page, of, names, 3, title=title)
    speaks = page.signatures.speaking(SignatureSubject.COMMENTS)
    plain = Plain(page, lines, set(np.flatnonzero(speaks).tolist()), title)
    for line, expected in enumerate(plain.values(shares)):
        assert len(names) == len(measured.features.rows) == len(expected)
        for name, value in zip(names, measured.features.rows[:, line].tolist(), strict=True):
            assert value == pytest.approx(float(expected[name]), rel=1e-6, abs=1e-6), name
        assert measured.levels[:, line].tolist() == [plain.around(line, level) for level in range(3)]
    assert measured.first.tolist() == [each.first for each in plain.elements]
    assert measured.last.tolist() == [each.last for each in plain.elements]
    assert measured.owner.tolist() == page.owner[lines.start].tolist()


WITHOUT_SHARES = (*features.OWN, *features.PLACES)
WHOLES = (("one", 0), ("chars", 1), ("page", 2))


def test_a_level_there_is_not_is_refused():
    page = parse("<p>x</p>")
    with pytest.raises(ValueError, match="a level that there is not"):
        features.measure_shares(page, features.share_columns([("one", "one", 1)]), (*WITHOUT_SHARES, "x"), 1)


@pytest.mark.slow
def test_no_page_can_be_written_whose_elements_fall_into_one_slot():
    """Keys of signature and parent that a fixed hash puts beside each other, each to be passed by all that follow."""
    signatures, rows, mask = 40_000, [], (1 << 19) - 1
    places = sorted(((3 + signature) * 0x7F4A7C15 & mask, signature) for signature in range(signatures))
    row = 3 + signatures
    for _ in range(40_000):
        wanted = -(row * 0x9E3779B97F4A7C15 >> 32) & mask
        start = bisect_left(places, (wanted, 0))
        alike = [signature for place, signature in places[start : start + 4] if place < wanted + 50]
        rows.append("<u>" + "".join(f"<i class=n{signature:x}>x</i>" for signature in alike) + "</u>")
        row += 1 + len(alike)
    named = [f"<i class=n{signature:x}></i>" for signature in range(signatures)]
    shuffled = random.Random(0).sample(named, signatures)  # the same elements, whose keys lie anywhere

    def measure(page):
        features.measure_shares(page, features.share_columns(()), WITHOUT_SHARES, 1)

    honest, hostile = (parse("<body>" + "".join((*order, *rows))) for order in (shuffled, named))
    assert growth(measure, honest, hostile, most=4) < 4
