"""The models that learned without a fold of the sites each, to extract pages of sites that a model has not seen."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from evaluation.data.datasets import LabelledPage
from evaluation.errors import EvaluationError
from evaluation.training.examples import site_of
from evaluation.training.folds import FOLDS, fold_of
from extraction import Method
from extraction.model import mezmun
from extraction.model.mezmun import Model


def save(models: Sequence[Model], folder: Path) -> None:
    """Write the models of the folds of ``folds.by_site``, in their order, into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for fold, model in enumerate(models):
        model.save(_path(folder, fold))


@dataclass(frozen=True)
class UnseenMethods:
    """The method ``mezmun`` with each of these models."""

    methods: tuple[Method, ...]

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read what ``save`` wrote.

        Raises:
            EvaluationError: a model is missing, or is none.
        """
        try:
            models = [mezmun.load(_path(folder, fold)) for fold in range(FOLDS)]
        except (OSError, ValueError, KeyError) as error:
            raise EvaluationError(
                f"{folder} does not hold the models of {FOLDS} folds (`mezmun train extractor --keep-folds`): {error}."
            ) from error
        return cls(tuple(map(mezmun.method_of, models)))

    def of(self, page: LabelledPage) -> Method:
        """Give the method whose model has not learned from the page's site."""
        return self.methods[fold_of(site_of(page))]


def _path(folder: Path, fold: int) -> Path:
    return folder / f"fold-{fold}.npz"
