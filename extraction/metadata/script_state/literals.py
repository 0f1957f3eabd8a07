"""Values as JavaScript writes them (ECMA-262, 13.2): names without quotes, strings in any quotes, ``!0``, ``void 0``.

Software that writes a page's data as a program (devalue's ``uneval``, serialize-javascript, seroval) writes no JSON.
What occurs often is handed to a function:
``(function(a,b){a.title=b;return {data:[a]}}({},"Harbour"))``. Nothing is run: what is neither a value nor such a
function is not read. Depth costs no stack.
"""

import json
import re
from typing import Any, Final

_QUOTED: Final = r"\"[^\"\\\n]*(?:\\[\s\S][^\"\\\n]*)*\"|'[^'\\\n]*(?:\\[\s\S][^'\\\n]*)*'"
_SPACE: Final = re.compile(r"(?:\s+|/\*[^*]*\*/)*")
_TOKEN: Final = re.compile(
    rf"(?P<string>{_QUOTED}|`[^`\\$]*(?:(?:\\[\s\S]|\$(?!\{{))[^`\\$]*)*`)"
    r"|(?P<number>-?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<wrapped>new (?:Date|Set|Map|URL|Error|String)\(|Object\.(?:assign|freeze|create)\(|Symbol\.for\()"
    r"|(?P<flag>![01]|true\b|false\b)|(?P<nothing>void \d|undefined\b|null\b|-?Infinity\b|NaN\b)"
    r"|(?P<name>[A-Za-z_$][\w$]*)(?![\w$]*\s*[(.\[=])"
    r"|(?P<mark>[{\[])"
)
_KEY: Final = re.compile(rf"(?:(?P<name>[\w$]+)|(?P<string>{_QUOTED}))\s*:")
_ESCAPE: Final = re.compile(r"\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(\r\n|[\s\S]))")
_SURROGATES: Final = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_JSON: Final = json.JSONDecoder(strict=False)
_LETTER_OF_ESCAPE: Final = {**dict(zip("nrtbfv0", "\n\r\t\b\f\v\0", strict=True)), "\n": "", "\r\n": "", "\r": ""}
_LAST_CHARACTER: Final = 0x10FFFF  # of Unicode
_CLOSING: Final = {"{": "}", "[": "]", "(": ")"}
_FUNCTION: Final = re.compile(
    r"\(\s{0,4}(?:function\s{0,4}\(([\w$,\s]{0,20000})\)|\(([\w$,\s]{0,20000})\)\s{0,4}=>)\s{0,4}\{"
)
_ASSIGNMENT: Final = re.compile(
    r"[\s;,]{0,9}([A-Za-z_$][\w$]*)(?:\.([\w$]+)|\[(?:(\d{1,6})|(\"[^\"\\]*\"))\])\s{0,4}=(?!=)"
)
_RETURN: Final = re.compile(r"[\s;]{0,9}return\s{0,4}")
_CALL: Final = re.compile(r"[\s;]{0,9}\}[\s)]{0,4}\(")
_MOST_DEPTH: Final = 1000  # about as deep as Python's reader of JSON goes
_MOST_CALLS: Final = 4
"""At most so many calls stand around each other."""
Place = tuple[Any, Any, str]
"""A dictionary or list, a key of it, and the name of the value there."""


def text_of(quoted: str) -> str:
    """Give what a string of JavaScript, with its quotes, holds."""
    inner = quoted[1:-1]
    if "\\" not in inner:
        return inner
    if quoted[0] == '"':  # most are strings of JSON, which are read in C
        try:
            return str(_JSON.raw_decode(quoted)[0])
        except ValueError:
            pass
    text = _ESCAPE.sub(_character, inner)
    return _SURROGATES.sub(lambda pair: pair[0].encode("utf-16", "surrogatepass").decode("utf-16"), text)


def _character(escape: re.Match[str]) -> str:
    digits = escape[1] or escape[2] or escape[3]
    if digits:
        return chr(min(int(digits, 16), _LAST_CHARACTER))
    return _LETTER_OF_ESCAPE.get(escape[4], escape[4])


