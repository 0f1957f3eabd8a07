"""The ``mezmun`` command. A command file imports the room it opens only when it runs, so that ``--help`` is quick."""

import sys

import typer

from mezmun.errors import MezmunError

app = typer.Typer(name="mezmun", no_args_is_help=True, rich_markup_mode="markdown", pretty_exceptions_show_locals=False)


@app.callback()
def about() -> None:
    """Crawl news sites, blogs and forums, and keep their clean text with its provenance."""


def main() -> None:
    """Run the command line; an error the user can mend is one sentence on standard error and exit code 1."""
    try:
        app()
    except MezmunError as error:
        typer.secho(f"mezmun: {error}", fg="red", err=True)
        sys.exit(1)


# Each command file registers itself on the app.
from mezmun.cli import (  # noqa: E402
    crawl,
    crawler,
    db,
    demo,
    doctor,
    documents,
    evaluate,
    evaluate_normalization,
    evaluate_portrait,
    evaluate_stages,
    evaluate_structure,
    extract,
    methods,
    normalize,
    sites,
    takedown,
    train,
    train_normalization,
    worker,
)

__all__ = [
    "app",
    "crawl",
    "crawler",
    "db",
    "demo",
    "doctor",
    "documents",
    "evaluate",
    "evaluate_normalization",
    "evaluate_portrait",
    "evaluate_stages",
    "evaluate_structure",
    "extract",
    "main",
    "methods",
    "normalize",
    "sites",
    "takedown",
    "train",
    "train_normalization",
    "worker",
]
