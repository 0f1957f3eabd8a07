from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model.choice import choose


def expected_f1(chosen, probability, weight):
    matched = (probability * weight * chosen).sum()
    return 2 * matched / ((weight * chosen).sum() + (probability * weight).sum())


@given(
    st.lists(
        st.tuples(st.integers(1, 100).map(lambda percent: percent / 100), st.integers(1, 50)), min_size=1, max_size=8
    )
)
def test_no_other_choice_of_lines_has_a_higher_expected_f1(lines):
    probability = np.array([line[0] for line in lines], dtype=np.float32)
    weight = np.array([line[1] for line in lines], dtype=np.float32)
    chosen, confidence = choose(probability, weight)
    best = max(
        expected_f1(np.array(other, dtype=bool), probability.astype(float), weight)
        for other in product([False, True], repeat=len(lines))
    )
    assert confidence == pytest.approx(best, rel=1e-5)
    assert expected_f1(chosen, probability.astype(float), weight) == pytest.approx(best, rel=1e-5)


@given(st.lists(st.tuples(st.floats(0, 1, width=32), st.integers(1, 50)), min_size=1, max_size=300))
def test_the_likeliest_lines_are_chosen_and_the_first_of_those_as_likely(lines):
    probability, weight = (np.array(column, dtype=np.float32) for column in zip(*lines, strict=True))
    chosen, _ = choose(probability, weight)
    likeliest = np.argsort(-probability, kind="stable")
    assert set(np.flatnonzero(chosen).tolist()) == set(likeliest[: chosen.sum()].tolist())


def test_a_sure_page_is_more_confident_than_a_doubtful_one():
    weight = np.ones(4)
    _, sure = choose(np.array([0.99, 0.98, 0.01, 0.02], dtype=np.float32), weight)
    _, doubtful = choose(np.array([0.6, 0.5, 0.4, 0.5], dtype=np.float32), weight)
    assert sure > 0.9 > doubtful
