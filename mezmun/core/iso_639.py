"""The form of a language's code in ISO 639: two small letters, or three where the language has no shorter code."""

import re
from typing import Final

_CODE: Final = re.compile("[a-z]{2,3}")


def is_like_code(text: str) -> bool:
    """Tell whether a text has the form of a code, of a language that there is or not."""
    return _CODE.fullmatch(text) is not None
