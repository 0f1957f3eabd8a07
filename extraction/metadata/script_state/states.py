"""The data that the scripts of a page write it from: JSON of its own, assigned to a name, or streamed.

Such a page shows little or nothing without its scripts. Software has its data in a script of JSON (Next.js, Nuxt 3,
Angular, Qwik), in an attribute (Astro, Inertia), assigns it (``window.__STATE__ = {...}``), hands it to a function
(``push({...})``, ``JSON.parse("...")``), or has a function return it (Nuxt 2, SvelteKit). The server components of
React come in pieces of one stream, a row each: ``1a:{...}``, or ``1b:T2f,`` and so many bytes of text that other rows
name ``"$1b"``; the data of React Router in pieces of another, a list each. No script is run.
"""

import html
import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final
from urllib.parse import unquote

from extraction.metadata.script_state.literals import literal, text_of
from extraction.metadata.script_state.references import resolved, unflattened, with_cached, with_rows
from extraction.metadata.script_state.state_keys import KeyRole, keys_of

_SCRIPT: Final = re.compile(r"<script\b([^<>]*)>([^<]*(?:<(?!/?script)[^<]*)*)</script")
_JSON: Final = re.compile(r"\btype=[\"']?[\w/.+-]{0,40}\bjson\b")
_JSON_BEGINS: Final = re.compile(r"\s*(?:\{\s*\"|\[[\[{])")
"""What has a type of its own begins so, and no program does."""
_LINKED: Final = re.compile(r"\bsrc=|application/ld\+json")
_STATED: Final = re.compile(
    r"=[\"'](?=[{\[])"
    r"(?:(?<=\")([{\[](?:&quot;|&#34;|[{\[])[^\"]{400,})\"|(?<=')([{\[][\"{\[][^']{400,})')"
)
"""An attribute that holds JSON."""
_VALUE: Final = r"\s{0,4}(?:(?=[{\[]|\((?:function\b|\())|(?=[\"'`](?:[{\[]|%[57]B)))"
_BEGINNING: Final = re.compile(rf"[=(]{_VALUE}")
"""What a value, a function that is called, or a text that holds JSON comes behind."""
_SVELTE: Final = "kit.start("
_BEGINNING_IN_SVELTE: Final = re.compile(rf"(?:=|\bdata:|\belement,){_VALUE}")
_STREAMED: Final = re.compile(
    r"(?:__next_f\.push\(\[1,|streamController(\.)enqueue\()(\"[^\"\\]*(?:\\.[^\"\\]*)*\")\]?\)"
)
"""A piece of the stream of React, or of React Router."""
_STREAM_NAMES: Final = ("__next_f", "streamController")
_BEGINNING_OF_STREAM: Final = 300
"""A script with pieces of a stream names the stream in so many characters at its beginning."""
_ROW: Final = re.compile(rb"([0-9a-f]{1,6}):(?:T([0-9a-f]{1,6}),)?")
_LATER: Final = re.compile(r"P(\d{1,6}):")
_ESCAPES_OF_ANGULAR: Final = {"&q;": '"', "&s;": "'", "&l;": "<", "&g;": ">", "&a;": "&"}
_MOST_VALUES: Final = 20
"""So many values of one script are looked at."""
_MOST_LATER: Final = 200
"""So many pieces of a stream behind its first are read."""
_LEAST_STATE: Final = 300
"""A script of fewer characters has no article."""
NESTED: Final = (dict, list)
"""What of JSON may hold a title: a tuple, as it takes longer to make a union of types at each value than to ask."""
_NESTED_BEGINS: Final = re.compile(r"\{[ \t\n\r]*[\"}]|\[")
"""An object begins with a name, or is empty."""
_DECODER: Final = json.JSONDecoder(strict=False)


