import numpy as np
import pytest

from evaluation.errors import EvaluationError
from evaluation.training import page_kind_training
from extraction.model.lexical_features import MAX_KINDS


def test_more_kinds_than_a_model_may_tell_apart_are_refused():
    kinds = [f"kind {number}" for number in range(MAX_KINDS + 1)]
    with pytest.raises(EvaluationError, match=f"{MAX_KINDS} at most"):
        page_kind_training.learn([np.zeros(0, dtype=np.int32)] * len(kinds), kinds, kinds, 1)
