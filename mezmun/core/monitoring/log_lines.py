"""The lines that a long-running part logs on standard error: for people, or as JSON for programs.

A line about a page has its number as ``page``, which it has from its discovery on and which its document has as ``id``;
one about a fetch of it has also that one's as ``fetch``, which its message and the document's provenance have.
"""

import json
import logging
import sys
import time
from datetime import UTC, datetime
from enum import StrEnum
from typing import Final

FIELDS: Final = ("page", "fetch", "site")
"""Attributes of a record, given as ``extra``, that stand in a JSON line of their own."""


QUIETER: Final = {
    "alembic": logging.WARNING,  # two lines each time that the tables' version is looked at
    "botocore.credentials": logging.WARNING,  # a line at each try to open a raw store that is away
    "urllib3": logging.INFO,  # a line a request, with its address: that of a webhook may hold a secret
}
"""Loggers of libraries, and the level from which on their lines are written, whatever the level of the process is."""


class LogFormat(StrEnum):
    """How lines are written."""

    TEXT = "text"
    JSON = "json"


class _JsonLine(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        values = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": record.process,
            "message": record.getMessage(),
        }
        values |= {name: value for name in FIELDS if (value := getattr(record, name, None)) is not None}
        if record.exc_info:
            values["exception"] = self.formatException(record.exc_info)
        return json.dumps(values, ensure_ascii=False, default=str)


class _LineForPeople(logging.Formatter):
    """Times are in UTC, as in messages, commands and on the dashboard: elsewhere they would contradict these."""

    converter = staticmethod(time.gmtime)
    default_msec_format = "%s,%03dZ"


def set_up_logging(level: str, log_format: LogFormat = LogFormat.TEXT) -> logging.Handler:
    """Write the lines of this process, from this level on, to standard error; give what writes them."""
    handler = logging.StreamHandler(sys.stderr)
    text = _LineForPeople("%(asctime)s %(levelname)s %(message)s")
    handler.setFormatter(_JsonLine() if log_format is LogFormat.JSON else text)
    for chatty, lowest in QUIETER.items():
        logging.getLogger(chatty).setLevel(lowest)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    return handler
