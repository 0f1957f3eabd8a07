"""What real servers do to those who visit them: each fault is a layer between a site and its visitors."""

import hashlib
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count

from tests.acceptance.simulation.web_site import Answer, Asked, Layer, page, redirect

Inner = Callable[[Asked], Answer]


def validators(asked: Asked, now: datetime, inner: Inner) -> Answer:
    """No fault: an ``ETag`` that says whether the page changed."""
    answer = inner(asked)
    if answer.status != 200:
        return answer
    tag = f'"{hashlib.sha256(answer.body).hexdigest()[:16]}"'
    if asked.headers.get("if-none-match") == tag:
        return Answer(b"", 304, {"ETag": tag})
    return replace(answer, headers={**answer.headers, "ETag": tag})


def lying_validators(asked: Asked, now: datetime, inner: Inner) -> Answer:
    """Whoever asks with a validator is told that nothing changed, ever."""
    answer = inner(asked)
    if answer.status == 200 and "if-none-match" in asked.headers:
        return Answer(b"", 304, {"ETag": '"0"'})
    return replace(answer, headers={**answer.headers, "ETag": '"0"'})


def hit_counter() -> Layer:
    """Each answer counts the visits, so that no two have the same bytes."""
    hits = count(48_213)
    return lambda asked, now, inner: _insert(inner(asked), f"<div class='hits'>hits: {next(hits)}</div>")


def outage(begin: datetime, hours: float, status: int | None = None) -> Layer:
    """The server answers with an error, or drops each connection."""
    end = begin + timedelta(hours=hours)
    return lambda asked, now, inner: Answer(b"", status) if begin <= now < end else inner(asked)


def robots_error(begin: datetime, hours: float) -> Layer:
    """robots.txt answers with a server error."""
    down = outage(begin, hours, 503)
    return lambda asked, now, inner: (down if asked.path == "/robots.txt" else _pass)(asked, now, inner)


def too_many_requests(begin: datetime, seconds: int) -> Layer:
    """429 until ``seconds`` after ``begin``, with the rest of them as ``Retry-After``."""

    def layer(asked: Asked, now: datetime, inner: Inner) -> Answer:
        rest = (begin + timedelta(seconds=seconds) - now).total_seconds()
        if begin <= now and rest > 0:
            return Answer(b"", 429, {"Retry-After": str(int(rest) + 1)})
        return inner(asked)

    return layer


def errors_with_200(asked: Asked, now: datetime, inner: Inner) -> Answer:
    """What is not there is answered with a page that says so, and the status 200."""
    answer = inner(asked)
    return replace(answer, status=200) if answer.status == 404 and asked.path != "/robots.txt" else answer


def dead_links(asked: Asked, now: datetime, inner: Inner) -> Answer:
    """Every page links to three that have never been there."""
    return _insert(inner(asked), "".join(f"<a href='/news/lost-{number}00{number}.html'>x</a>" for number in range(3)))


def redirect_loop(asked: Asked, now: datetime, inner: Inner) -> Answer:
    """Two pages that lead to each other."""
    if match := re.fullmatch(r"/news/round-(\d)000\.html", asked.path):
        return redirect(f"/news/round-{3 - int(match[1])}000.html", 302)
    return _insert(inner(asked), "<a href='/news/round-1000.html'>x</a>")


def junk_parameters(asked: Asked, now: datetime, inner: Inner) -> Answer:
    """Each link says where it stands, and has a session's id that changes with the hour."""
    bare = re.sub(r"[?&](?:from|PHPSESSID)=[\w/.-]*", "", asked.path)
    answer = inner(Asked(bare, asked.headers))
    session = hashlib.sha256(f"{now:%d%H}".encode()).hexdigest()[:32]
    source = "home" if bare == "/" else "list" if "page" in bare or "category" in bare else "article"

    def junk(link: re.Match[str]) -> str:
        sign = "&" if "?" in link[1] else "?"
        return f"href='{link[1]}{sign}from={source}&PHPSESSID={session}'"

    if not answer.body.startswith(b"<!DOCTYPE"):
        return answer
    return replace(answer, body=re.sub(r"href='(/[^']*)'", junk, answer.body.decode()).encode())


def calendar(asked: Asked, now: datetime, inner: Inner) -> Answer:
    """A calendar with a page for every month of every year."""
    if match := re.fullmatch(r"/calendar/(\d{4})/(\d+)/?", asked.path):
        month = int(match[1]) * 12 + int(match[2]) - 1
        links = "".join(f"<a href='/calendar/{m // 12}/{m % 12 + 1}/'>{m}</a> " for m in (month - 1, month + 1))
        return page("calendar", f"<table><tr><td>{links}</td></tr></table>")
    return _insert(inner(asked), f"<a href='/calendar/{now.year}/{now.month}/'>calendar</a>")


def endless_next(asked: Asked, now: datetime, inner: Inner) -> Answer:
    """An archive whose last page names a next one, without end."""
    if match := re.fullmatch(r"/archive/(\d+)/", asked.path):
        return page("archive", "<p>-</p>", f"<a rel='next' href='/archive/{int(match[1]) + 1}/'>next</a>")
    return _insert(inner(asked), "<a href='/archive/1/'>archive</a>")


def moved(share: int, at: datetime) -> Layer:
    """From a day on one article of ``share`` has another address, and the old one leads there for good."""

    def layer(asked: Asked, now: datetime, inner: Inner) -> Answer:
        if now < at:
            return inner(asked)
        path = asked.path
        if path.startswith("/moved/"):
            return inner(Asked(path.removeprefix("/moved"), asked.headers))
        if (number := re.search(r"-(\d+)\.html$", path)) and int(number[1]) % share == 0:
            return redirect(f"/moved{path}")
        return inner(asked)

    return layer


def _pass(asked: Asked, now: datetime, inner: Inner) -> Answer:
    return inner(asked)


def _insert(answer: Answer, html: str) -> Answer:
    return replace(answer, body=answer.body.replace(b"</body>", f"{html}</body>".encode()))
