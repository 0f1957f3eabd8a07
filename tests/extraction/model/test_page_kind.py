import numpy as np
import pytest

from extraction.model import page_kind
from extraction.model.page_kind import SCALE, PageKinds

KINDS = PageKinds(
    ("article", "forum"),
    np.array([[2 * SCALE, 0], [0, 2 * SCALE], [0, 0]], dtype=np.int16),
    np.array([0, 0], dtype=np.int16),
)


def test_words_speak_for_kinds_once_each():
    assert KINDS.probability(np.array([1, 1, 1]))["forum"] == KINDS.probability(np.array([1]))["forum"] > 0.8
    assert KINDS.probability(np.array([0, 1])) == {"article": 0.5, "forum": 0.5}


def test_a_page_without_known_words_is_of_the_likelier_kind():
    likelier = PageKinds(KINDS.names, KINDS.weight, np.array([SCALE, 0], dtype=np.int16))
    chance = likelier.probability(np.zeros(0, dtype=np.intp))
    assert chance["article"] > chance["forum"] > 0
    assert sum(chance.values()) == 1


def test_kinds_survive_being_written_as_arrays():
    again = page_kind.from_arrays(KINDS.arrays())
    assert again.probability(np.array([0])) == KINDS.probability(np.array([0]))
    assert set(KINDS.arrays()) == set(page_kind.KEYS)


def test_a_word_beyond_those_of_the_model_is_refused():
    with pytest.raises(IndexError, match="beyond the known"):
        KINDS.probability(np.array([3]))
