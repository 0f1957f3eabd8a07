"""Which page of which thread an address leads to, or which post, by the ids of the site itself:
``thread_addresses.yaml``."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Final
from urllib.parse import unquote

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from mezmun.core.linear_pattern import LinearPattern, LinearPatterns
from mezmun.core.sites.site_schema import Site, SiteKind

ADDRESS_FILE: Final = "thread_addresses.yaml"
LARGEST_PAGE: Final = 2**31 - 1
"""Number of a page up to which it is believed: what a column of the database holds."""


@dataclass(frozen=True, slots=True)
class ThreadPageAddress:
    """A page of a thread: the site's own id of the thread, and a number by which its pages are in order."""

    thread: str
    number: int


@dataclass(frozen=True, slots=True)
class PostAddress:
    """A post: the site's own ids of its thread and of itself, each None where the address does not show it."""

    thread: str | None
    post: str | None


class Program(BaseModel):
    """How one forum program writes addresses."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    program: str
    thread: str
    page: str
    first: int
    examples: Annotated[dict[str, tuple[str, int]], Field(min_length=1)]
    post: str | None = None
    thread_of_post: str | None = None
    post_examples: dict[str, tuple[str | None, str | None]] = {}


def thread_page(url: str, site: Site) -> ThreadPageAddress | None:
    """Say which page of a thread an address of a forum leads to; None when it does not show that."""
    if site.at(url).kind is not SiteKind.FORUM:
        return None
    address = unquote(url)
    for place in sorted(_together().found_in(address)):
        thread, page, first = _patterns()[place]
        if (id_of_thread := thread.group_in(address)) is not None:
            number = int(page.group_in(address) or first)
            return ThreadPageAddress(_id(id_of_thread), number) if number <= LARGEST_PAGE else None
    return None


def post_address(url: str, site: Site) -> PostAddress | None:
    """Say which post of a forum an address is the address of; None when it is that of none."""
    if site.at(url).kind is not SiteKind.FORUM:
        return None
    address = unquote(url)
    for of_thread, of_post in _post_patterns():
        thread, post = _id_in(address, of_thread), _id_in(address, of_post)
        if thread is not None or post is not None:
            return PostAddress(thread, post)
    return None


def _id_in(address: str, pattern: LinearPattern | None) -> str | None:
    digits = None if pattern is None else pattern.group_in(address)
    return None if digits is None else _id(digits)


def _id(digits: str) -> str:
    return digits.lstrip("0") or "0"


@cache
def programs() -> tuple[Program, ...]:
    """Read the file once per process; a fault in it is a bug of this project, and keeps its traceback."""
    text = files("crawler.links").joinpath(ADDRESS_FILE).read_text(encoding="utf-8")
    return TypeAdapter(tuple[Program, ...]).validate_python(yaml.safe_load(text))


@cache
def _patterns() -> tuple[tuple[LinearPattern, LinearPattern, int], ...]:
    return tuple((LinearPattern(each.thread), LinearPattern(each.page), each.first) for each in programs())


@cache
def _post_patterns() -> tuple[tuple[LinearPattern | None, LinearPattern | None], ...]:
    def compiled(pattern: str | None) -> LinearPattern | None:
        return None if pattern is None else LinearPattern(pattern)

    return tuple((compiled(each.thread_of_post), compiled(each.post)) for each in programs() if each.post_examples)


@cache
def _together() -> LinearPatterns:
    return LinearPatterns(thread for thread, _, _ in _patterns())
