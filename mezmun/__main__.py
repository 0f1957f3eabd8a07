"""``mezmun``, also as ``python -m mezmun``: how a command starts the other half of itself as a child process.

It imports nothing before it waits for Ctrl-C: until the command line is loaded, a key pressed gave a traceback.
"""


def main() -> None:
    """Load the command line and run it; stopped meanwhile, end as it does itself."""
    try:
        from mezmun.cli import main as run

        run()
    except KeyboardInterrupt:
        import sys

        sys.stderr.write("Aborted!\n")
        sys.exit(1)


if __name__ == "__main__":
    main()
