"""What ``--json`` prints, in every command alike: an object a line, letters as they are, times in ISO 8601."""

import json
from collections.abc import Mapping
from datetime import date
from typing import Any, TextIO

import click


def print_json(record: Mapping[str, Any], file: TextIO | None = None) -> None:
    """Print an object as a line, on standard output by default.

    Raises:
        TypeError: it has a value that is neither a time nor one of JSON's.
    """
    click.echo(json.dumps(record, ensure_ascii=False, default=_plain), file=file)


def _plain(value: object) -> str:
    if isinstance(value, date):  # a time, too
        return value.isoformat()
    raise TypeError(f"{value!r} cannot be written as JSON.")
