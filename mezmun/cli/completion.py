"""``mezmun completion``: how a shell comes to complete commands and options."""

import click
from click.shell_completion import BashComplete, FishComplete, ZshComplete

from mezmun.cli import app

_SHELLS = {each.name: each for each in (BashComplete, ZshComplete, FishComplete)}


@app.command(
    epilog="Examples: `mezmun completion bash >> ~/.bashrc` · `mezmun completion zsh >> ~/.zshrc`"
    " · `mezmun completion fish > ~/.config/fish/completions/mezmun.fish`"
)
@click.argument("shell", type=click.Choice(list(_SHELLS)), help="The shell.")
def completion(shell: str) -> None:
    """Print the script that makes a shell complete commands, options and their values."""
    click.echo(_SHELLS[shell](app, {}, "mezmun", "_MEZMUN_COMPLETE").source())
