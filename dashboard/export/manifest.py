"""``manifest.json``: what an export holds, how it was chosen and made, and the checksums of its files."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from dashboard.export.journal import FinishedShard
from dashboard.export.options import ExportOptions
from db.publication.document_records import FIELDS
from mezmun.core.errors import InvalidInputError

NAME: Final = "manifest.json"
FORMAT_VERSION: Final = 1  # of the manifest: readers ask for it

TYPES: Final = {
    **dict.fromkeys(("id", "fetch_id", "cluster_id"), "integer"),
    **dict.fromkeys(("posts", "post_ids", "post_days", "comments"), "list of strings"),
    "confidence": "number",
    "signals": "object",
    "published": "date",
    "fetched_at": "time",
}
"""What the fields of a record are that are no strings."""


def manifest(
    options: ExportOptions,
    *,
    snapshot: Mapping[str, Any],
    code_version: str,
    counts: dict[str, Any],
    files: list[FinishedShard],
) -> str:
    """Make the manifest: JSON, the same for the same documents, options and code."""
    content = {
        "manifest_version": FORMAT_VERSION,
        "snapshot": snapshot,
        "options": options.as_dict(),
        "code_version": code_version,
        "schema": [{"name": name, "type": TYPES.get(name, "string")} for name in FIELDS],
        "counts": counts,
        "files": [
            {"name": file.name, "sha256": file.sha256, "bytes": file.bytes, "documents": file.documents}
            for file in files
        ],
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def snapshot(position: int, base: int, at: str | None, taken_down: int) -> dict[str, Any]:
    """Give which documents an export is of: those at a position of the feed, or what has changed since another.

    ``taken_down`` is the number of pages of its sites that had been taken down, and so are not in it.
    """
    return {"position": position, "at": at, "since_position": base, "taken_down": taken_down}


def read(path: Path) -> dict[str, Any]:
    """Read a manifest that an export wrote here."""
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def earlier_export(path: Path) -> tuple[int, dict[str, Any]]:
    """Give the position of the snapshot that a manifest describes, and the options it was made with; a folder stands
    for the manifest in it.

    Raises:
        InvalidInputError: it is no manifest of an export.
    """
    file = path / NAME if path.is_dir() else path
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
        return int(content["snapshot"]["position"]), dict(content["options"])
    except (OSError, ValueError, KeyError, TypeError):
        raise InvalidInputError(f"{file} is no manifest of an export; give the folder of one.") from None
