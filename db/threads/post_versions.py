"""What a page of a thread says, post by post, as rows of ``post_versions``. Pure."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from db.block_texts import without_texts
from db.column_types import storable_json

SHORTEST_TELLING: Final = 60
"""Characters of a post that nobody else writes. Of a shorter one without an id ("thanks!") its place tells which it is,
too."""

_WITHOUT_ID: Final = "~"
"""What the key of a post without an id of the site begins with; no id of ``extraction.metadata.post_facts`` does."""
TELLS_ALONE: Final = f"left(key, 1) <> '{_WITHOUT_ID}' AND characters >= {SHORTEST_TELLING}"
"""SQL: which versions are of one post when key and text are the same, in whatever thread. "Thanks!" stands in
thousands, in some forums under one number, and who advertises writes one text into many that have no ids."""


def post_versions(
    blocks: Iterable[Mapping[str, Any]], facts: Sequence[Mapping[str, str | None]], page_number: int
) -> list[dict[str, Any]]:
    """Divide the blocks of a thread's page into its posts, in order, each key once.

    What stands outside of all posts (a title) is left out; a page on which no posts were told apart is one post.

    Args:
        blocks: as ``extractions`` has them, each with its text.
        facts: of each post, the site's own ``id`` and its ``day`` (ISO 8601), or None.
        page_number: of the page in its thread.
    """
    by_post: dict[int, list[dict[str, Any]]] = {}
    for block in storable_json(list(blocks)):
        number = block.pop("post", 0)
        if block["text"]:
            by_post.setdefault(number, []).append(block)
    whole = len(by_post) == 1
    versions: dict[str, dict[str, Any]] = {}
    for number, of_post in sorted(by_post.items()):
        if number or whole:
            known = next(iter(facts[max(number - 1, 0) :]), {})
            version = _version(of_post, known, place=f"{page_number}.{number}")
            versions.setdefault(version["key"], version | {"place": len(versions) + 1})
    return list(versions.values())


def site_id(key: str) -> str | None:
    """Give the site's own id that a key is; None when it is made of the post's text."""
    return None if key.startswith(_WITHOUT_ID) else key


def _version(blocks: list[dict[str, Any]], facts: Mapping[str, str | None], place: str) -> dict[str, Any]:
    text = "\n\n".join(block["text"].lstrip("\t") for block in blocks)
    telling = text if len(text) >= SHORTEST_TELLING else f"{place}\n{text}"
    return {
        "key": facts.get("id") or _WITHOUT_ID + hashlib.sha256(telling.encode()).hexdigest()[:32],
        "digest": hashlib.sha256(json.dumps(blocks, sort_keys=True).encode()).hexdigest(),
        "text": text,
        "blocks": without_texts(blocks, text),
        "characters": len(text),
        "day": facts.get("day"),
    }
