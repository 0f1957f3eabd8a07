"""Addresses that pages state: taken apart, made absolute, and those of posts of social networks."""

import re
from typing import Final
from urllib.parse import SplitResult, urljoin, urlsplit

from extraction.page.names import Names, words_of


def split(url: str | None) -> SplitResult:
    """Take an address apart; all parts are empty when it is not one (``http://[``)."""
    try:
        parts = urlsplit(url or "")
        _ = parts.hostname
    except ValueError:
        return urlsplit("")
    return parts


def absolute(base: str | None, url: str) -> str | None:
    """Make a web address of what a page gives; None when it is not one."""
    try:
        whole = urljoin(base or "", url)
    except ValueError:
        return None
    parts = split(whole)
    return whole if parts.scheme in ("http", "https") and parts.hostname else None


def is_of_post(address: SplitResult) -> bool:
    """Tell whether an address is that of a post of a social network."""
    return _POST.fullmatch(address.path) is not None


def may_be_of_post(address: SplitResult) -> bool:
    """Tell whether an address may be that of a post, on a page whose title begins with a user."""
    return _POST_OF_USER.fullmatch(address.path) is not None


_ANY: Final = {"*": "[^/]+", "#": r"\d+"}
"""What signs stand for in the paths of the table."""


def _paths(*subjects: Names) -> re.Pattern[str]:
    paths = ("".join(_ANY.get(sign, re.escape(sign)) for sign in path) for each in subjects for path in words_of(each))
    return re.compile(f"/(?:{'|'.join(paths)})/?")


_POST: Final = _paths(Names.POST_PATH)
_POST_OF_USER: Final = _paths(Names.POST_PATH, Names.SHARED_POST_PATH)
