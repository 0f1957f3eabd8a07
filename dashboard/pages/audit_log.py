"""What operators changed."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from dashboard.access.sessions import Viewer
from dashboard.interface import render, translator
from dashboard.pages.parameters import BeforeRow
from dashboard.resources import resources_of
from db.access.audit import COMMAND_LINE, FIRST_START, list_changes
from mezmun.core.reasons import in_words

router = APIRouter(include_in_schema=False)

SHOWN: Final = 50
"""Changes on a page."""
DETAIL_NAMES: Final[Mapping[str, str]] = {
    "count": "Number",
    "days": "Days",
    "dedupe": "Leave out texts that an earlier document has",
    "documents": "Documents",
    "fetch": "Fetch",
    "format": "Format",
    "kinds": "Kind",
    "languages": "Language",
    "method": "Method",
    "min_confidence": "Least confidence",
    "number": "Number",
    "outcome": "Outcome",
    "pages": "Pages",
    "reason": "Reason",
    "respect": "Leave out pages that ask for it (noarchive, ai-train …)",
    "role": "Role",
    "shard_size": "Documents in a file",
    "since": "Since",
    "sites": "Site",
    "why": "Why",
}
"""The names of details, as ``log_change`` has them, in the words of the interface."""
_WORDS: Final = frozenset({"kinds", "outcome", "role"})
"""These details are words of closed lists, which have translations."""


@router.get("/changes")
def changes_page(request: Request, who: Viewer, before: BeforeRow = None) -> Response:
    """Show what operators changed."""
    with resources_of(request).engine.connect() as connection:
        rows = list_changes(connection, before=before, limit=SHOWN)
    older = rows[-1].id if len(rows) == SHOWN else None
    word = translator(request)
    return render(
        request,
        "changes.html",
        who,
        rows=rows,
        older=older,
        processes=(COMMAND_LINE, FIRST_START),
        stated=lambda detail: stated(detail, word),
    )


def stated(detail: Mapping[str, Any], word: Callable[[str], str]) -> dict[str, str]:
    """Give what a change's details say, in the words of the interface: without what was not asked for, and no more than
    the name of what is either asked for or not."""
    lists = {name: value if isinstance(value, list) else [value] for name, value in detail.items()}
    parts = {
        name: [each for each in values if each is not None and each is not False] for name, values in lists.items()
    }
    return {
        word(DETAIL_NAMES.get(name, name)): ", ".join(_value(name, each, word) for each in values if each is not True)
        for name, values in parts.items()
        if values
    }


def _value(name: str, value: Any, word: Callable[[str], str]) -> str:
    if name == "reason":
        return in_words(str(value), word)
    return word(str(value)) if name in _WORDS else str(value)
