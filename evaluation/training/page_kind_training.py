"""Training of the prediction of a page's kind (``PageKinds`` of ``extraction.model.lexical_features``)."""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from evaluation.errors import EvaluationError
from extraction.model.lexical_features import ARTICLE, KIND_SCALE, MAX_KINDS, PageKinds

_KIND_OF_LABEL: Final = {"blog": ARTICLE, "news": ARTICLE}
_LABELS_WITHOUT_KIND: Final = frozenset({"", "mixed"})
_REGULARISATION: Final = 30.0
"""The inverse of its strength, as scikit-learn takes it."""


def kind_of(label: str) -> str | None:
    """Give the kind that a data set's label means, None when the label names no kind."""
    return None if label in _LABELS_WITHOUT_KIND else _KIND_OF_LABEL.get(label, label)


def learn(
    pages: Sequence[NDArray[np.int32]],
    kinds: Sequence[str | None],
    sites: Sequence[str],
    words: int,
    every_kind: Collection[str],
) -> PageKinds:
    """Learn kinds from the different known words of each page, each a number below ``words``.

    ``every_kind`` are those that forests know; one that no page is of has probability 0.

    Pages of one kind weigh by the square root of their number, and pages of one site likewise. Pages of an
    unknown kind are left out. Raises ModuleNotFoundError without the dependency group ``train``, and EvaluationError
    for more kinds than a model may have.
    """
    if len(every_kind) > MAX_KINDS:
        raise EvaluationError(f"The pages are of {len(every_kind)} kinds: there may be {MAX_KINDS} at most.")
    names = sorted({kind for kind in kinds if kind is not None}) or [ARTICLE]
    weights, bias = _odds(pages, kinds, sites, words, names) if len(names) > 1 else (np.zeros((1, words)), np.zeros(1))
    unknown = sorted(set(every_kind) - set(names))
    weights = np.concatenate([weights, np.zeros((len(unknown), words))])
    bias = np.append(bias, np.full(len(unknown), -np.inf))
    order = np.argsort([*names, *unknown])
    whole = [np.clip(np.round(KIND_SCALE * each), -32768, 32767).astype(np.int16) for each in (weights.T, bias)]
    return PageKinds(tuple(sorted([*names, *unknown])), whole[0][:, order], whole[1][order])


def _odds(
    pages: Sequence[NDArray[np.int32]],
    kinds: Sequence[str | None],
    sites: Sequence[str],
    words: int,
    names: list[str],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Learn weights (K, W) and biases (K) of the kinds of these names, of which there are two and more."""
    labelled = [number for number, kind in enumerate(kinds) if kind is not None]
    from scipy.sparse import csr_array
    from sklearn.linear_model import LogisticRegression

    of_kind = Counter(kinds[number] for number in labelled)
    of_site = Counter((kinds[number], sites[number]) for number in labelled)
    weight = np.array([(of_kind[kinds[row]] * of_site[kinds[row], sites[row]]) ** -0.5 for row in labelled])
    sizes = np.array([len(pages[number]) for number in labelled])
    share = np.repeat(np.maximum(sizes, 1) ** -0.5, sizes)
    word = np.concatenate([pages[number] for number in labelled])
    table = csr_array((share, word, np.append(0, np.cumsum(sizes))), shape=(len(labelled), words))
    machine = LogisticRegression(C=_REGULARISATION, max_iter=200)
    machine.fit(table, [names.index(str(kinds[number])) for number in labelled], sample_weight=weight / weight.mean())
    weights, bias = machine.coef_, machine.intercept_
    if len(names) == 2:  # of two, the machine gives the odds of the second alone
        weights, bias = np.concatenate([-weights, weights]) / 2, np.concatenate([-bias, bias]) / 2
    return weights, bias
