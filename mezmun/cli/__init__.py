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
from pathlib import Path
from typing import Annotated, Final

import typer

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


@dataclass(frozen=True, slots=True)
class CommandFiles:
    """A command, or a group of commands: what it does, and where it is."""

    summary: str
    """What ``mezmun --help`` says of it: the first sentences of its own help (a test compares them)."""
    modules: tuple[str, ...]
    """Under ``mezmun.cli``; each registers itself on ``app``."""
    extra: str = ""
    """The extra of the package that it needs (``pip install "mezmun[extra]"``); none for text alone."""


EXTRA_OF_PACKAGE: Final = {"zstandard": "zstd"}
"""Packages that a command needs only for some of what it may be asked."""


_EVALUATIONS: Final = ("", "_normalization", "_visualisation", "_stages", "_segments", "_masks", "_structure")
_BENCHES: Final = ("bench", "bench_pipeline", "bench_queries", "bench_crawl", "bench_dashboard", "bench_duplicates")
COMMANDS: Final = {
    "crawl": CommandFiles(
        "Crawl a site, turn its pages into documents, and say what became of each.", ("operation.crawl_site",), "crawl"
    ),
    "demo": CommandFiles(
        "Crawl three small sample sites on the embedded default, and show what was stored.",
        ("operation.run_demo",),
        "crawl",
    ),
    "documents": CommandFiles(
        "List the stored documents, in the order they were found.", ("operation.show_documents",), "crawl"
    ),
    "show": CommandFiles(
        "Show a document: its text, and the whole way back to the bytes it was made of.",
        ("operation.show_documents",),
        "crawl",
    ),
    "sites": CommandFiles(
        "Add, try, check and list the site files; steer the crawl of a site.",
        ("sites.check_sites", "sites.add_site", "sites.try_site", "sites.control_sites"),
        "crawl",
    ),
    "import": CommandFiles(
        "Take the pages of web archives into a site, as if they had been fetched when they were archived.",
        ("sites.import_archives",),
        "crawl",
    ),
    "reextract": CommandFiles(
        "Read the stored pages of a site with another method, or with this version of its own, beside its documents.",
        ("operation.reextract",),
        "crawl",
    ),
    "takedown": CommandFiles(
        "Remove a page or a site for good: its bytes, its texts, its documents. It is never fetched again.",
        ("operation.take_down",),
        "crawl",
    ),
    "status": CommandFiles(
        "Show where each site stands: its last crawl, its last day, what is due, and what is wrong.",
        ("monitoring.show_status",),
        "crawl",
    ),
    "health": CommandFiles(
        "Say what is wrong with which site; exit code 1 when anything is.", ("monitoring.check_health",), "crawl"
    ),
    "failures": CommandFiles(
        "List the pages whose last fetch came to no text, by reason, with some of their addresses.",
        ("monitoring.show_failures",),
        "crawl",
    ),
    "crawler": CommandFiles(
        "Crawl every site of the sites folder when it is due, for ever.", ("operation.run_crawler",), "crawl"
    ),
    "worker": CommandFiles(
        "Work the queue until stopped; SIGTERM finishes the pages in hand first.", ("operation.run_worker",), "crawl"
    ),
    "queue": CommandFiles("Look at the queue of fetched pages.", ("operation.manage_queue",), "crawl"),
    "db": CommandFiles("Look after the database's tables.", ("operation.manage_database",), "crawl"),
    "store": CommandFiles("Look after the raw pages.", ("operation.manage_store",), "crawl"),
    "backup": CommandFiles(
        "Write the database and the raw pages to a folder. Crawlers and workers may run meanwhile.",
        ("operation.back_up",),
        "crawl",
    ),
    "restore": CommandFiles(
        "Bring a backup back into a database without tables. Then run `mezmun db upgrade`, if this version is newer.",
        ("operation.back_up",),
        "crawl",
    ),
    "doctor": CommandFiles(
        "Look at settings, database, broker, raw store and sites; exit code 1 when something is wrong.",
        ("operation.doctor",),
        "crawl",
    ),
    "export": CommandFiles(
        "Write the documents, as they are now, into a folder, with a manifest of counts and checksums.",
        ("publication.export_documents",),
        "crawl",
    ),
    "dashboard": CommandFiles(
        "Serve the operator's pages, and the feed of documents, until stopped.",
        ("publication.run_dashboard",),
        "dashboard",
    ),
    "feed": CommandFiles(
        "Send the feed of documents to those who do not ask for it.", ("publication.push_feed",), "crawl"
    ),
    "operator": CommandFiles("Say who may sign in to the dashboard.", ("publication.manage_operators",), "dashboard"),
    "token": CommandFiles("Make and revoke the tokens of programs.", ("publication.manage_tokens",), "dashboard"),
    "extract": CommandFiles(
        "Give the main text of one page in clean letters, or a record for each of many pages.",
        ("text.extract_page",),
        "crawl",
    ),  # for a page from the web
    "normalize": CommandFiles(
        "Make text clean: Uyghur letters, decoding, masking. Each line is a block of its own.", ("text.normalize_text",)
    ),
    "convert": CommandFiles(
        "Write Uyghur text in another of its scripts; its letters are made clean first, and other words stay.",
        ("text.normalize_text",),
    ),
    "methods": CommandFiles(
        "List the extraction methods a site can choose, with version and source.", ("text.list_methods",)
    ),
    "evaluate": CommandFiles(
        "Measure how well and how fast the methods extract, on labelled pages.",
        tuple(f"measurement.evaluate{part}" for part in _EVALUATIONS),
        "evaluate",
    ),
    "bench": CommandFiles(
        "Measure what Mezmun costs beside other tools.", tuple(f"benchmark.{part}" for part in _BENCHES)
    ),
    "train": CommandFiles(
        "Train the models of the extraction methods on labelled pages.",
        ("measurement.train", "measurement.train_normalization"),
        "train",
    ),
}
"""The commands by name, in the order of ``--help``."""


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
