"""What a page asks of those who read it: robots metas, ``X-Robots-Tag``, TDM reservation, ``Content-Signal``.

Three wishes are obeyed here: ``noindex`` (the page is not stored), ``nofollow`` (its links are not followed) and
``noarchive`` (its bytes are not kept). All that was asked for is recorded with the fetch, so that exports can obey it.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from crawler.politeness.robots import ROBOT

ROBOTS_METAS: Final = frozenset({"robots", ROBOT})
RECORDED_METAS: Final = frozenset({"tdm-reservation", "tdm-policy"})
"""Metas whose content is recorded as it is (TDMRep, W3C Community Group Report of 2024)."""
RECORDED_HEADERS: Final = ("tdm-reservation", "tdm-policy", "content-signal")
LONGEST_VALUE: Final = 300
"""Characters that are recorded of a value."""

_AGENT: Final = re.compile(r"\s*([a-z0-9_.*-]+)\s*:\s*(.*)", re.IGNORECASE | re.DOTALL)
_WITH_VALUE: Final = frozenset({"max-snippet", "max-image-preview", "max-video-preview", "unavailable_after"})
"""Directives that have a colon themselves: what stands before it is no agent."""


@dataclass(frozen=True, slots=True)
class UsageSignals:
    """The robots directives that hold for us, in small letters, and what else was asked for, by name."""

    directives: frozenset[str]
    others: Mapping[str, str]

    @property
    def noindex(self) -> bool:
        """Say whether the page must not be stored."""
        return not self.directives.isdisjoint({"noindex", "none"})

    @property
    def nofollow(self) -> bool:
        """Say whether the page's links must not be followed."""
        return not self.directives.isdisjoint({"nofollow", "none"})

    @property
    def noarchive(self) -> bool:
        """Say whether the page's bytes must not be kept longer than reading them takes."""
        return not self.directives.isdisjoint({"noarchive", "nocache"})

    def recorded(self) -> dict[str, Any]:
        """Give what is written with the fetch."""
        directives = {"robots": sorted(self.directives)} if self.directives else {}
        return {**directives, **self.others}


def usage_signals(
    headers: Mapping[str, Iterable[str]], metas: Iterable[tuple[str, str]] = (), content_signal: str | None = None
) -> UsageSignals:
    """Read the signals of an answer.

    Args:
        headers: values by the header's name in small letters.
        metas: (name in small letters, content) of the page's metas, as many as there are.
        content_signal: what robots.txt says with ``Content-Signal``.
    """
    pieces: list[str] = []
    for value in headers.get("x-robots-tag", ()):
        pieces += _for_us(value)
    others = {"content-signal": content_signal} if content_signal else {}
    for name, content in metas:
        if name in ROBOTS_METAS:
            pieces += content.split(",")
        elif name in RECORDED_METAS:
            others[name] = content.strip()
    for name in RECORDED_HEADERS:
        for value in headers.get(name, ()):
            others[name] = value.strip()
    directives = frozenset(piece.strip().lower()[:LONGEST_VALUE] for piece in pieces if piece.strip())
    return UsageSignals(directives, {name: value[:LONGEST_VALUE] for name, value in others.items()})


def _for_us(value: str) -> list[str]:
    """Give the directives of an ``X-Robots-Tag`` that are for everybody or for us: ``otherbot: noindex`` is not."""
    agent = _AGENT.match(value)
    if agent is None or agent[1].lower() in _WITH_VALUE:
        return value.split(",")
    return agent[2].split(",") if agent[1].lower() in {ROBOT, "*"} else []
