"""The exit code of a command that did all it was asked for, and has no text to show for it."""

from typing import Final, NoReturn

import click
from click.exceptions import Exit

NO_TEXT: Final = 3
"""A script wants to know it apart from what could not be done."""


def end_without_text(sentence: str) -> NoReturn:
    """Say on standard error why there is no text, and end the command."""
    click.secho(f"mezmun: {sentence}", fg="yellow", err=True)
    raise Exit(NO_TEXT)
