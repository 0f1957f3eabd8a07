"""The ``mezmun`` command. Of its files only those of the command that is called are loaded, so that each is quick.

Exit codes, the same everywhere: 0 what was asked for is done; 1 it could not be done, or what was looked at is wrong;
2 the command line itself is wrong; 3 all was done, but there is no text.
"""

import errno
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated, Final

import typer

from mezmun.core.errors import MezmunError, UsageError

app = typer.Typer(
    name="mezmun",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_show_locals=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@dataclass(frozen=True, slots=True)
class CommandFiles:
    """Where a command, or a group of commands, is."""

    modules: tuple[str, ...]
    """Under ``mezmun.cli``; each registers itself on ``app``."""
    extra: str = ""
    """The extra of the package that it needs (``pip install "mezmun[extra]"``); none for text alone."""


EXTRA_OF_PACKAGE: Final = {"zstandard": "zstd"}
"""Packages that a command needs only for some of what it may be asked."""


_EVALUATIONS: Final = ("", "_normalization", "_visualisation", "_stages", "_segments", "_masks", "_structure")
_BENCHES: Final = ("bench", "bench_pipeline", "bench_queries", "bench_crawl", "bench_dashboard", "bench_duplicates")
COMMANDS: Final = {
    "crawl": CommandFiles(("operation.crawl_site",), "crawl"),
    "demo": CommandFiles(("operation.run_demo",), "crawl"),
    "documents": CommandFiles(("operation.show_documents",), "crawl"),
    "show": CommandFiles(("operation.show_documents",), "crawl"),
    "sites": CommandFiles(("sites.check_sites", "sites.add_site", "sites.try_site", "sites.control_sites"), "crawl"),
    "import": CommandFiles(("sites.import_archives",), "crawl"),
    "reextract": CommandFiles(("operation.reextract",), "crawl"),
    "takedown": CommandFiles(("operation.take_down",), "crawl"),
    "status": CommandFiles(("monitoring.show_status",), "crawl"),
    "health": CommandFiles(("monitoring.check_health",), "crawl"),
    "failures": CommandFiles(("monitoring.show_failures",), "crawl"),
    "crawler": CommandFiles(("operation.run_crawler",), "crawl"),
    "worker": CommandFiles(("operation.run_worker",), "crawl"),
    "queue": CommandFiles(("operation.manage_queue",), "crawl"),
    "db": CommandFiles(("operation.manage_database",), "crawl"),
    "store": CommandFiles(("operation.manage_store",), "crawl"),
    "backup": CommandFiles(("operation.back_up",), "crawl"),
    "restore": CommandFiles(("operation.back_up",), "crawl"),
    "doctor": CommandFiles(("operation.doctor",), "crawl"),
    "export": CommandFiles(("publication.export_documents",), "crawl"),
    "dashboard": CommandFiles(("publication.run_dashboard",), "dashboard"),
    "feed": CommandFiles(("publication.push_feed",), "crawl"),
    "operator": CommandFiles(("publication.manage_operators",), "dashboard"),
    "token": CommandFiles(("publication.manage_tokens",), "dashboard"),
    "extract": CommandFiles(("text.extract_page",), "crawl"),  # for a page from the web
    "normalize": CommandFiles(("text.normalize_text",)),
    "convert": CommandFiles(("text.normalize_text",)),
    "methods": CommandFiles(("text.list_methods",)),
    "evaluate": CommandFiles(tuple(f"measurement.evaluate{part}" for part in _EVALUATIONS), "evaluate"),
    "bench": CommandFiles(tuple(f"benchmark.{part}" for part in _BENCHES)),
    "train": CommandFiles(("measurement.train", "measurement.train_normalization"), "train"),
}
"""The commands by name, in the order of ``--help``."""


def _print_version(wanted: bool) -> None:
    if wanted:
        from mezmun.core.version import __version__

        typer.echo(f"mezmun {__version__}")
        raise typer.Exit


@app.callback(
    epilog="Exit codes: 0 done · 1 it could not be done, or what was looked at is wrong · 2 the command line is wrong"
    " · 3 done, and there is no text"
)
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
    command = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    try:
        if command in COMMANDS and "_MEZMUN_COMPLETE" not in os.environ:
            load([command])
        else:
            load(lenient=True)
        try:
            app()
        finally:
            sys.stdout.flush()
    except ModuleNotFoundError as error:
        if command not in COMMANDS:
            raise
        _fail(missing_package(error, command))
    except MezmunError as error:
        _fail(error)
    except BrokenPipeError:  # who read the output has enough of it
        _discard_output()
        sys.exit(1)
    except OSError as error:
        if error.filename is not None or not _is_of_output(error):
            raise
        _discard_output()
        _fail(MezmunError(f"The output cannot be written: {error.strerror}."))


def _fail(error: MezmunError) -> None:
    typer.secho(f"mezmun: {error}", fg="red", err=True)
    sys.exit(2 if isinstance(error, UsageError) else 1)


def _is_of_output(error: OSError) -> bool:
    return error.errno in (errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EFBIG)


def _discard_output() -> None:
    """Keep the interpreter from writing what is left in the buffer once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
