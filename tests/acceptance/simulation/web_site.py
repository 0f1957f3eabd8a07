"""What every simulated site is made of: what it is asked and answers, what it brings out, and what it writes."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache
from typing import Any, Protocol

from mezmun.demo.site_generator import content


@dataclass(frozen=True, slots=True)
class Asked:
    """A request: ``path`` with its query, as it was sent; headers by their names in small letters."""

    path: str
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer; without ``status`` the connection is dropped. ``dead``: there is no such page, whatever it says."""

    body: bytes = b""
    status: int | None = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Item:
    """An article or a post: its ``mark``, a word that stands in no other text, when it came, and who shows it.

    ``stored`` says whether a crawler may keep it; ``until`` is when it was deleted.
    """

    mark: str
    at: datetime
    stored: bool = True
    until: datetime | None = None


class WebSite(Protocol):
    """A site as its server sees it; everything it will ever answer follows from its seed and the time."""

    kind: str
    robots: str
    forbidden: str
    """A pattern of addresses that nobody may ask for."""

    def items(self, begin: datetime, end: datetime) -> list[Item]: ...

    def answer(self, asked: Asked, now: datetime) -> Answer: ...


Layer = Callable[[Asked, datetime, Callable[[Asked], Answer]], Answer]
"""Something between the site and its visitors: it answers itself, or changes what is asked or answered."""


@dataclass(frozen=True)
class Served:
    """A site at its host, with its layers, the outermost first, and what its site file says beside the defaults."""

    name: str
    host: str
    site: WebSite
    layers: tuple[Layer, ...] = ()
    settings: Mapping[str, Any] = field(default_factory=dict)

    def answer(self, asked: Asked, now: datetime) -> Answer:
        return self._through(asked, now, self.layers)

    def _through(self, asked: Asked, now: datetime, layers: tuple[Layer, ...]) -> Answer:
        if not layers:
            return self.site.answer(asked, now)
        return layers[0](asked, now, lambda inner: self._through(inner, now, layers[1:]))


class Writer:
    """Writes texts from a seed; no two have the same mark."""

    def __init__(self, seed: str) -> None:
        self.dice = random.Random(seed)

    def mark(self) -> str:
        return "zq" + "".join(self.dice.choice("bdfghkmnprstvx") + self.dice.choice("aeiou") for _ in range(4))

    def title(self) -> str:
        return " ".join(self.dice.sample(_words(), 5))

    def slug(self) -> str:
        return "-".join(self.dice.choices(("bahar", "yol", "kitab", "bazar", "tagh", "derya", "shamal"), k=4))

    def paragraphs(self, count: int) -> list[str]:
        return self.dice.sample(_paragraphs(), count)

    def sentence(self) -> str:
        return self.dice.choice(_paragraphs()).partition(".")[0] + "."

    def times(self, begin: datetime, end: datetime, per_day: float) -> list[datetime]:
        """Give the times of a Poisson process, on whole seconds."""
        times, now = [], begin
        while (now := now + timedelta(seconds=int(self.dice.expovariate(per_day / 86400)))) < end:
            times.append(now)
        return times


@cache
def _paragraphs() -> tuple[str, ...]:
    bodies = [article["body"] for article in content("news")["articles"] if "ە" in article["body"]]
    return tuple(text for body in bodies for text in body.split("\n\n") if len(text) > 80 and text[0] not in "#-[*")


@cache
def _words() -> tuple[str, ...]:
    return tuple(sorted({word for text in _paragraphs() for word in text.split() if word.isalpha()}))


def page(title: str, *parts: str, head: str = "") -> Answer:
    """Make an HTML page."""
    body = "\n".join(parts)
    head = f"<meta charset='utf-8'><title>{title}</title>{head}"
    html = f"<!DOCTYPE html><html><head>{head}</head><body>{body}</body></html>"
    return Answer(html.encode(), headers={"Content-Type": "text/html; charset=utf-8"})


def xml(body: str) -> Answer:
    return Answer(f"<?xml version='1.0' encoding='utf-8'?>{body}".encode(), headers={"Content-Type": "application/xml"})


def no_such_page() -> Answer:
    html = b"<html><head><title>404</title></head><body><h1>404</h1><a href='/'>home</a></body></html>"
    return Answer(html, 404, {"Content-Type": "text/html; charset=utf-8"}, dead=True)


def redirect(to: str, status: int = 301) -> Answer:
    return Answer(b"", status, {"Location": to})
