"""The JSON-LD of a page (https://www.w3.org/TR/json-ld11/), in which sites state data by the words of schema.org."""

import json
from collections import deque
from typing import Any, Final

from extraction.page import tags
from extraction.page.node_table import NodeTable, once_per_page

_MOST_OBJECTS: Final = 200
"""Objects of one script that are looked at."""
_JSON_LD: Final = b' type="application/ld+json'
"""This stands in the tag of a script with JSON-LD, and a character set may follow."""
_SCRIPT: Final = tags.CODE["script"]


@once_per_page
def json_ld_of(page: NodeTable) -> tuple[str, ...]:
    """Give the page's JSON-LD, as written, wherever it stands."""
    scripts = (page.tag == _SCRIPT).nonzero()[0]
    scripts = scripts[page.body[scripts] - page.names[scripts] > len(_JSON_LD)]
    attributes = zip(scripts.tolist(), page.names[scripts].tolist(), page.body[scripts].tolist(), strict=True)
    return tuple(page.inner_html(row) for row, start, stop in attributes if _JSON_LD in page.source[start:stop])


@once_per_page
def objects_of(page: NodeTable) -> tuple[dict[str, Any], ...]:
    """Give the objects of a page's JSON-LD that are no part of another object, in document order."""
    items: list[dict[str, Any]] = []
    for script in json_ld_of(page):
        try:
            waiting = deque([json.loads(script, strict=False)])
        except (ValueError, RecursionError):
            continue
        for _ in range(_MOST_OBJECTS):
            if not waiting:
                break
            each = waiting.popleft()
            if isinstance(each, list):
                waiting.extendleft(reversed(each[:_MOST_OBJECTS]))
            elif isinstance(each, dict):
                items.append(each)
                waiting += [each[key] for key in ("@graph", "mainEntity") if key in each]
    return tuple(items)


def text_in(value: Any) -> str:
    """Give the text that a value is, or the first text of a list; empty for any other value."""
    if isinstance(value, list):
        value = value[0] if value else ""
    return value if isinstance(value, str) else ""
