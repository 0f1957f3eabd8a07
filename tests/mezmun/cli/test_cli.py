import pytest
import typer
from typer.testing import CliRunner

from mezmun.cli import app


def commands(command, words=()):
    """Give the words of every command, groups left out."""
    if not hasattr(command, "commands"):
        return [words]
    return [each for name, sub in command.commands.items() for each in commands(sub, (*words, name))]


COMMANDS = [pytest.param(words, id=" ".join(words)) for words in commands(typer.main.get_command(app))]


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_explains_itself(words):
    shown = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "120"})
    assert shown.exit_code == 0
    assert "Usage:" in shown.output


def test_an_unknown_command_is_refused(mezmun):
    code, out, err = mezmun("extrct")
    assert (code, out) == (2, "")
    assert "extrct" in err
