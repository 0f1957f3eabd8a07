"""Column types that keep PostgreSQL's two refusals out of every query: U+0000 and lone surrogates.

Both are found on real pages (``&#0;``, half of an emoji). PostgreSQL stores neither in ``text`` nor in ``jsonb``, and
psycopg2 raises ``ValueError`` or ``UnicodeEncodeError`` half-way through a batch. They carry no text, so they are
dropped at this boundary; the raw bytes still have them.
"""

import json
import re
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import orjson
from sqlalchemy import JSON, Dialect, LargeBinary, Text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.types import TypeDecorator

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """Give ``text`` without U+0000 and lone surrogates, the two things PostgreSQL's UTF-8 cannot hold."""
    return text if _is_storable(text) else _UNSTORABLE.sub("", text)


def _is_storable(text: str) -> bool:
    """Whether nothing is to be dropped: a tenth of the time of looking for it with a pattern."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def storable_json(value: Any) -> Any:
    """Give a JSON-ready ``value`` (dict, list, str, number ...) with every string and key in it made ``storable``."""
    if isinstance(value, str):
        return storable(value)
    if isinstance(value, Mapping):
        return {storable(str(key)): storable_json(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [storable_json(item) for item in value]
    return value


def as_json(value: Any) -> str:
    """Write a value as JSON that ``jsonb`` can hold; only one that has what it cannot hold is walked.

    A ``datetime`` and a ``timedelta`` become strings that PostgreSQL reads as ``timestamptz`` and ``interval``.

    Raises:
        TypeError: the value has something else that JSON cannot express.
    """
    try:
        encoded = orjson.dumps(value, default=_plain)
    except TypeError:  # a lone surrogate, or what only Python's own JSON can write
        encoded = b""
    if encoded and b"\\u0000" not in encoded:
        return encoded.decode()
    return json.dumps(storable_json(value), default=_plain)


def _plain(value: object) -> str:
    """Give a time, or a length of time, as PostgreSQL reads it."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, timedelta):
        return f"{value.total_seconds()} seconds"
    raise TypeError(f"A {type(value).__name__} cannot be written as JSON: {value!r}.")


class CleanText(TypeDecorator[str]):
    """``text`` that drops what PostgreSQL cannot hold, on the way in and in comparisons."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Clean a value on its way to the database."""
        return None if value is None else storable(value)


class CleanJson(TypeDecorator[Any]):
    """``jsonb`` that drops what PostgreSQL cannot hold from every string inside."""

    impl = JSON
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> Any:
        """Use ``jsonb``: it is compared and indexed, ``json`` is not."""
        return dialect.type_descriptor(JSONB())

    def bind_processor(self, dialect: Dialect) -> Callable[[Any], str]:
        """Write and clean a value on its way to the database."""
        return as_json


class Sha256(TypeDecorator[str]):
    """A SHA-256: 64 hexadecimal digits in Python, 32 bytes in the database, half the size in tables and indexes."""

    impl = LargeBinary(32)
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """Turn hexadecimal digits into bytes."""
        return None if value is None else bytes.fromhex(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> str | None:
        """Turn bytes into hexadecimal digits."""
        return None if value is None else value.hex()
