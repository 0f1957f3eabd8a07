import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.native import parents

TREE = st.lists(st.integers(0, 50), max_size=30).map(
    lambda steps: np.array([-1, *(max(row - step, 0) for row, step in enumerate(steps))], dtype=np.int32)
)


def above(parent, row):
    """The element and its ancestors."""
    while row >= 0:
        yield row
        row = parent[row]


@given(TREE, st.integers(0, 1000))
def test_values_are_combined_with_those_of_all_ancestors(parent, seed):
    values = np.random.default_rng(seed).integers(-4, 8, len(parent))
    every = [[values[row] for row in above(parent, element)] for element in range(len(parent))]
    assert parents.lowest(parent, values.astype(np.float32)).tolist() == list(map(min, every))
    assert parents.highest(parent, values.astype(np.float32)).tolist() == list(map(max, every))
    bits = parents.all_bits(parent, values.astype(np.int32))
    assert bits.tolist() == [np.bitwise_or.reduce(each) for each in every]


@given(TREE, st.integers(0, 1000))
def test_the_best_child_is_the_first_that_holds_the_most(parent, seed):
    held = np.random.default_rng(seed).integers(0, 4, len(parent))
    for element, best in enumerate(parents.best_children(parent, held).tolist()):
        children = np.flatnonzero(parent == element)
        assert best == (children[held[children].argmax()] if len(children) else -1)


def test_values_of_other_elements_are_refused():
    with pytest.raises(ValueError, match="do not fit"):
        parents.lowest(np.array([-1, 0], dtype=np.int32), np.zeros(3, dtype=np.float32))
