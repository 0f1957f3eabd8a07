"""``mezmun train``: make anew what the package has learned from labelled pages."""

import json
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from mezmun.cli import app
from mezmun.cli.json_output import print_json
from mezmun.cli.options import PATH, Member, json_option
from mezmun.cli.progress import progress

if TYPE_CHECKING:
    from evaluation.training.examples import Example


class LeaveOut(StrEnum):
    """What of a page's kin is not learned from by the model that judges it."""

    SITES = "sites"
    SETS = "sets"


_data_option: Final = click.option(
    "--data",
    type=PATH,
    multiple=True,
    required=True,
    help="A labelled data set, or a folder of such sets; may be repeated.",
)


@app.group()
def train() -> None:
    """Train the models of the extraction methods on labelled pages."""


@train.command(epilog="Example: `mezmun train svm --data my-labelled-pages --output extraction/data/svm.json`")
@_data_option
@click.option("--output", type=PATH, default=Path("extraction/data/svm.json"), help="The model file to write.")
@json_option("Print the figures as one JSON object.")
def svm(data: tuple[Path, ...], output: Path, as_json: bool) -> None:
    """Train the support vector machines of `template-svm` and `svm`. Needs the extra `train`."""
    from evaluation.data.datasets import read_sets
    from evaluation.training import svm_training

    pages = [page for data_set in read_sets(data) for page in data_set.pages]
    with progress("reading pages", len(pages)) as advance:
        examples = svm_training.examples(pages, advance)
    points = len(svm_training.GRID_C) * len(svm_training.GRID_GAMMA)
    with progress("grid", points * len(examples)) as advance:
        trained = {method: svm_training.train(examples_of, advance) for method, examples_of in examples.items()}
    machines = {method: result.machine.to_json() for method, result in trained.items()}
    output.write_text(json.dumps(machines, separators=(",", ":")) + "\n", encoding="utf-8")
    figures = {
        method: {
            "c": result.c,
            "gamma": result.gamma,
            "accuracy": round(result.accuracy, 4),
            "blocks": result.blocks,
            "sites": result.sites,
            "support_vectors": len(result.machine.weights),
        }
        for method, result in trained.items()
    }
    if as_json:
        print_json(figures | {"output": str(output)})
        return
    for method, of_method in figures.items():
        click.echo(f"{method}: " + ", ".join(f"{name} {value}" for name, value in of_method.items()))
    click.echo(f"Wrote {output}.")


@train.command(epilog="Example: `mezmun train extractor --data my-labelled-pages --report worth.json`")
@_data_option
@click.option("--output", type=PATH, default=Path("extraction/data/mezmun.npz"), help="The model file to write.")
@click.option("--report", type=PATH, help="Write the held-out figures and what each feature is worth to this file.")
@click.option(
    "--leave-out",
    type=Member(LeaveOut),
    default=str(LeaveOut.SITES),
    help="What a model has not seen of the pages it is measured on: their sites, or their sets.",
)
@click.option("--ignore-kinds", multiple=True, help="A set whose labels of kinds nobody checked; may be repeated.")
@click.option(
    "--phrases",
    type=PATH,
    multiple=True,
    help="A set of pages with phrases to keep and to leave out (`segments`); may be repeated.",
)
@click.option(
    "--keep-folds",
    type=PATH,
    help="Write the models that the figures are of to this folder, for `evaluate --unseen`.",
)
@json_option("Print the figures as one JSON object.")
def extractor(
    data: tuple[Path, ...],
    output: Path,
    report: Path | None,
    leave_out: LeaveOut,
    ignore_kinds: tuple[str, ...],
    phrases: tuple[Path, ...],
    keep_folds: Path | None,
    as_json: bool,
) -> None:
    """Train the model of `mezmun`, and measure it on pages it has not seen. Needs the extra `train`.

    The model learns from all pages: of those with phrases and no gold text, from the lines that hold one. The figures
    are of other models, each of which learned without some of the sites; or, with `--leave-out sets`, without a
    language or, of English pages, without a data set.
    """
    from evaluation.training import fold_models, folds, mezmun_training
    from evaluation.training.held_out import held_out_phrases, held_out_scores

    examples = _read_examples(data, frozenset(ignore_kinds), phrases)
    chosen_folds = (folds.by_set if leave_out is LeaveOut.SETS else folds.by_site)(examples)
    with progress("growing trees", mezmun_training.steps(chosen_folds)) as advance:
        trained = mezmun_training.train(examples, chosen_folds, advance)
    with progress("measuring", len(examples)) as advance:
        scores = held_out_scores(examples, trained, advance)
    phrase_scores = held_out_phrases(examples, trained.held_out)
    trained.model.save(output)
    if keep_folds is not None:
        fold_models.save(trained.of_folds, keep_folds)
    figures = {
        "pages": len(examples),
        "held_out": scores,
        "phrases": phrase_scores,
        "worth": trained.importance,
        "output": str(output),
    }
    if report is not None:
        report.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")
    if as_json:
        print_json(figures)
        return
    _print(figures)


def _read_examples(data: tuple[Path, ...], unchecked: frozenset[str], phrases: tuple[Path, ...]) -> "list[Example]":
    """Read the pages of labelled sets, those in ``unchecked`` without their kinds, and the pages with phrases."""
    from evaluation.data.datasets import read_sets
    from evaluation.data.phrases import read_phrase_pages
    from evaluation.training.examples import examples_of

    pages = [
        replace(page, kind=None) if page.set in unchecked else page
        for data_set in read_sets(data)
        for page in data_set.pages
    ]
    marked = [page for folder in phrases for page in read_phrase_pages(folder) if page.keep or page.leave]
    with progress("reading pages", len(pages) + len(marked)) as advance:
        return examples_of(pages, advance, marked)


def _print(figures: Mapping[str, Any]) -> None:
    """Print the figures of a training as sentences for people."""
    for group, score in figures["held_out"].items():
        click.echo(
            f"{group}: LCS F1 {score['lcs_f1']:.3f} of {score['pages']} held-out pages, "
            f"{score['of_known_site']:.3f} beside its site's template, {score['best']:.3f} at best"
        )
    for group, score in figures["phrases"].items():
        rates = ", ".join(f"{name} {score[name]:.3f}" for name in ("precision", "recall", "f1"))
        click.echo(f"phrases of {score['pages']} held-out pages ({group}): {rates}")
    for forest, worth in figures["worth"].items():
        best = sorted(worth.items(), key=lambda item: -item[1])[:30]
        click.echo(f"Worth to {forest}: " + ", ".join(f"{name} {percent:.1f} %" for name, percent in best))
    click.echo(f"Wrote {figures['output']}.")
