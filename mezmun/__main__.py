"""``python -m mezmun``: the command line, also how a command starts the other half of itself as a child process."""

from mezmun.cli import main

main()
