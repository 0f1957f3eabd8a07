"""What an installation has in the end, in a form in which two of them can be compared."""

import json
from dataclasses import asdict

from sqlalchemy import Engine, text

from db.documents import get_document, list_documents

OF_THE_RUN = {"id", "first_stored_at", "updated_at", "versions", "page_id", "fetch_id", "url", "confidence"}
"""Fields that tell when and in which order things came, not what. The ``url`` of a post that two pages show is that of
the page fetched last (a document's own is its key here); ``confidence`` follows from the site's template, and that from
the pages that were fetched first."""

SHOWN = 80
"""Characters before and after a difference that are shown of a text."""

Snapshot = dict[str, str]
"""By "document URL" and "outcome URL": all that is known of it, as one line of JSON, or one word."""


def snapshot(engine: Engine) -> Snapshot:
    """Read all documents, with the posts of threads, and how each page ended."""
    lines: Snapshot = {}
    with engine.connect() as connection:
        for url, outcome in connection.execute(_OUTCOMES):
            lines[f"outcome {url}"] = outcome
        for line in list_documents(connection, limit=1_000_000):
            document = get_document(connection, line.id)
            facts = {**asdict(document.line), **document.content, "thread": [asdict(post) for post in document.thread]}
            lines[f"document {line.url}"] = json.dumps(_without_run(facts), ensure_ascii=False, default=str)
    return lines


def differences(expected: Snapshot, actual: Snapshot) -> list[str]:
    """Say in lines in what two snapshots differ."""
    keys = sorted(expected.keys() | actual.keys())
    return [
        f"{key}: {_difference(expected.get(key), actual.get(key))}"
        for key in keys
        if expected.get(key) != actual.get(key)
    ]


def _difference(expected: str | None, actual: str | None) -> str:
    """Give the two texts from a little before the first place in which they differ."""
    if expected is None or actual is None:
        return "missing" if actual is None else "additional"
    pairs = enumerate(zip(expected, actual, strict=False))
    place = next((place for place, (one, other) in pairs if one != other), min(len(expected), len(actual)))
    start = max(0, place - SHOWN)
    return f"from {place} on: …{expected[start : place + SHOWN]}… became …{actual[start : place + SHOWN]}…"


def _without_run(value: object) -> object:
    if isinstance(value, dict):
        return {name: _without_run(part) for name, part in sorted(value.items()) if name not in OF_THE_RUN}
    if isinstance(value, list):
        return [_without_run(part) for part in value]
    return value


_OUTCOMES = text(
    # A page that is fetched again, because its bytes were lost or its crawler was killed, reads the same.
    """
    SELECT DISTINCT ON (pages.url) pages.url,
           CASE outcome WHEN 'unchanged' THEN 'stored' ELSE coalesce(outcome, 'none') END AS outcome
      FROM fetches JOIN pages ON pages.id = fetches.page_id LEFT JOIN outcomes ON outcomes.fetch_id = fetches.id
     ORDER BY pages.url, fetches.id DESC
    """
)
