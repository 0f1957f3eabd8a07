"""The models that learned without a fold each, to extract pages of sites, sets or languages new to a model."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from evaluation.data.datasets import LabelledPage
from evaluation.errors import EvaluationError
from evaluation.training import folds
from extraction import Method
from extraction.model import mezmun
from extraction.model.mezmun import Model

_NAMES: Final = "folds.json"
"""The names of the folds: what else is in the folder is of another training."""


def save(models: Mapping[str, Model], folder: Path) -> None:
    """Write the models, each by the name of the fold it has not learned from, into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, model in models.items():
        model.save(_path(folder, name))
    (folder / _NAMES).write_text(json.dumps(list(models)) + "\n", encoding="utf-8")


@dataclass(frozen=True)
class UnseenMethods:
    """The method ``mezmun`` with each of these models."""

    methods: Mapping[str, Method]
    """By the name of the fold."""

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read what ``save`` wrote.

        Raises:
            EvaluationError: a model is missing, or is none.
        """
        try:
            names = json.loads((folder / _NAMES).read_text(encoding="utf-8"))
            models = {name: mezmun.load(_path(folder, name)) for name in names}
        except (OSError, ValueError, KeyError) as error:
            raise EvaluationError(
                f"{folder} does not hold the models of all folds (`mezmun train extractor --keep-folds`): {error}."
            ) from error
        return cls({name: mezmun.method_of(model) for name, model in models.items()})

    @property
    def version(self) -> str:
        """The version of the method, with any of the models."""
        return next(iter(self.methods.values())).version

    def method_for(self, page: LabelledPage) -> Method:
        """Give the method whose model has not learned from the page's fold.

        Raises:
            EvaluationError: no model left out such pages.
        """
        for name in folds.names_of(page):
            if name in self.methods:
                return self.methods[name]
        raise EvaluationError(f"No model left out {page.set}/{page.id}: train on its set, too.")


def _path(folder: Path, name: str) -> Path:
    return folder / f"{name}.npz"
