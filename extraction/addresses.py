"""Addresses as pages and callers give them, which may be none."""

from urllib.parse import SplitResult, urljoin, urlsplit


def split(url: str | None) -> SplitResult:
    """Take an address apart; all parts are empty when it is not one (``http://[``)."""
    try:
        found = urlsplit(url or "")
        _ = found.hostname
    except ValueError:
        return urlsplit("")
    return found


def absolute(base: str | None, url: str) -> str | None:
    """Make a web address of what a page gives; None when it is not one."""
    try:
        whole = urljoin(base or "", url)
    except ValueError:
        return None
    found = split(whole)
    return whole if found.scheme in ("http", "https") and found.hostname else None
