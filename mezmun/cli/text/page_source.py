"""Where one page comes from: a file, standard input, or the web."""

import io
import os
import re
import sys
from pathlib import Path
from typing import Final

import click

from mezmun.core.errors import InvalidInputError, UsageError

STANDARD_INPUT: Final = "-"

_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.-]*):/", re.IGNORECASE)
_HOST: Final = re.compile(r"(?:[\w-]+\.)+[a-z]{2,}(?:[:/].*)?|localhost(?:[:/].*)?", re.IGNORECASE)
_SAVED: Final = {".html", ".htm", ".xhtml", ".mhtml", ".mht", ".txt", ".gz", ".zst", ".warc"}
"""Endings of files that an address may have, too."""


def read(source: str, most: int) -> tuple[bytes, str | None, str | None]:
    """Read a page from a file, standard input (-) or its address.

    Args:
        source: where it is.
        most: bytes it may have.

    Returns:
        its bytes, and its content type and address when it was fetched, or saved with them (MHTML).

    Raises:
        InvalidInputError: it cannot be read; the sentence says why.
        UsageError: it is an address, and none from which pages are fetched.
    """
    if is_address(source):
        from crawler.fetching.one_off_fetch import OneOffFetcher
        from mezmun.core import settings

        with OneOffFetcher.of(settings.load(), source) as fetcher:
            page = fetcher.fetch(source)
        return page.body, page.content_type, page.url
    from workers.bulk.input import saved_page, sources
    from workers.bulk.input.content_codings import BodyTooLargeError

    try:
        if source == STANDARD_INPUT:  # which cannot go back
            saved = saved_page.read(io.BytesIO(sys.stdin.buffer.read(most + 1)), most)
        else:
            saved = sources.saved(source, most)
    except BodyTooLargeError as error:
        raise InvalidInputError(
            f"{_subject(source)} is too large. {error} MEZMUN_MAX_PAGE_BYTES sets the limit."
        ) from None
    except saved_page.NoHtmlPartError as error:
        raise InvalidInputError(f"{_subject(source)} holds no page. {error}") from None
    except OSError as error:
        kind = UsageError if _SCHEME.match(source) else InvalidInputError
        raise kind(f"{_subject(source)} cannot be read: {error.strerror}.{_hint(source)}") from None
    if saved.cut:
        click.secho(f"mezmun: {name_of(source)} breaks off: what is before that is read.", fg="yellow", err=True)
    return saved.data, saved.content_type, saved.url


def name_of(source: str) -> str:
    """Give what a source is called in a sentence that begins with it."""
    return "Standard input" if source == STANDARD_INPUT else source


def _subject(source: str) -> str:
    return name_of(source) if source == STANDARD_INPUT else f"The file {source}"


def is_address(source: str) -> bool:
    """Tell a web address from a file."""
    return source.lower().startswith(("http://", "https://"))


def _hint(source: str) -> str:
    """Ask whether an address was meant that lacks its scheme, or has a wrong one; empty when it looks like neither."""
    if scheme := _SCHEME.match(source):
        return f" Pages are fetched from http:// and https:// addresses, not from {scheme[1]}."
    path = Path(source)
    has_host = _HOST.fullmatch(source) and path.suffix not in _SAVED and not os.path.exists(path.parts[0])  # noqa: PTH110
    return f" Did you mean https://{source}?" if has_host else ""
