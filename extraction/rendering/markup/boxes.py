"""Boxes that say something of the text in them: callouts ("Note", "Warning", facts beside an article), and what is done
of a list of tasks.

Documentation software and editors write callouts with names of their own (GitHub, Sphinx, Docusaurus, VitePress,
Bootstrap, Ghost, Notion); they are rows of ``names.tsv``, and so are the words by which they tell of what kind they
are: the five that GitHub knows. Boxes of facts are one kind more.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from extraction.page import tags
from extraction.page.names import Names, SignatureSubject, words_of
from extraction.page.node_table import NodeTable, prefix_sums
from extraction.rendering.markup.rendered_page import RenderedPage
from native.library import lib

_KINDS: Final = {
    word: kind.removeprefix("callout-")
    for kind in (Names.NOTE_CALLOUT, Names.TIP_CALLOUT, Names.IMPORTANT_CALLOUT, Names.WARNING_CALLOUT)
    for word in words_of(kind)
} | dict.fromkeys(words_of(Names.CAUTION_CALLOUT), "caution")
_WEAK: Final = words_of(Names.CALLOUT_BOX)
FACTS: Final = "facts"
_STATING: Final = ("data-callout-type", "data-callout", "data-admonition-type")
"""Attributes that say of what kind a callout is."""
_MOST_CHARS: Final = 3000
"""A callout has at most so many characters."""
_MOST_OF_TEXT: Final = 0.5
"""A callout has less than this share of the text."""
_ITEM, _INPUT, _QUOTE, _ASIDE = (tags.CODE[name] for name in ("li", "input", "blockquote", "aside"))
_MOST_BEFORE_ITEM: Final = 8
"""Elements of an item among which its box to tick is."""
_FEWEST_WORDS: Final = 2
"""A box with a name that others have as well is a callout if so many of its words say of what kind: "note warn"."""
_CHECKED: Final = "checked"
"""What the class of an item says that is done."""
_BOXES: Final = {Names.TASK_DONE: True, Names.TASK_OPEN: False}


def callouts(rendered: RenderedPage) -> dict[int, tuple[str, bool, bool]]:
    """Give the kind of the callout that each block in one is part of, by its number, whether it is its first, and
    whether the box is a quote itself."""
    page = rendered.page
    named = page.signatures.named(Names.CALLOUT, Names.LABELLED_CALLOUT, Names.FACTS)
    if named is None:  # as on most pages
        return {}
    of_facts, sure = page.signatures.named(Names.FACTS), page.signatures.named(Names.CALLOUT, Names.FACTS)
    holds = rendered.chosen_before[page.last] > rendered.chosen_before[page.first]
    rows = (named[page.signature] & tags.BLOCK[page.tag] & holds).nonzero()[0]
    quoting = page.speaking(SignatureSubject.QUOTE)
    chars, of_block = prefix_sums(page.chars * rendered.chosen), dict[int, tuple[str, bool, bool]]()
    behind = 0
    for row in rows.tolist():
        own = int(chars[page.last[row]] - chars[page.first[row]])
        if row < behind or own > min(_MOST_CHARS, _MOST_OF_TEXT * chars[-1]):
            continue
        numbers = rendered.chosen_in(row)
        blocks = range(int(rendered.block[numbers.start]), int(rendered.block[numbers.stop - 1]) + 1)
        begins = rendered.start[blocks.start] == rendered.rows[numbers.start]
        ends = blocks.stop == len(rendered.start) or rendered.start[blocks.stop] >= page.last[row]
        if begins and ends:
            other = FACTS if of_facts is not None and of_facts[page.signature[row]] else "note"
            words = _words(page.attributes(row))
            kind = _kind(page.attributes(row), words) or other
            is_sure = page.tag[row] == _ASIDE or (sure is not None and sure[page.signature[row]])
            names = _KINDS.keys() & page.attributes(row).get("class", "").lower().split()
            if not is_sure and len(names) < _FEWEST_WORDS and not is_label(kind, rendered.texts[blocks.start]):
                continue
            behind = int(page.end[row])
            is_quote = bool(page.tag[row] == _QUOTE or quoting[row])
            of_block |= {block: (kind, block == blocks.start, is_quote) for block in blocks}
    return of_block


def _words(attributes: Mapping[str, str]) -> list[str]:
    """Give the words in the names of a box that say of what kind it is."""
    return [name for name in re.findall(r"[a-z]+", attributes.get("class", "").lower()) if name in _KINDS]


def _kind(attributes: Mapping[str, str], words: Sequence[str]) -> str:
    """Give the kind that most of the words of a box say it is, any sooner than a note; empty when none says so."""
    stated = next((attributes[name].lower() for name in _STATING if attributes.get(name, "").lower() in _KINDS), "")
    strong = [word for word in words if word not in _WEAK] or [word for word in _WEAK if word in words][:1]
    kinds = Counter(_KINDS[word] for word in strong)
    return _KINDS.get(stated, "") or max(kinds, key=lambda kind: (kinds[kind], kind != "note"), default="")


def is_label(kind: str, text: str) -> bool:
    """Tell whether a text says nothing but of what kind a callout is, as its first line does."""
    return _KINDS.get(text.strip(" :!.").lower()) == kind


def tasks(rendered: RenderedPage) -> Iterator[tuple[int, bool]]:
    """Give the numbers of the blocks that are items with a box to tick, and whether it is ticked."""
    page = rendered.page
    lists = page.signatures.named(Names.TASK_LIST)
    boxes = page.signatures.named(*_BOXES)
    if not page.has(_INPUT) and boxes is None and lists is None:  # as on most pages
        return
    for number, kind in enumerate(rendered.kind):
        if kind != lib.BLOCK_LIST_ITEM:
            continue
        item = rendered.element[number]
        while item > 0 and page.tag[item] != _ITEM:
            item = int(page.parent[item])
        if item <= 0:  # of a definition list
            continue
        is_done = _state_of_box(page, item)
        if is_done is None and lists is not None and lists[page.signature[page.parent[item]]]:
            is_done = _CHECKED in re.findall(r"[a-z]+", page.attributes(item).get("class", ""))
        if is_done is not None:
            yield number, is_done


def _state_of_box(page: NodeTable, item: int) -> bool | None:
    for row in range(item + 1, min(int(page.end[item]), item + 1 + _MOST_BEFORE_ITEM)):
        if page.first[row] > page.first[item]:
            break
        attributes = page.attributes(row)
        if page.tag[row] == _INPUT and attributes.get("type", "").lower() == "checkbox":
            return _CHECKED in attributes
        for name, is_done in _BOXES.items():
            named = page.signatures.named(name)
            if named is not None and named[page.signature[row]]:
                return is_done
    return None
