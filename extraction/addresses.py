"""Addresses as pages and callers give them, which may be none."""

from urllib.parse import SplitResult, urljoin, urlsplit


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
