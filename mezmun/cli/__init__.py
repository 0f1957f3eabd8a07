"""The ``mezmun`` command. Of its files only those of the command that is called are loaded, so that each is quick.

Exit codes, the same everywhere: 0 what was asked for is done; 1 it could not be done, or what was looked at is wrong;
2 the command line itself is wrong; 3 all was done, but there is no text. As shells have it, 128 and the number of the
signal stand for who was stopped: 130 by Ctrl-C or SIGTERM, 141 (SIGPIPE) because nobody reads the output on, as behind
``| head``.
"""

import codecs
import errno
import io
import os
import select
import signal
import sys
from pathlib import Path

import click

from mezmun.cli.groups import CommandPipeError, LazyGroup
from mezmun.cli.interrupts import end_by_signals
from mezmun.core.errors import MezmunError, UsageError

NOBODY_READS_ON = 128 + signal.SIGPIPE
"""Exit code when what reads the output has enough of it. The signal itself stays off: it would end a process, with no
sentence, whose database or broker closes a connection."""

HELP_WIDTH = 120
"""Characters of a line of ``--help`` at most, where the terminal is wider."""


@click.group(
    "mezmun",
    cls=LazyGroup,
    epilog="Exit codes: 0 done · 1 it could not be done, or what was looked at is wrong · 2 the command line is wrong"
    " · 3 done, and there is no text",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "show_default": True,
        "max_content_width": HELP_WIDTH,
    },
)
@click.version_option(
    None, "--version", "-V", package_name="mezmun", message="%(prog)s %(version)s", help="Print the version, and end."
)
def app() -> None:
    """Crawl news sites, blogs and forums, and keep their clean text with its provenance."""
    _warn_of_variables()


def main() -> None:
    """Run the command line; an error the user can mend is one sentence on standard error."""
    _open_closed_streams()
    _print_names_of_files()
    end_by_signals()
    try:
        try:
            app(prog_name="mezmun")
        finally:
            sys.stdout.flush()
    except MezmunError as error:
        _fail(error)
    except (BrokenPipeError, CommandPipeError):
        if not _is_output_closed():
            raise
        _discard_output()
        sys.exit(NOBODY_READS_ON)
    except OSError as error:
        if error.filename is not None or not _is_of_output(error):
            raise
        _discard_output()
        _fail(MezmunError(f"The output cannot be written: {error.strerror}."))
    except UnicodeEncodeError as error:
        if not _is_of_outputs(error.encoding):
            raise
        _discard_output()
        letter = ascii(error.object[error.start])
        _fail(
            MezmunError(
                f"The output cannot be written: its encoding, {sys.stdout.encoding}, has no {letter}. Set PYTHONUTF8=1,"
                " or a locale of UTF-8, such as LC_ALL=C.UTF-8."
            )
        )
    except Exception as error:
        if (sentence := _of_database(error)) is None:
            raise
        _fail(sentence)


def _open_closed_streams() -> None:
    """Let a stream that the shell closed (``<&-``) be one that has nothing and keeps nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode))  # noqa: SIM115  # for as long as the process lives


def _print_names_of_files() -> None:
    """Let the name of a file that is no UTF-8 leave as it came."""
    if isinstance(sys.stdout, io.TextIOWrapper) and sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="surrogateescape")


def _warn_of_variables() -> None:
    """Say which variables look like settings and are none; a command that reads no settings says nothing."""
    settings = sys.modules.get("mezmun.core.settings")
    if settings is None:
        return
    for name, near in settings.unknown_variables((*settings.variables_of_file(), *os.environ)).items():
        click.secho(f"mezmun: {settings.no_setting(name, near)}", fg="yellow", err=True)


def _fail(error: MezmunError) -> None:
    click.secho(f"mezmun: {error}", fg="red", err=True)
    sys.exit(2 if isinstance(error, UsageError) else 1)


def _is_of_output(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)


def _is_of_outputs(encoding: str) -> bool:
    """Tell whether an encoding may be that of the output: neither is UTF-8, which has every letter.

    An encoding of one byte a letter may be called "charmap" in an error, whichever it is.
    """
    return "utf-8" not in (codecs.lookup(encoding).name, codecs.lookup(sys.stdout.encoding or "utf-8").name)


def _is_output_closed() -> bool:
    """Say whether nobody reads standard output or standard error any more; a socket breaks with the same error."""
    outputs = select.poll()
    for stream in (sys.stdout, sys.stderr):
        outputs.register(stream, 0)
    return any(event & select.POLLERR for _, event in outputs.poll(0))


def _of_database(error: Exception) -> MezmunError | None:
    """Give the sentence for a database that went away; a command that uses none has not loaded what knows that."""
    engine = sys.modules.get("db.engine")
    return None if engine is None else engine.unavailable(error)


def _discard_output() -> None:
    """Keep the interpreter from writing what is left in the buffer once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
