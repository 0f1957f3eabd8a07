"""The hall: the command line, the settings, and the words every room shares (outcomes, messages, errors)."""

from importlib.metadata import version

__version__ = version("mezmun")
