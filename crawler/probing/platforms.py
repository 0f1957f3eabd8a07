"""Which program made a site, by the front page: the table ``platforms.yaml``."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Annotated, Final

import yaml
from lxml import etree
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from mezmun.core.linear_pattern import LinearPattern
from mezmun.core.sites.site_schema import SiteKind

PLATFORM_FILE: Final = "platforms.yaml"


class Platform(BaseModel):
    """A program that sites are made with; the file says what the fields mean."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    platform: str
    kind: SiteKind
    generator: str
    markup: tuple[str, ...]
    feeds: tuple[str, ...]
    sitemaps: tuple[str, ...]
    examples: Annotated[tuple[str, ...], Field(min_length=1)]


@dataclass(frozen=True, slots=True)
class PlatformMatch:
    """The platform of a page, and by what it was told; ``sure`` when more than one sign says so."""

    platform: Platform
    evidence: str
    sure: bool


@cache
def platforms() -> tuple[Platform, ...]:
    """Read the file once per process; a fault in it is a bug of this project, and keeps its traceback."""
    text = files("crawler.probing").joinpath(PLATFORM_FILE).read_text(encoding="utf-8")
    return TypeAdapter(tuple[Platform, ...]).validate_python(yaml.safe_load(text))


def platform_of(source: str, root: etree._Element | None) -> PlatformMatch | None:
    """Tell the platform of a page by its source and by the tree of it, if it has one; None when none shows."""
    generator = "" if root is None else _generator_of(root)
    for platform in platforms():
        if _compiled(platform.generator).found_in(generator):
            return PlatformMatch(platform, f'its generator is "{generator[:60]}"', sure=True)
    counts = [(sum(_compiled(each).found_in(source) for each in platform.markup), platform) for platform in platforms()]
    count, best = max(counts, key=lambda pair: pair[0])
    if not count:
        return None
    return PlatformMatch(best, f"{count} of {len(best.markup)} signs in its source", sure=count > 1)


def _generator_of(root: etree._Element) -> str:
    """Give the content of a page's meta ``generator``; empty when it has none."""
    metas = (meta for meta in root.iter("meta") if (meta.get("name") or "").strip().lower() == "generator")
    return next(((meta.get("content") or "").strip() for meta in metas), "")


@cache
def _compiled(pattern: str) -> LinearPattern:
    return LinearPattern(pattern, ignore_case=True)
