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


from mezmun.cli import crawler as crawler  # noqa: E402 - each command group registers itself on the app
from mezmun.cli import db as db  # noqa: E402 - each command group registers itself on the app
from mezmun.cli import evaluate as evaluate  # noqa: E402
from mezmun.cli import evaluate_normalization as evaluate_normalization  # noqa: E402
from mezmun.cli import methods as methods  # noqa: E402
from mezmun.cli import normalize as normalize  # noqa: E402
from mezmun.cli import sites as sites  # noqa: E402
from mezmun.cli import takedown as takedown  # noqa: E402
from mezmun.cli import train as train  # noqa: E402
from mezmun.cli import train_normalization as train_normalization  # noqa: E402
