from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.model import forest
from extraction.model.forest import Forest, Table
from extraction.model.prediction import Forests


def random_forest(seed, trees=7, depth=4, features=3, most=900):
    chance = np.random.default_rng(seed)
    return Forest(
        tuple(f"f{number}" for number in range(features)),
        chance.integers(0, features, (depth, trees)).astype(np.int16),
        chance.normal(size=(depth, trees)).astype(np.float32),
        chance.integers(-most, most, (trees, 1 << depth)).astype(np.int16),
        np.linspace(0, 1, 64, dtype=np.float32),
        low=-3200,
        step=100,
    )


LOOKED_AT = ("since-title", "since-headline", "in-comments", "chars")


def answers(trees, names, values):
    """What a forest alone says of lines of no article; it is asked in its place beside another."""
    every = np.concatenate([values, np.zeros((len(LOOKED_AT), values.shape[1]))]).astype(np.float32)
    forests, boxes = (
        Forests(threads=random_forest(1), others=random_forest(2), general=trees),
        np.arange(values.shape[1]),
    )
    probability, apart = forests.predict(Table((*names, *LOOKED_AT), every), boxes, {})
    assert apart is None
    return probability


# Of trees of 64 values, eight of which have sums of two bytes, many rows are looked up at once.
@pytest.mark.slow
@given(
    st.integers(0, 10_000), st.sampled_from([1, 15, 16, 20, 256, 263]), st.integers(4, 7), st.sampled_from([900, 6000])
)
def test_trees_answer_as_if_each_row_walked_down_each_tree(seed, lines, depth, most):
    trees = random_forest(seed, depth=depth, most=most)
    chance = np.random.default_rng(seed + 1)
    values = chance.normal(size=(3, lines)).astype(np.float32)
    values[:, ::3] = chance.choice(trees.threshold.ravel(), values[:, ::3].shape)
    values[chance.integers(3)] = chance.choice(trees.threshold.ravel())
    probability = answers(trees, ("other", *trees.features[::-1]), np.concatenate([values[:1], values[::-1]]))
    for row in range(lines):
        score = 0
        for tree in range(trees.value.shape[0]):
            position = 0
            for level in range(trees.column.shape[0]):
                if values[trees.column[level, tree], row] > trees.threshold[level, tree]:
                    position += 2**level
            score += int(trees.value[tree, position])
        assert probability[row] == trees.curve[min(max((score + 3200) // 100, 0), 63)]


def test_a_forest_survives_being_written_as_arrays():
    trees = random_forest(3)
    again = forest.from_arrays(trees.arrays())
    values = np.tile(np.linspace(-2, 2, 9, dtype=np.float32), (3, 1))
    assert np.array_equal(*(answers(each, trees.features, values) for each in (trees, again)))
    assert set(trees.arrays()) == set(forest.KEYS)


def test_a_forest_that_asks_for_what_it_does_not_name_is_refused():
    trees = replace(random_forest(5), features=("f0", "f1"))
    with pytest.raises(ValueError, match="train the model again"):
        trees.compiled(trees.features)


def test_a_table_without_a_feature_is_refused():
    with pytest.raises(KeyError, match="f2"):
        random_forest(5).compiled(("f0", "f1"))


def test_a_forest_with_more_thresholds_than_a_byte_counts_is_refused():
    trees = random_forest(5, trees=300, features=1)
    with pytest.raises(ValueError, match="thresholds of a feature"):
        trees.compiled(trees.features)


def test_a_table_of_other_rows_than_named_is_refused():
    trees = random_forest(5)
    other = Table((*trees.features, *LOOKED_AT), np.zeros((4, 2), dtype=np.float32))
    with pytest.raises(ValueError, match="rows that a forest asks for"):
        Forests(trees, trees, trees).predict(other, np.arange(2), {})
