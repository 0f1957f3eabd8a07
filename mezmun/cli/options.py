"""What the options of several commands have in common: the types of their values, and options that many have."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, TypeVar

import click
from click.exceptions import Exit

from mezmun.core.errors import InvalidInputError, UsageError
from mezmun.core.iso_639 import is_like_code

Word = TypeVar("Word", bound=StrEnum)

PATH: Final = click.Path(path_type=Path)
"""A file or folder, which need not be there."""
SOURCE: Final = click.Path(readable=False)
"""The name of a file or folder, or what else a command reads: it says itself what it cannot read."""
AT_LEAST_ONE: Final = click.IntRange(min=1)


class Member(click.Choice[Word]):
    """One of the words of an enum; Click itself would take the names they have in the code.

    A default is given as its word, too: ``--help`` shows it.
    """

    def normalize_choice(self, choice: object, ctx: click.Context | None) -> str:
        """Give the word of a member."""
        return str(choice)


def json_option(what: str) -> Callable[[Any], Any]:
    """Make the option ``--json``, passed as ``as_json``; ``what`` says what is printed."""
    return click.option("--json", "as_json", is_flag=True, help=what)


@contextmanager
def stoppable(hint: str) -> Iterator[None]:
    """Let Ctrl-C end what takes long with one line and the exit code that shells have for it; also as a decorator.

    ``hint`` is a sentence that says how to go on.
    """
    try:
        yield
    except KeyboardInterrupt:
        click.secho(f"Stopped. {hint}".rstrip(), fg="yellow", err=True)
        raise Exit(130) from None


yes_option: Final = click.option("--yes", is_flag=True, help="Do not ask.")


def confirm(question: str) -> None:
    """Ask whether to do what cannot be undone; go on only after a yes.

    Raises:
        Abort: the answer is no.
        UsageError: nobody answers, as in a script.
    """
    try:
        confirmed = click.confirm(question)
    except click.Abort as abort:
        if isinstance(abort.__context__, EOFError):  # else Ctrl-C
            click.echo(err=True)
            raise UsageError("Nothing is changed, since nobody answered the question: --yes confirms it.") from None
        raise
    if not confirmed:
        raise click.Abort


without_option: Final = click.option(
    "--without",
    multiple=True,
    help="Switch a rule of normalisation off, by its name (see `mezmun normalize --rules`); repeatable.",
)
also_option: Final = click.option(
    "--also",
    multiple=True,
    help="Switch an optional rule on: spelling, bare-vowels, punctuation or digits; repeatable.",
)
no_mask_option: Final = click.option(
    "--no-mask", is_flag=True, help="Mask nothing: switch all rules off that mask private data, at once."
)


def _language_codes(_: click.Context, __: click.Parameter, codes: tuple[str, ...]) -> tuple[str, ...]:
    for code in codes:
        check_language("--language", code)
    return codes


def check_language(option: str, code: str) -> None:
    """Raise UsageError when what an option was given is no code of a language that documents have.

    The names of languages are those of a package of the dashboard; without it the form alone is looked at.
    """
    try:
        from dashboard.language_codes import language_code
    except ModuleNotFoundError:
        if not is_like_code(code):
            raise UsageError(
                f"{option} is {code!r}: it takes an ISO 639 code of two or three letters, such as ug."
            ) from None
        return
    try:
        language_code(code)
    except InvalidInputError as error:
        raise UsageError(f"{option}: {error}") from None


sites_option: Final = click.option("--site", multiple=True, help="Only this site; again for more.")
languages_option: Final = click.option(
    "--language", multiple=True, callback=_language_codes, help="ISO 639 code, such as ug; again for more."
)
confidence_option: Final = click.option(
    "--min-confidence", type=click.FloatRange(min=0, max=1), help="Only documents of this confidence or more."
)

data_option: Final = click.option(
    "--data", type=PATH, multiple=True, help="A labelled data set, or a folder of such sets; several may follow."
)
methods_option: Final = click.option(
    "--method", multiple=True, help="A method or a peer; several may follow. All our methods if left out."
)
peers_option: Final = click.option("--peers", is_flag=True, help="Measure every installed peer as well.")
unseen_option: Final = click.option(
    "--unseen",
    type=PATH,
    help="Measure `mezmun` on what it has not learned from, too: a folder of `train extractor --keep-folds`.",
)
rows_option: Final = json_option("One JSON object a line instead of tables.")


def page_seconds_option(default: float) -> Callable[[Any], Any]:
    """Make the option ``--page-seconds``."""
    return click.option(
        "--page-seconds", type=click.FloatRange(min=0.1), default=default, help="The time a method has for one page."
    )
