"""Data in which one value names another: the formats of several frameworks, and what the names stand for.

Each value is shared, not copied, wherever it is named: the time and the memory are linear, and what comes out may hold
itself. Sources: devalue ``parse``, turbo-stream ``unflatten``, Qwik ``getObject``, Astro ``serializeProps``, Apollo
``InMemoryCache.extract``, React ``ReactFlightClient``.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, Final

from extraction.metadata.script_state.state_keys import KeyRole, keys_of

_ALIASES: Final = frozenset(keys_of(KeyRole.ALIAS))
_PAIRS: Final = frozenset(keys_of(KeyRole.PAIRS))
_MOST_ALIASES: Final = 8
"""At most so many aliases are followed in a row."""
_SPACED_KEY: Final = re.compile(r"_\d+")
_OBJECT_OF_QWIK: Final = re.compile(r"([0-9a-z]{1,6})[!~_%]?")
_FLIGHT_NAME: Final = re.compile(r"\$[L@Q]?([0-9a-f]{1,6})((?::\w{1,40}){0,9})")
_BASE_36: Final = 36  # Qwik counts so
_ASTRO_TYPES: Final = range(12)
_OF_PAIR: Final = 2  # the type of a value in Astro's data, and the value
_MOST_CACHES: Final = 3
"""A value holds at most so many caches: each may hold the others."""


def resolved(value: Any) -> Any:
    """Give a value with what its names stand for, if it is of a format of the table; else as it is."""
    for is_format, resolve in _FORMATS:
        if is_format(value):
            return resolve(value)
    return value


def unflattened(values: list[Any], promises: dict[int, int] | None = None) -> Any:
    """Give the first of a list of values that name each other by number (devalue, turbo-stream).

    ``promises`` says where what came later stands, by the number of its promise.
    """
    whole: list[Any] = [_empty_like(value) for value in values]

    def at(number: Any, steps: int = _MOST_ALIASES) -> Any:
        while isinstance(number, int) and 0 <= number < len(values) and steps:
            value = values[number]
            if not (isinstance(value, list) and len(value) > 1 and _is_alias(value)):
                return whole[number]
            number = value[1]
            if promises and value[0] == "P" and isinstance(number, int):
                number = promises.get(number, number)
            steps -= 1
        return None

    for value, filled in zip(values, whole, strict=True):
        if isinstance(value, dict):
            for key, number in value.items():
                name = at(int(key[1:])) if _SPACED_KEY.fullmatch(key) and len(key) < _LONGEST_KEY else key
                filled[name if isinstance(name, str) else key] = at(number)
        elif isinstance(value, list) and value:
            if isinstance(value[0], str) and value[0] in _PAIRS:
                for key, number in zip(value[1::2], value[2::2], strict=False):
                    name = at(key) if value[0] != "null" else key
                    filled.append({name: at(number)} if isinstance(name, str) else at(number))
            elif not _is_alias(value):
                filled += [at(number) for number in value if isinstance(number, int)]
    return at(0)


_LONGEST_KEY: Final = 9  # bounds the time that a number of thousands of digits takes


def _is_alias(value: list[Any]) -> bool:
    return isinstance(value[0], str) and value[0] in _ALIASES


def _empty_like(value: Any) -> Any:
    return {} if isinstance(value, dict) else [] if isinstance(value, list) else value


def _is_devalue(value: Any) -> bool:
    """A list whose first value is an object or list of numbers of others, all of them in it."""
    if not (isinstance(value, list) and len(value) > 1 and isinstance(value[0], dict | list) and value[0]):
        return False
    if isinstance(value[0], list):
        numbers: Iterable[Any] = value[0][1:] if _is_alias(value[0]) else value[0]
    else:
        numbers = value[0].values()
    return all(type(number) is int and number < len(value) for number in numbers)


def _is_qwik(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("objs"), list) and ("ctx" in value or "subs" in value)


def _of_qwik(value: dict[str, Any]) -> list[Any]:
    values = value["objs"]
    whole = [_empty_like(each) for each in values]

    def at(name: Any) -> Any:
        match = _OBJECT_OF_QWIK.fullmatch(name) if isinstance(name, str) else None
        number = int(match[1], _BASE_36) if match else len(whole)
        return whole[number] if number < len(whole) else name

    for each, filled in zip(values, whole, strict=True):
        if isinstance(each, dict):
            filled.update((key, at(name)) for key, name in each.items())
        elif isinstance(each, list):
            filled.extend(map(at, each))
    return [each for each in whole if isinstance(each, dict | list)]


def _is_astro(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and all(map(_is_typed_pair, value.values()))


def _is_typed_pair(value: Any) -> bool:
    return isinstance(value, list) and len(value) == _OF_PAIR and type(value[0]) is int and value[0] in _ASTRO_TYPES


def _of_astro(value: dict[str, Any]) -> dict[str, Any]:
    root: dict[str, Any] = {}
    waiting: list[tuple[Any, Any]] = [(value, root)]
    while waiting:
        each, filled = waiting.pop()
        for key, pair in each.items() if isinstance(each, dict) else enumerate(each):
            inner = pair[1] if _is_typed_pair(pair) else pair
            whole = _empty_like(inner)
            if isinstance(filled, dict):
                filled[key] = whole
            else:
                filled.append(whole)
            if isinstance(inner, dict | list):
                waiting.append((inner, whole))
    return root


def with_cached(value: Any) -> Any:
    """Put the things of the caches of Apollo and Relay, wherever they are in a value, in place of their names."""
    caches = (
        each
        for each in _nested(value)
        if isinstance(each, dict) and any(map(each.__contains__, keys_of(KeyRole.CACHE_ROOT)))
    )
    for cache in list(islice(caches, _MOST_CACHES)):
        _replace(cache, partial(_cached, cache))
    return value


def _cached(things: dict[str, Any], each: Any) -> Any:
    if not isinstance(each, dict):
        return each
    name = each.get("__ref", each.get("id") if each.get("type") == "id" else None)
    if isinstance(name, str):
        return things.get(name, each)
    names = each.get("__refs")
    return [things.get(name) for name in names if isinstance(name, str)] if isinstance(names, list) else each


def with_rows(rows: dict[str, Any]) -> list[Any]:
    """Put the rows of a stream of React in place of their names: ``$1b``, ``$L1b``, ``$1b:props:children``."""

    def row(each: Any) -> Any:
        match = _FLIGHT_NAME.fullmatch(each) if isinstance(each, str) and each[:1] == "$" else None
        if match is None or match[1] not in rows:
            return each[1:] if isinstance(each, str) and each.startswith("$$") else each
        value = rows[match[1]]
        for part in filter(None, match[2].split(":")):
            if isinstance(value, list) and value[:1] == ["$"]:
                value = dict(zip(("type", "key", "props"), value[1:], strict=False))
            if isinstance(value, list):
                value = value[int(part)] if part.isdecimal() and int(part) < len(value) else None
            else:
                value = value.get(part) if isinstance(value, dict) else None
        return value

    values = [value for value in rows.values() if isinstance(value, dict | list)]
    _replace(values, row)
    return values


def _replace(value: Any, replacement: Callable[[Any], Any]) -> None:
    for each in list(_nested(value)):
        for key, inner in each.items() if isinstance(each, dict) else enumerate(each):
            each[key] = replacement(inner)


def _nested(value: Any) -> Iterator[Any]:
    """Give all objects and lists in a value, each once."""
    seen: set[int] = set()
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if not isinstance(each, dict | list) or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        waiting += each.values() if isinstance(each, dict) else each


_FORMATS: Final[tuple[tuple[Callable[[Any], bool], Callable[[Any], Any]], ...]] = (
    (_is_devalue, unflattened),
    (_is_qwik, _of_qwik),
    (_is_astro, _of_astro),
)
