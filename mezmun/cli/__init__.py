"""The ``mezmun`` command. A command file imports the room it opens only when it runs, so that ``--help`` is quick."""

import sys

import typer

from mezmun.core.errors import MezmunError

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


# Each command file registers itself on the app, in the order of ``--help``.
# isort: off
from mezmun.cli.operation import crawl_site, run_demo, show_documents, check_sites, take_down  # noqa: E402
from mezmun.cli.operation import run_crawler, run_worker, manage_database, doctor  # noqa: E402
from mezmun.cli.publication import export_documents, run_dashboard, manage_tokens  # noqa: E402
from mezmun.cli.text import extract_page, normalize_text, list_methods  # noqa: E402
from mezmun.cli.measurement import (  # noqa: E402
    evaluate,
    evaluate_normalization,
    evaluate_visualisation,
    evaluate_stages,
    evaluate_segments,
    evaluate_structure,
    train,
    train_normalization,
)
# isort: on

__all__ = [
    "app",
    "check_sites",
    "crawl_site",
    "doctor",
    "evaluate",
    "evaluate_normalization",
    "evaluate_segments",
    "evaluate_stages",
    "evaluate_structure",
    "evaluate_visualisation",
    "export_documents",
    "extract_page",
    "list_methods",
    "main",
    "manage_database",
    "manage_tokens",
    "normalize_text",
    "run_crawler",
    "run_dashboard",
    "run_demo",
    "run_worker",
    "show_documents",
    "take_down",
    "train",
    "train_normalization",
]
