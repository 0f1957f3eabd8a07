"""Groups of commands: how ``--help`` shows them, and how the files of a command are loaded when it is called."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import click

from mezmun.cli.commands import COMMANDS, EXTRA_OF_PACKAGE, SECTIONS
from mezmun.core.errors import MezmunError


class Text(click.types.StringParamType):
    """A text on the command line. A file may have a name that is no UTF-8; what is stored or compared may not be so."""

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Refuse bytes that are no UTF-8, which Python makes surrogates of."""
        text: str = super().convert(value, param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail(f"{text!r} is no text in UTF-8.", param, ctx)
        return text


class TextCommand(click.Command):
    """A command whose arguments and options are texts unless they have another type.

    Its epilog is a heading and what it lists, one a line; in the source ``Examples: a · b · c``.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for param in self.params:
            if param.type is click.STRING:
                param.type = Text()

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write it at the end of ``--help``."""
        if self.epilog:
            heading, _, listed = self.epilog.partition(": ")
            with formatter.section(heading):
                for line in listed.split(" · "):
                    formatter.write_text(line)


class CommandGroup(TextCommand, click.Group):
    """A group that lists its commands in the order of their definition, each with the first paragraph of its help."""

    command_class = TextCommand

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Give the names of the commands."""
        return list(self.commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands of ``--help``."""
        self.write_section(formatter, "Commands", self.commands)

    def write_section(self, formatter: click.HelpFormatter, heading: str, names: Iterable[str]) -> None:
        """Write some of the commands below a heading."""
        with formatter.section(heading):
            formatter.write_dl([(name, summary(self.commands[name])) for name in names])


CommandGroup.group_class = CommandGroup


def summary(command: click.Command) -> str:
    """Give the first paragraph of a command's help, on one line."""
    return " ".join((command.help or "").split("\n\n")[0].split())


class CommandPipeError(Exception):
    """A pipe broke that a command writes to, its output or a connection: the cause is the error that says so."""


@contextmanager
def _broken_pipes_named() -> Iterator[None]:
    """Let a broken pipe go through Click, which ends with exit code 1 and no sentence wherever one breaks."""
    try:
        yield
    except BrokenPipeError as error:
        raise CommandPipeError from error


class LazyGroup(CommandGroup):
    """The group of all commands. What it knows of a command before it is called is what stands in ``COMMANDS``."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, files in COMMANDS.items():
            self.add_command(click.Command(name, help=files.summary))

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        """Read the command line; ``--help`` and ``--version`` write here what they show."""
        with _broken_pipes_named():
            return super().make_context(*args, **kwargs)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Load the files of the command that is called: it takes the place of what stood for it.

        Raises:
            MissingPackageError: it needs packages that are not installed.
        """
        try:
            self.load(name for name in args[:1] if name in COMMANDS)
        except ModuleNotFoundError as error:
            if not ctx.resilient_parsing:  # as when a shell asks what would complete a line
                raise missing_package(error, args[0]) from None
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the lists of commands of ``--help``, each section below its heading."""
        for heading, commands in SECTIONS.items():
            self.write_section(formatter, heading, commands)

    def load(self, names: Iterable[str] = COMMANDS) -> None:
        """Load the files of commands, all by default; the commands register themselves on the group."""
        for name in names:
            for module in COMMANDS[name].modules:
                import_module(f"mezmun.cli.{module}")

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that is called.

        Raises:
            MissingPackageError: it needs packages that are not installed for what it is asked.
        """
        try:
            with _broken_pipes_named():
                return super().invoke(ctx)
        except ModuleNotFoundError as error:
            raise missing_package(error, str(ctx.invoked_subcommand)) from None


class MissingPackageError(MezmunError):
    """A command needs packages that are not installed."""


def missing_package(error: ModuleNotFoundError, command: str) -> MissingPackageError:
    """Give the sentence for a package that is not there; a missing module of our own is a bug, and stays one."""
    package = (error.name or "").partition(".")[0]
    extra = EXTRA_OF_PACKAGE.get(package, COMMANDS[command].extra)
    if not extra or package == __name__.partition(".")[0]:
        raise error
    return MissingPackageError(
        f"`mezmun {command}` needs packages that are not installed ({error.name}): pip install 'mezmun[{extra}]'."
    )
