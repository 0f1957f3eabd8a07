"""The ``mezmun`` command. Of its files only those of the command that is called are loaded, so that each is quick.

Exit codes, the same everywhere: 0 what was asked for is done; 1 it could not be done, or what was looked at is wrong;
2 the command line itself is wrong; 3 all was done, but there is no text.
"""

import errno
import os
import sys
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path
from typing import Annotated, Final

import typer

from mezmun.cli.commands import COMMANDS, EXTRA_OF_PACKAGE
from mezmun.core.errors import MezmunError, UsageError


def _typer() -> typer.Typer:
    return typer.Typer(
        name="mezmun",
        no_args_is_help=True,
        rich_markup_mode="markdown",
        pretty_exceptions_show_locals=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


app = _typer()


def _print_version(wanted: bool) -> None:
    if wanted:
        from mezmun.core.version import __version__

        typer.echo(f"mezmun {__version__}")
        raise typer.Exit


_EXIT_CODES: Final = (
    "Exit codes: 0 done · 1 it could not be done, or what was looked at is wrong · 2 the command line is wrong"
    " · 3 done, and there is no text"
)


@app.callback(epilog=_EXIT_CODES)
def about(
    version: Annotated[
        bool,
        typer.Option("--version", "-V", callback=_print_version, is_eager=True, help="Print the version, and end."),
    ] = False,
) -> None:
    """Crawl news sites, blogs and forums, and keep their clean text with its provenance."""


def load(names: Iterable[str] = COMMANDS, *, lenient: bool = False) -> None:
    """Load the files of commands, which register themselves on ``app``.

    Args:
        names: of commands; all by default.
        lenient: leave out those whose packages are not installed.

    Raises:
        MissingPackageError: a command needs packages that are not installed.
    """
    for name in names:
        for module in COMMANDS[name].modules:
            try:
                import_module(f"{__name__}.{module}")
            except ModuleNotFoundError as error:
                if not lenient:
                    raise missing_package(error, name) from None


def overview() -> typer.Typer:
    """Make a command line that knows of the commands only what they are: for help, where no command is called."""
    whole = _typer()
    whole.callback(epilog=_EXIT_CODES)(about)
    for name, files in COMMANDS.items():
        whole.command(name, help=files.summary)(lambda: None)
    return whole


class MissingPackageError(MezmunError):
    """A command needs packages that are not installed."""


def missing_package(error: ModuleNotFoundError, command: str) -> MezmunError:
    """Give the sentence for a package that is not there; a missing module of our own is a bug, and stays one."""
    package = (error.name or "").partition(".")[0]
    extra = EXTRA_OF_PACKAGE.get(package, COMMANDS[command].extra)
    if not extra or package == __name__.partition(".")[0]:
        raise error
    return MissingPackageError(
        f"`mezmun {command}` needs packages that are not installed ({error.name}): pip install 'mezmun[{extra}]'."
    )


def main() -> None:
    """Run the command line; an error the user can mend is one sentence on standard error."""
    _open_closed_streams()
    command = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    try:
        if "_MEZMUN_COMPLETE" in os.environ:
            load(lenient=True)
        elif command in COMMANDS:
            load([command])
            _warn_of_variables()
        try:
            (app if command in COMMANDS or "_MEZMUN_COMPLETE" in os.environ else overview())()
        finally:
            sys.stdout.flush()
    except ModuleNotFoundError as error:
        if command not in COMMANDS:
            raise
        _fail(missing_package(error, command))
    except MezmunError as error:
        _fail(error)
    except KeyboardInterrupt:  # while something is loaded; typer tells of all others
        typer.echo("Aborted!", err=True)
        sys.exit(1)
    except BrokenPipeError:  # who read the output has enough of it
        _discard_output()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None or not _is_of_output(error):
            raise
        _discard_output()
        _fail(MezmunError(f"The output cannot be written: {error.strerror}."))


def _open_closed_streams() -> None:
    """Let a stream that the shell closed (``<&-``) be one that has nothing and keeps nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  # for as long as the process lives


def _warn_of_variables() -> None:
    """Say which variables look like settings and are none; a command that reads no settings says nothing."""
    settings = sys.modules.get("mezmun.core.settings")
    if settings is None:
        return
    for name, near in settings.unknown_variables((*settings.variables_of_file(), *os.environ)).items():
        meant = f": did you mean {near}?" if near else "; the manual of operators lists the settings."
        typer.secho(f"mezmun: {name} is no setting{meant}", fg="yellow", err=True)


def _fail(error: MezmunError) -> None:
    typer.secho(f"mezmun: {error}", fg="red", err=True)
    sys.exit(2 if isinstance(error, UsageError) else 1)


def _is_of_output(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)


def _discard_output() -> None:
    """Keep the interpreter from writing what is left in the buffer once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
