"""The text of an article in the data of its page: in JSON-LD, or in the state of a script."""

import html
import re
from dataclasses import dataclass
from itertools import islice
from typing import Final

from extraction.metadata.linked_data import articles
from extraction.page.node_table import NodeTable
from extraction.page.signs import SENTENCE_ENDS
from extraction.page.statements.json_ld import json_ld_of, objects_of, text_in
from extraction.page.statements.markup import BLOCK, text_of

PAID: Final = re.compile(
    r'"isAccessibleForFree"\s*:\s*"?(?:https?:\\?/\\?/schema\.org\\?/)?(?:false|no|0)\b', re.IGNORECASE
)
_SENTENCE: Final = re.compile(rf"[^{''.join(SENTENCE_ENDS)}\n]{{20,}}")
_MOST_SENTENCES: Final = 50
"""Sentences of an article that are looked for on its page."""


@dataclass(frozen=True, slots=True)
class StatedArticle:
    """The text of an article as the data of its page holds it."""

    markup: str
    """HTML of paragraphs; not to be trusted more than the page."""
    text: str
    """Without markup."""

    @classmethod
    def of(cls, markup: str) -> "StatedArticle":
        """Make it of its markup."""
        return cls(markup, text_of(markup))

    def share_shown(self, page_text: str) -> float:
        """Give the share of its sentences that the text of a page has, 0 to 1, white space aside."""
        shown = "".join(page_text.split())
        sentences = ["".join(match[0].split()) for match in islice(_SENTENCE.finditer(self.text), _MOST_SENTENCES)]
        return sum(sentence in shown for sentence in sentences) / len(sentences) if sentences else 1.0


def article_in_json_ld(page: NodeTable) -> StatedArticle | None:
    """Read the text of the page's article from its JSON-LD (``articleBody`` of schema.org).

    There is none where the data holds several, as on a front page, or where anything on the page is paid for
    (``isAccessibleForFree``).
    """
    if any(map(PAID.search, json_ld_of(page))):
        return None
    bodies = {text_in(each.get("articleBody")).strip() for each in articles(objects_of(page))} - {""}
    if len(bodies) != 1:
        return None
    body = bodies.pop()
    if not BLOCK.search(body):  # plain text, or markup that was escaped once more
        body = html.unescape(body)
    if not BLOCK.search(body):
        lines = filter(None, map(str.strip, body.splitlines()))
        body = "".join(f"<p>{html.escape(line, quote=False)}</p>" for line in lines)
    return StatedArticle.of(body)