def states(page_html: str) -> Iterator[tuple[str, Any]]:
    """Give the data in the scripts and attributes of a page: as written, and what it holds. JSON-LD is none.

    What it holds may name one thing many times, and hold itself.
    """
    streamed: dict[str, list[str]] = {"": [], ".": []}
    for attributes, script in _SCRIPT.findall(page_html):
        if _LINKED.search(attributes):
            continue
        if any(script.find(name, 0, _BEGINNING_OF_STREAM) >= 0 for name in _STREAM_NAMES):
            for router, piece in _STREAMED.findall(script):
                streamed[router].append(text_of(piece))
        elif len(script) < _LEAST_STATE or not any(name in script for name in keys_of(KeyRole.TITLE)):
            continue
        elif _JSON.search(attributes) or _JSON_BEGINS.match(script):
            yield from ((script, _whole(script, value)) for value in _of_json(script))
        else:
            yield from ((script, _whole(script, value)) for value in _assigned(script))
    for pieces, values in zip(streamed.values(), (_rows, _flattened), strict=True):
        if pieces:
            stream = "".join(pieces)
            yield from ((stream, value) for value in values(stream))
    for double, single in _STATED.findall(page_html):
        if any(name in double or name in single for name in keys_of(KeyRole.TITLE)):
            text = html.unescape((double or single).replace("&quot;", '"'))  # that one is nearly all, and slow
            yield from ((text, _whole(text, value)) for value in loaded(text))


def _whole(script: str, value: Any) -> Any:
    value = resolved(value)
    return with_cached(value) if any(root in script for root in keys_of(KeyRole.CACHE_ROOT)) else value


def _of_json(script: str) -> Iterator[Any]:
    text = script.strip().removeprefix("<!--").lstrip()
    if text.startswith("{&q;"):
        text = re.sub("&[qslga];", lambda escape: _ESCAPES_OF_ANGULAR[escape[0]], text)
    if _NESTED_BEGINS.match(text):
        try:
            yield _DECODER.raw_decode(text)[0]
        except (ValueError, RecursionError):
            return


def _assigned(script: str) -> Iterator[Any]:
    """Give what begins behind a sign or name that values come behind; each part of the script is read once or twice."""
    beginning = _BEGINNING_IN_SVELTE if _SVELTE in script else _BEGINNING
    at = 0
    for _ in range(_MOST_VALUES):
        begins = beginning.search(script, at)
        if begins is None:
            return
        value, at = _read(script, begins.end())
        if isinstance(value, str):
            yield from loaded(unquote(value) if value.startswith("%") else value)
        elif isinstance(value, NESTED) and value:
            yield value


def _read(script: str, start: int) -> tuple[Any, int]:
    """Read the value at a place, as JSON if it is, which is faster: it, and where to go on from.

    To say where it is not, the decoder counts all lines before.
    """
    if _NESTED_BEGINS.match(script, start):
        try:
            return _DECODER.raw_decode(script, start)
        except (ValueError, RecursionError):
            pass
    try:
        return literal(script, start)
    except ValueError as error:
        return None, max(error.args[0], start + 1)


def loaded(text: str) -> Iterator[Any]:
    """Give the object or list that a text is the JSON of, if it is."""
    try:
        value = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return
    if isinstance(value, NESTED):
        yield value


def _flattened(stream: str) -> Iterator[Any]:
    """Give the data of React Router: the first line is a list, others say what a promise of it became."""
    values: list[Any] = []
    promises: dict[int, int] = {}
    for line in islice(stream.splitlines(), _MOST_LATER):
        later = _LATER.match(line)
        piece = next(loaded(line[later.end() :] if later else line), None)
        if not isinstance(piece, list):
            continue
        if later:
            promises[int(later[1])] = len(values)
        values += piece
    if values:
        yield unflattened(values, promises)


def _rows(stream: str) -> Iterator[Any]:
    """Give the values of a stream's rows, with what they name."""
    utf8, at = stream.encode("utf-8", "replace"), 0
    rows: dict[str, Any] = {}
    while (row := _ROW.match(utf8, at)) is not None:
        name = row[1].decode()
        if row[2] is None:
            stop = utf8.find(b"\n", row.end())
            at = len(utf8) if stop < 0 else stop + 1
            line = utf8[row.end() : at].decode("utf-8", "replace").strip()
            rows.update((name, value) for value in loaded(line))
        else:
            at = row.end() + int(row[2], 16)
            rows[name] = utf8[row.end() : at].decode("utf-8", "replace")
    yield from with_rows(rows)
