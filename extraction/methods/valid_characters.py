"""``valid-characters``: the block that holds most of the page's sentences.

*Content Extraction via Valid Characters* (CEVC). A valid character stands outside links in a text with a stop word; the
main block is found by descending from the root along the maximum valid-character ratio (MVCR). What the paper leaves
open was settled by measuring on nine labelled sets, news, blogs and forums alike:

- *Where a block ends.* Paragraphs, headings, list items and phrases are parts of a block, never one themselves, or an
  article of one long and two short paragraphs would lose the short ones. The text that an element itself owns counts in
  the ratio beside its children's.
- *Its noise* is every paragraph without a valid character: menus, buttons, dates, signatures. A paragraph is what one
  element owns, with the phrases (``b``, ``a`` ...) in it: links in a sentence stay. What stands in ``pre`` is no noise:
  code has no stop words. Nor are headings, items and short paragraphs without a link when most of their siblings,
  paragraphs too, have valid characters.
- *Its language.* A text counts by the stop words of the page's language or of the language that the page has in another
  script, or an article in Chinese would be less than the Uyghur adverts around it.
- *Where it begins.* Headline and lead, when they stand in a box before the block, belong to it.
"""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon import stop_words
from extraction.methods.method import Method, MethodContext
from extraction.page import headline, tags
from extraction.page.node_table import Column, Mask, NodeTable, prefix_sums
from native.library import array, lib

ALPHA: Final = 0.5
"""The paper's threshold of MVCR."""
_PREFORMATTED: Final = tags.tag_set("pre")


def select(page: NodeTable, context: MethodContext) -> Mask:
    """Mark the main block's text without its noise."""
    if not len(page.texts):
        return np.zeros(0, dtype=np.bool_)
    valid = valid_characters(page, *context.languages)
    block = main_block(page, valid)
    paragraph = page.nearest(~tags.PHRASE[page.tag])[page.owner]
    has_valid = np.bincount(paragraph, weights=valid, minlength=len(page.tag)) > 0
    has_valid |= among_sentences(page, paragraph, has_valid)
    content: Mask = (has_valid | (page.nearest(_PREFORMATTED[page.tag]) >= 0))[paragraph]
    title = headline.before(page, int(page.first[block]) + int(content[page.first[block] :].argmax()))
    content[: title.start] = content[page.last[block] :] = False
    content[title] = True
    return content


def valid_characters(page: NodeTable, *languages: str) -> NDArray[np.int64]:
    """Count each segment's (S) characters when it lies outside links and holds a stop word of one of the languages."""
    rows = (~page.in_link).nonzero()[0]
    valid = np.zeros(len(page.texts), dtype=np.int64)
    saying = np.logical_or.reduce([stop_words.holding(page.texts, rows, code) for code in languages])
    valid[rows] = page.chars[rows] * saying
    return valid


def among_sentences(page: NodeTable, paragraph: Column, has_valid: Mask) -> Mask:
    """Mark the elements (E) of paragraphs without a link that lie among sentences.

    ``paragraph`` is (S), the element whose paragraph each segment is in; ``has_valid`` is (E), whether that holds valid
    characters. Of the paragraphs, headings and items in one parent more than half must.
    """
    has_text = np.bincount(paragraph, minlength=len(page.tag)) > 0
    linked = np.bincount(paragraph, weights=page.in_link, minlength=len(page.tag)) > 0
    rows = (tags.PARAGRAPH[page.tag] & has_text).nonzero()[0]
    siblings = np.bincount(page.parent[rows], minlength=len(page.tag))
    saying = np.bincount(page.parent[rows], weights=has_valid[rows], minlength=len(page.tag))
    among = np.zeros(len(page.tag), dtype=np.bool_)
    among[rows] = (2 * saying > siblings)[page.parent[rows]] & ~linked[rows]
    return among


def main_block(page: NodeTable, valid: NDArray[np.int64]) -> int:
    """Descend from the root to the child with the most valid characters while its MVCR is at least ALPHA.

    ``valid`` is (S), each segment's valid characters. The ratio is the child's share of what the element holds.
    """
    part, before = array(tags.PARAGRAPH, len(tags.NAMES)), array(prefix_sums(valid), len(page.texts) + 1)
    block: int = lib.mezmun_main_block(page.columns, part, before, ALPHA)
    return block


VALID_CHARACTERS = Method("valid-characters", "4", "Content Extraction via Valid Characters (CEVC)", select)
