import numpy as np
import pytest

from evaluation.errors import EvaluationError
from evaluation.training import page_kind_training
from extraction.model.lexical_features import MAX_KINDS


def test_more_kinds_than_a_model_may_tell_apart_are_refused():
    kinds = [f"kind {number}" for number in range(MAX_KINDS + 1)]
    with pytest.raises(EvaluationError, match=f"{MAX_KINDS} at most"):
        page_kind_training.learn([np.zeros(0, dtype=np.int32)] * len(kinds), kinds, kinds, 1, kinds)


@pytest.mark.parametrize("kinds", [["article", "shop", None], ["article", "article", None]])
def test_a_kind_that_no_page_is_of_has_probability_0(kinds):
    pages = [np.array([word], dtype=np.int32) for word in range(3)]
    known = page_kind_training.learn(
        pages, kinds, ["a.example", "b.example", "c.example"], 3, ["shop", "article", "listing"]
    )
    assert known.names == ("article", "listing", "shop")
    for page in pages:
        probability = known.probability(page)
        assert probability["listing"] == 0
        assert sum(probability.values()) == pytest.approx(1, abs=0.002)
    assert (known.probability(pages[1])["shop"] > 0.5) is ("shop" in kinds)
