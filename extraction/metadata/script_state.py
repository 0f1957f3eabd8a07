"""The data that the scripts of a page write it from: JSON of its own, assigned to a name, or streamed by React.

Such a page shows little or nothing without its scripts. Software has its data in ``script type="application/json"``
(Next.js, Nuxt), assigns it (``window.__STATE__ = {...}``) or hands it to a function (``push({...})``). The server
components of React come in pieces of one stream, a row each: ``1a:{...}``, or ``1b:T2f,`` and so many bytes of text
that other rows name ``"$1b"``.
"""

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

_SCRIPT: Final = re.compile(r"<script\b([^<>]*)>([^<]*(?:<(?!/?script)[^<]*)*)</script")
_JSON: Final = re.compile(r"\btype=[\"']?application/json\b")
_LINKED: Final = re.compile(r"\bsrc=|application/ld\+json")
TITLE_KEYS: Final = ("title", "headline", "heading", "name")
_TITLE_NAMES: Final = tuple(f'"{key}"' for key in TITLE_KEYS)
"""Names that data has for a title: a script without one has no article."""
_BEFORE_VALUE: Final = re.compile(r"[=(]\s{0,4}(?=[{\[])")
_STREAMED: Final = re.compile(r"__next_f\.push\(\[1,(\"(?:[^\"\\]|\\.)*\")\]\)")
_ROW: Final = re.compile(rb"([0-9a-f]{1,6}):(?:T([0-9a-f]{1,6}),)?")
_NAMED_ROW: Final = re.compile(r'"\$([0-9a-f]{1,6})"')
_MOST_VALUES: Final = 20
"""Of one script, that are looked at: each may take as long as the script."""
_LEAST_STATE: Final = 500
"""Characters."""
_MOST_NAMED: Final = 4
"""Characters of all rows with the texts that they name, to those of the stream: a text may be named any number of
times."""
NESTED: Final = (dict, list)
"""What of JSON may hold a title: a tuple, as it takes longer to make a union of types at each value than to ask."""
_NESTED_BEGINS: Final = re.compile(r"\{[ \t\n\r]*[\"}]|\[")
"""An object begins with a name, or is empty."""
_DECODER: Final = json.JSONDecoder(strict=False)


def states(page_html: str) -> Iterator[tuple[str, Any]]:
    """Give the data in the scripts of a page: as written, and what it holds. JSON-LD is none."""
    streamed: list[str] = []
    for attributes, script in _SCRIPT.findall(page_html):
        if _LINKED.search(attributes):
            continue
        if pieces := _STREAMED.findall(script):
            streamed += pieces
        elif _JSON.search(attributes):
            yield from ((script, value) for value in _values(script.lstrip(), 0))
        elif len(script) >= _LEAST_STATE and any(name in script for name in _TITLE_NAMES):
            for match in islice(_BEFORE_VALUE.finditer(script), _MOST_VALUES):
                yield from ((script, value) for value in _values(script, match.end()))
    if streamed:
        yield from _rows("".join(_text(piece) for piece in streamed))


def _values(script: str, start: int) -> Iterator[Any]:
    """Give what JSON begins at a place of a script, if any does.

    Most of what begins so is no JSON. To say where it is not, the decoder counts all lines before.
    """
    if _NESTED_BEGINS.match(script, start) is None:
        return
    try:
        value, _ = _DECODER.raw_decode(script, start)
    except (ValueError, RecursionError):
        return
    if isinstance(value, NESTED):
        yield value


def _text(piece: str) -> str:
    return next((value for value in _loaded(piece) if isinstance(value, str)), "")


def _loaded(text: str) -> Iterator[Any]:
    try:
        yield json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return


def _rows(stream: str) -> Iterator[tuple[str, Any]]:
    """Give the values of a stream's rows, with the texts that they name."""
    utf8, at = stream.encode("utf-8", "replace"), 0
    texts: dict[str, str] = {}
    rows: list[str] = []
    while (row := _ROW.match(utf8, at)) is not None:
        if row[2] is None:
            stop = utf8.find(b"\n", row.end())
            at = len(utf8) if stop < 0 else stop + 1
            rows.append(utf8[row.end() : at].decode("utf-8", "replace").strip())
        else:
            at = row.end() + int(row[2], 16)
            texts[row[1].decode()] = utf8[row.end() : at].decode("utf-8", "replace")
    left = _MOST_NAMED * len(stream)
    for each in rows:
        if not each.startswith(("{", "[")):
            continue
        left -= len(each) + sum(len(texts.get(name, "")) for name in _NAMED_ROW.findall(each))
        if left < 0:
            return
        whole = _NAMED_ROW.sub(lambda name: json.dumps(texts[name[1]]) if name[1] in texts else name[0], each)
        yield from ((stream, value) for value in _loaded(whole))
