"""Types of what callers of the Python interface give: a wrong one is refused in a sentence, not somewhere within."""

from collections.abc import Collection, Mapping
from typing import Final


def check_text(name: str, value: object, *, optional: bool = False) -> None:
    """Refuse what is no string; None passes when it is optional.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(value, str) and not (optional and value is None):
        raise TypeError(_sentence(name, "a string", value))


def check_number(name: str, value: object) -> None:
    """Refuse what is no number.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(value, int | float):
        raise TypeError(_sentence(name, "a number", value))


def check_bytes(name: str, value: object) -> None:
    """Refuse what is no bytes.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(value, bytes | bytearray | memoryview):
        raise TypeError(_sentence(name, "bytes", value))


def check_several(name: str, value: object) -> None:
    """Refuse what is neither a string nor several of them.

    Raises:
        TypeError: it is neither.
    """
    if not _are_texts(value):
        raise TypeError(_sentence(name, "a string or several strings", value))


def check_options(options: Mapping[str, object]) -> None:
    """Refuse options whose values are of another type than ``Options`` names.

    Raises:
        TypeError: one is.
    """
    for name, value in options.items():
        if name in _FLAGS and not isinstance(value, bool):
            raise TypeError(_sentence(name, "True or False", value))
        if name in _LISTS:
            check_several(name, value)
        if name == "masking" and not (_are_texts(value) or isinstance(value, bool)):
            raise TypeError(_sentence(name, "True, False, or names of masks", value))
        if name in _TEXTS:
            check_text(name, value, optional=name == "content_type")


_TEXTS: Final = {"content_type", "method"}
_FLAGS: Final = {"tables", "links", "images", "captions", "formatting"}
_LISTS: Final = {"prune", "keep", "languages", "also"}


def _are_texts(value: object) -> bool:
    return isinstance(value, Collection) and all(isinstance(each, str) for each in value)


def _sentence(name: str, expected: str, value: object) -> str:
    return f"{name} is {expected}, not {value!r:.80} ({type(value).__name__})."