def literal(script: str, start: int) -> tuple[Any, int]:
    """Read the object, list or other value at a place, or what a function called there returns; and where it ends.

    Names are None. Raises ValueError, with the place where it stopped, where what stands there is no value, or the
    function does anything but set parts of its arguments.
    """
    values, end = _read(script, start, "", [], 0)
    return values[0], end


def _read(script: str, start: int, last: str, names: list[Place], calls: int) -> tuple[list[Any], int]:
    """Read one value, or all up to the mark ``last``; note where names stand in them.

    ``calls`` are around it.
    """
    root: list[Any] = []
    waiting: list[tuple[Any, str]] = [(root, last)]
    at = start
    while True:
        at = _end_of_space(script, at)
        within, closing = waiting[-1]
        if closing and script.startswith(closing, at):
            at += 1
            waiting.pop()
        else:
            place, at = _key(script, at) if closing == "}" else (len(within), at)
            token = _TOKEN.match(script, at)
            value, at = (_value(token), token.end()) if token else _called(script, at, calls)
            if closing == "}":
                within[place] = value
            else:
                within.append(value)
            if token and token.lastgroup == "name":
                names.append((within, place, token[0]))
            elif token and token.lastgroup in ("mark", "wrapped"):
                waiting.append((value, _CLOSING[token[0][-1]]))
                if len(waiting) > _MOST_DEPTH:
                    raise ValueError(at)
                continue
        if not waiting or not waiting[-1][1]:
            return root, at
        at = _end_of_space(script, at)
        if script.startswith(",", at):
            at += 1
        elif not script.startswith(waiting[-1][1], at):
            raise ValueError(at)


def _end_of_space(script: str, at: int) -> int:
    space = _SPACE.match(script, at)
    return space.end() if space else at


def _key(script: str, at: int) -> tuple[Any, int]:
    """Read the key of a part of an object, and its colon; and where they end."""
    key = _KEY.match(script, at)
    if key is None:
        raise ValueError(at)
    return key["name"] or text_of(key["string"]), _end_of_space(script, key.end())


def _value(token: re.Match[str]) -> Any:
    """Give the value that a token is, or begins: an empty list or dictionary where the parts follow."""
    source = token[0]
    match token.lastgroup:
        case "string":
            return text_of(source)
        case "number":
            return float(source)
        case "flag":
            return source in ("!0", "true")
        case "mark":
            return [] if source == "[" else {}
        case "wrapped":
            return []
        case _:
            return None


def _called(script: str, start: int, calls: int) -> tuple[Any, int]:
    """Read what a function returns that is called where it stands: it, and where the call ends."""
    calls += 1
    head = _FUNCTION.match(script, start)
    if head is None or calls > _MOST_CALLS:
        raise ValueError(start)
    names: list[Place] = []
    parts: list[tuple[str, Any, list[Any]]] = []
    at = head.end()
    while (part := _ASSIGNMENT.match(script, at)) is not None:
        value, at = _read(script, part.end(), "", names, calls)
        parts.append((part[1], part[2] or (text_of(part[4]) if part[4] else int(part[3])), value))
    returns = _RETURN.match(script, at)
    if returns is None:
        raise ValueError(at)
    result, at = _read(script, returns.end(), "", names, calls)
    call = _CALL.match(script, at)
    if call is None:
        raise ValueError(at)
    arguments, at = _read(script, call.end(), ")", [], calls)
    if ")" not in call[0]:  # (function(){...}(...)), not (function(){...})(...)
        at = script.find(")", at) + 1 or at
    by_name = dict(zip((name.strip() for name in (head[1] or head[2] or "").split(",")), arguments, strict=False))
    for within, place, name in names:
        within[place] = by_name.get(name)
    for name, place, value in parts:
        _set(by_name.get(name), place, value[0])
    return result[0], at


def _set(within: Any, place: Any, value: Any) -> None:
    if isinstance(within, dict):
        within[str(place)] = value
    elif isinstance(within, list) and isinstance(place, int) and place <= len(within):
        within[place : place + 1] = [value]
