"""Which code made a text: part of every document's provenance."""

import subprocess
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path

__version__ = version("mezmun")


@lru_cache(maxsize=1)
def code_version() -> str:
    """Give the release and, in a checkout, its commit: ``0.1.0+1a2b3c4``, with ``.dirty`` when files differ from it."""
    release = __version__
    root = Path(__file__).parents[2]
    if not (root / ".git").exists():  # installed: a repository around it is another project's
        return release
    try:
        described = subprocess.run(
            ["git", "describe", "--always", "--dirty=.dirty", "--exclude=*", "--abbrev=7"],  # noqa: S607 - git from PATH
            cwd=root,
            capture_output=True,
            text=True,
            timeout=10,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return release
    return f"{release}+{described.stdout.strip()}"
