"""The library that the C files beside this one are compiled to when the project is installed (``hatch_build.py``)."""

import ctypes
from importlib.resources import files


def load() -> ctypes.CDLL:
    """Load the library; raises ImportError when it was not compiled."""
    try:
        return ctypes.CDLL(str(files("extraction") / "native" / "libmezmun.so"))
    except OSError as error:
        raise ImportError(f"The compiled part of Mezmun is missing: install the project again. ({error})") from error
