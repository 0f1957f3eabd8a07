"""What a run writes: one record for each page, whatever became of it."""

import hashlib
import os
from typing import Any, Final

from mezmun.core.outcomes import Outcome
from workers.bulk.input.items import SourcePage
from workers.page_text import PageText

Record = dict[str, Any]
"""One page's outcome, its text when there is one, and where it came from; the fields in the order of the output.

``url`` (as the archive has it; None for a page from a file), ``sha256`` (of the bytes without transfer and content
encodings; None when they could not be had), ``outcome`` (a word of ``mezmun.core.outcomes``), ``detail`` (why there is
no text, and whether the page breaks off, and its text with it), those of ``PageText.exported``, ``source`` (the file),
``offset`` (byte at which its record begins in the archive; None for a page from a file), ``record_id``
(``WARC-Record-ID``).
"""

_BREAKS_OFF: Final = "the page breaks off"


def record(page: SourcePage, page_text: PageText, method: str) -> Record:
    """Make the record of a page from what was made of it."""
    return {
        "url": page.url,
        "sha256": None if page.fault else hashlib.sha256(page.body).hexdigest(),
        **_fields(page_text, _BREAKS_OFF if page.cut else None, method),
        "source": os.fsencode(page.place.source).decode("utf-8", "replace"),
        "offset": page.place.offset,
        "record_id": page.record_id,
    }


def record_with(record: Record, page_text: PageText) -> Record:
    """Give the record with something else made of its page; of what it said of the page only that it breaks off."""
    cut = _BREAKS_OFF if (record["detail"] or "").endswith(_BREAKS_OFF) else None
    return {**record, **_fields(page_text, cut, record["method"])}


def record_of_failure(page: SourcePage, outcome: Outcome, detail: str, method: str) -> Record:
    """Make the record of a page that nothing could be made of."""
    return record(page, PageText(outcome, detail), method)


def _fields(page_text: PageText, remark: str | None, method: str) -> Record:
    exported = page_text.exported()
    return {
        "outcome": page_text.outcome.value,
        "detail": "; ".join(filter(None, (page_text.detail, remark))) or None,
        **exported,
        "method": exported["method"] or method,
    }
