import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model import features
from extraction.model.lexical_features import with_words
from extraction.model.vocabulary import gathered
from extraction.page.node_table import parse

PIECES = ["<p>", "<div class=a>", "<div>", "</div>", "<br>", "x. ", "<li class=b>", "<ul id=c>"]
PAGE = (
    st.lists(st.sampled_from(PIECES), max_size=30)
    .map("".join)
    .map(lambda html: features.measure(parse("<body>x" + html)))
)
SCORE = np.array([0.5, -0.25, 0.0, 0.75, -1.0])


@pytest.mark.slow
@given(PAGE, st.data())
def test_scores_are_what_plain_python_says(page, data):
    row = st.lists(st.integers(0, len(SCORE) - 1), max_size=4)
    names, words = (
        data.draw(st.lists(row, min_size=size, max_size=size)) for size in (len(page.signatures), len(page.owner))
    )
    table = with_words(page, gathered(names), gathered(words), SCORE, {"forum": 0.25})

    def ends(rows):
        scores = [SCORE[word] for row in rows for word in row]
        return [min([0.0, *scores]), max([0.0, *scores])]

    def above(row):
        while row >= 0:
            yield names[page.signature[row]]
            row = page.parent[row]

    def mean(line):
        if not 0 <= line < len(words):
            return 0.0
        scores = [SCORE[word] for word in words[line]]
        return sum(scores) / max(sum(each != 0 for each in scores), 1)

    for line in range(len(words)):
        value = dict(zip(table.names, table.rows[:, line].tolist(), strict=True))
        for name, row in (("owner", page.owner[line]), ("block", page.lines.block[line])):
            assert [value[f"{name}-low"], value[f"{name}-high"]] == ends([names[page.signature[row]]])
        for level in range(5):
            assert [value[f"{level}/low"], value[f"{level}/high"]] == ends(above(page.levels[level, line]))
        assert value["words-low"] == ends([words[line]])[0]
        assert value["words-low-1"] == (ends([words[line - 1]])[0] if line else 0)
        for name, of in (("words-mean", line), ("words-mean-1", line - 1), ("words-mean+1", line + 1)):
            assert value[name] == pytest.approx(mean(of))
        assert value["kind/forum"] == pytest.approx(-1.38)


@pytest.mark.parametrize("word", [-1, len(SCORE)])
def test_words_that_are_not_known_are_refused(word):
    page = features.measure(parse("<body>x"))
    none, one = gathered([[]] * len(page.signatures)), gathered([[word]])
    with pytest.raises(IndexError, match="beyond the known"):
        with_words(page, none, one, SCORE, {})


def test_words_of_another_page_are_refused():
    page = features.measure(parse("<body>x"))
    with pytest.raises(ValueError, match="do not fit"):
        with_words(page, gathered([[]]), gathered([[], []]), SCORE, {})
