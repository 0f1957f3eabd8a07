"""What a sample site is made of: pages, and the truth of what on them is text and what is noise."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

HTML: Final = "text/html; charset=utf-8"
XML: Final = "application/xml; charset=utf-8"
TEXT: Final = "text/plain; charset=utf-8"


class NoiseKind(StrEnum):
    """What a line that is no main text is there for."""

    NAVIGATION = "navigation"
    ADVERT = "advert"
    COPYRIGHT = "copyright"
    SIGNATURE = "signature"
    NICKNAME = "nickname"
    FURNITURE = "furniture"
    """Buttons, counters, ranks, notices and forms."""


@dataclass(frozen=True)
class Noise:
    """One line that stands on a page and must not be in its stored text."""

    kind: NoiseKind
    line: str


@dataclass(frozen=True)
class SamplePage:
    """What the server answers for one path."""

    body: bytes
    content_type: str


@dataclass(frozen=True)
class Truth:
    """What is on one content page: its own text, in clean letters and in order, and the noise around it."""

    url: str
    title: str
    language: str
    paragraphs: tuple[str, ...]
    noise: tuple[Noise, ...]

    def missing(self, text: str) -> tuple[str, ...]:
        """Give the paragraphs that are not in a stored text, or not in their place; white space does not matter."""
        spaced, at, missing = _one_line(text), 0, []
        for paragraph in self.paragraphs:
            start = spaced.find(_one_line(paragraph), at)
            if start < 0:
                missing.append(paragraph)
            else:
                at = start + len(_one_line(paragraph))
        return tuple(missing)

    def leaked(self, text: str) -> tuple[Noise, ...]:
        """Give the noise that is in a stored text; no line of noise is part of a paragraph or of the title."""
        spaced = _one_line(text)
        return tuple(noise for noise in self.noise if _one_line(noise.line) in spaced)


@dataclass(frozen=True)
class SampleSite:
    """One sample site: the pages by path with query, the truth of its content pages, and its site file."""

    name: str
    base: str
    pages: Mapping[str, SamplePage]
    truth: tuple[Truth, ...]
    definition: str


def _one_line(text: str) -> str:
    return " ".join(text.split())
