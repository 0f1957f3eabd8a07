"""The programming language of code, as the page calls it.

Highlighters and documentation software write it into a name of the code, or of a box that holds nothing else: behind a
word ("language-go", "brush: java"), in an attribute of its own, or as a name alone ("php", "highlight python"). Since a
name alone may mean anything, it counts only if ``code_languages.tsv`` has it. So does ``lang``, which is mostly the
language of a text. What only one program calls so ("ipython3", "text-html-basic") has there the name that others know.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from extraction.page import tags
from extraction.page.names import Names, words_of
from extraction.rendering.markup.rendered_page import RenderedPage
from native.library import lib
from normalization.table_rows import rows_of

_LANGUAGE: Final = re.compile(
    r"(?:^|\s)(?:(?:language|lang|highlight-source|highlight|src|geshifilter|mw-highlight-lang|source)-|brush:\s*|lang:|"
    r"sourcecode\s+|hljs\s+(?!language-|lang-))"
    r"(?P<behind>[\w+#.-]+)|(?:^|\s)(?!language-|lang-)(?P<before>[\w+#.-]+)(?:=\S*)?\s+hljs(?:\s|$)",
    re.IGNORECASE,
)
"""Names of languages in the names of code, as highlighters and documentation software write them."""
_ATTRIBUTES: Final = (
    *("data-lang", "language", "data-language", "data-enlighter-language", "data-code-block-lang", "syntax"),
)
_PARAMETERS: Final = "data-syntaxhighlighter-params"
"""The attribute of Confluence, where others use a class: "brush: java; gutter: false"."""
_NO_LANGUAGES: Final = frozenset(words_of(Names.NO_CODE_LANGUAGE))
_MOST_BEFORE_CODE: Final = 4
"""Elements of a ``pre`` among which its ``code`` is: a button may stand before it."""
_CODE: Final = tags.CODE["code"]
_HOLDS_CODE: Final = tags.tag_set("pre code")


def _known() -> dict[str, str]:
    """Give the known names of languages, each with the name that most highlighters know it by."""
    table = Path(__file__).with_name("code_languages.tsv")
    return {name: common or name for name, common in rows_of(table, "name", "common", least=1)}


_KNOWN: Final = _known()


def languages(rendered: RenderedPage) -> dict[int, str]:
    """Give the languages of preformatted blocks, as the page calls them, by the blocks' numbers."""
    by_block = {}
    for block, kind in enumerate(rendered.kind):
        if kind == lib.BLOCK_PREFORMATTED and (language := _language(rendered, rendered.element[block])):
            by_block[block] = language
    return by_block


def _language(rendered: RenderedPage, row: int) -> str:
    page = rendered.page
    within = range(row + 1, min(int(page.end[row]), row + 1 + _MOST_BEFORE_CODE))
    inside = [element for element in within if page.tag[element] == _CODE][:1]
    around = [*inside, *_boxes_of(rendered, row)]
    box, label = _labelled_box(rendered, around[-1])
    classes = []
    for element in (*around, *box):
        attributes = page.attributes(element)
        name = f"{attributes.get('class', '')} {attributes.get(_PARAMETERS, '')}"
        named = _LANGUAGE.search(name)
        stated = (attributes[key] for key in _ATTRIBUTES if key in attributes)
        own = attributes.get("lang", "").lower()
        stated_name = next(stated, own if own in _KNOWN and _HOLDS_CODE[page.tag[element]] else "")
        language = ((named["behind"] or named["before"]) if named else stated_name).lower()
        is_of_code = element in around or language == label or (language in _KNOWN and " " not in label)
        if language and language not in _NO_LANGUAGES and is_of_code:
            return _KNOWN.get(language, language)
        classes += [name] if element in around else []
    return next((_KNOWN[word] for name in classes for word in name.lower().split() if word in _KNOWN), "")


def _labelled_box(rendered: RenderedPage, outermost: int) -> tuple[list[int], str]:
    """Give the boxes around an element with one text before it, and that text: the language's name, or the file's."""
    page = rendered.page
    box = int(page.parent[outermost])
    within, around = rendered.chosen_in(outermost), rendered.chosen_in(box)
    if box <= 0 or around.stop != within.stop or within.start - around.start != 1:
        return [], ""
    boxes = [box]
    while rendered.chosen_in(int(page.parent[boxes[-1]])) == around:
        boxes.append(int(page.parent[boxes[-1]]))
    return boxes, page.texts[int(rendered.rows[around.start])].strip().lower()


def _boxes_of(rendered: RenderedPage, element: int) -> Iterator[int]:
    """Give an element and the elements around it that hold no other chosen text."""
    texts = rendered.chosen_in(element)
    while element >= 0 and rendered.chosen_in(element) == texts:
        yield element
        element = int(rendered.page.parent[element])
