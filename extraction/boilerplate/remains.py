"""Remains of pictures and software beside a text: captions, credits, permalinks, messages, templates.

Documentation has a link at every heading that is only a sign ("¶"); software shows the number of comments or votes in a
link, and "0" while there are none.
"""

import re
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Match, Names, words_of
from extraction.page.node_table import Mask, NodeTable, covered, once_per_page, prefix_sums
from extraction.page.places import item_places
from extraction.page.texts import TextParts


def captions(page: NodeTable) -> Mask:
    """Mark the elements (E) that are captions of pictures."""
    marked: Mask = page.tag == _CAPTION
    named = page.signatures.named(Names.CAPTION_TEXT)
    if named is not None:
        marked = marked | named.take(page.signature)
    figure = page.nearest(page.tag == _FIGURE)
    of_text = (figure >= 0) & (page.below(_TEXT_OF_FIGURE[page.tag])[figure] > 0)
    return marked & ~of_text


def picture_credits(page: NodeTable, content: Mask) -> Mask | None:
    """Mark the content (S) of elements that are named after who made a picture, beside one; None for none."""
    named = page.signatures.named(Names.PICTURE_CREDIT)
    if named is None or not page.has(_PICTURE):  # as on most pages
        return None
    marked, chars, pictures = np.zeros(len(content), dtype=np.bool_), None, None
    for row in (named[page.signature] & (page.first < page.last)).nonzero()[0].tolist():
        names = re.findall(r"[a-z]+", page.attributes(row).get("class", "").lower())
        if _CREDIT_WORDS.isdisjoint(names):
            continue
        chars = page.char_sums if chars is None else chars
        pictures = prefix_sums(page.tag == _PICTURE) if pictures is None else pictures
        around = row
        for _ in range(_MOST_AROUND_CREDIT):
            wraps = page.parent[around] > 0 and pictures[page.end[around]] == pictures[around]
            around = int(page.parent[around]) if wraps else around
        is_beside = pictures[page.end[around]] > pictures[around]
        own, all_chars = (chars[page.last[box]] - chars[page.first[box]] for box in (row, around))
        if is_beside and own <= _MOST_CREDIT_CHARS and all_chars <= _MOST_BESIDE_CREDIT:
            marked[page.first[row] : page.last[row]] = True
    return marked & content


def attachments(page: NodeTable, content: Mask) -> Mask | None:
    """Mark what lists the files that hang on a post (S): name, size, how often it was loaded; None when none does."""
    named = page.signatures.named(Names.ATTACHMENT)
    if named is None:
        return None
    marked: Mask = page.texts_in_marked(named.take(page.signature)) & content
    return marked if marked.any() else None


def php_messages(page: NodeTable) -> list[int]:
    """Give the segments (S) of messages that PHP writes into pages: "Notice: ... in <b>FILE</b> on line <b>7</b>".

    What a page says of such messages has other markup.
    """
    if not page.has(_BOLD) or _ON_LINE not in page.texts.utf8:
        return []
    messages: list[int] = []
    for row in (page.chars[:-1] == len("online")).nonzero()[0].tolist():
        if page.texts[row].strip() != "on line" or not page.texts[row + 1].strip().isdecimal():
            continue
        begin = next((each for each in range(row - 2, max(-1, row - 5), -1) if _is_level(page, each)), None)
        if begin is not None and page.texts[row - 1].strip().startswith(_ROOTS):
            messages += range(begin, row + 2)
    return messages


def template_remains(page: NodeTable) -> list[int]:
    """Give the segments (S) that are nothing but what a server or a script was to fill, or left of its own code.

    "<?php endif; ?>", or what stood behind a ">" in it, "{{ product.price }}", "{% endif %}", "$$ARTICLEAD$$". Code
    that a page shows is in an element for code.
    """
    if not _ENDS_OF_TEMPLATES.are_in(page.texts.utf8):  # as on nearly all pages
        return []
    likely = np.array(sorted({row for end in _TEMPLATE_ENDS for row in page.texts.holding(end)}), dtype=np.intp)
    in_code = covered(_CODE[page.tag], page.end)[page.owner.take(likely)]
    rows = likely[(page.chars.take(likely) <= _LONGEST_REMAINS) & ~in_code]
    texts = zip(rows.tolist(), map(str.strip, page.texts.strings(rows)), strict=True)
    return [row for row, text in texts if _REMAINS.fullmatch(text) is not None]


def _is_level(page: NodeTable, row: int) -> bool:
    return page.tag[page.owner[row]] == _BOLD and page.texts[row].strip() in _PHP_LEVELS


@once_per_page
def _tiny_texts(page: NodeTable) -> NDArray[np.intp]:
    """Give the texts of a page that are no longer than a sign or a number."""
    return (page.chars <= _MOST_TINY_CHARS).nonzero()[0]


def permalinks(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments of any page's content that are links of nothing but a sign, links beside a heading
    that are named after what leads to it, or brackets at its end around a link of nothing but a picture."""
    return [*_signs(page, content), *_named_permalinks(page, content), *_empty_brackets(page, content)]


def _signs(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments that are all of a link and nothing but a sign, such as "¶", or "0" for no comments.

    A number that is all of a cell may be data, and is none of these.
    """
    tiny = _tiny_texts(page)
    single = tiny[content.take(tiny) & page.in_link.take(tiny) & (page.chars.take(tiny) <= _MOST_SIGN_CHARS)]
    if not len(single):  # as on most pages
        return []
    link = page.nearest(page.tag == _LINK)[page.owner[single]]
    whole = page.last[link] - page.first[link] == 1
    single, around = single[whole], page.parent[link[whole]]
    in_cell = _CELL[page.tag[around]] & (page.last[around] - page.first[around] == 1)
    signs = zip(single.tolist(), page.texts.strings(single), in_cell.tolist(), strict=True)
    return [
        row
        for row, text, is_cell in signs
        if (sign := text.strip().strip(_STYLES)) in _SIGNS or (sign == _NO_ANSWERS and not is_cell)
    ]


def _named_permalinks(page: NodeTable, content: Mask) -> list[int]:
    named = page.signatures.named(Names.PERMALINK)
    if named is None:  # as on most pages
        return []
    segments = list[int]()
    links = named.take(page.signature) & (page.tag == _LINK) & (page.first < page.last)
    for row in links.nonzero()[0].tolist():
        box = int(page.parent[row])
        beside = page.tag[box : page.end[box]][page.parent[box : page.end[box]] == box]
        is_of_heading = tags.HEADING[page.tag[box]] or tags.HEADING[beside].any()
        if is_of_heading and page.last[box] - page.first[box] > page.last[row] - page.first[row]:
            segments += [text for text in range(*page.text_range(row)) if content[text]]
    return segments


def _empty_brackets(page: NodeTable, content: Mask) -> list[int]:
    if b"]" not in page.texts.utf8:  # as on many pages
        return []
    (rows,) = (tags.HEADING.take(page.tag) & (page.last - page.first > len(_BRACKETS))).nonzero()
    last = page.last.take(rows)
    last = last[(page.chars.take(last - 1) == 1) & (page.chars.take(last - 2) == 1) & content.take(last - 1)]
    pairs = [range(end - len(_BRACKETS), end) for end in last.tolist()]  # none on most pages
    return [text for pair in pairs if [page.texts[text].strip() for text in pair] == _BRACKETS for text in pair]


def code_labels(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments right above code that say nothing but its language, as a name of the code does."""
    rows = (page.tag == _PRE) & (page.first > 0) & (page.first < page.last)
    rows &= content.take(page.first, mode="clip") & content.take(page.first - 1, mode="clip")
    labels = list[int]()
    for row in (rows & (page.chars.take(page.first - 1, mode="clip") <= _LONGEST_LANGUAGE)).nonzero()[0].tolist():
        above = int(page.first[row]) - 1
        label = page.texts[above].strip().lower()
        if _WORDS[page.tag[page.owner[above]]]:
            continue
        boxes = [row, min(row + 1, len(page.tag) - 1), int(page.parent[row])]
        names = " ".join(page.attributes(box).get("class", "").lower() for box in boxes)
        if label and any(f"{prefix}{label}" in names.split() for prefix in _LANGUAGE_PREFIXES):
            labels.append(above)
    return labels


def fold_marks(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments that are the sign of a button or a summary behind its words: "+"."""
    if not (page.has(_BUTTON) or page.has(_SUMMARY)):
        return []
    tiny = _tiny_texts(page)
    single = tiny[content.take(tiny) & (page.chars.take(tiny) == 1)]
    if not len(single):  # as on most pages
        return []
    title = page.nearest(_FOLDING[page.tag])[page.owner[single]]
    ends = (title >= 0) & (page.last[title] == single + 1) & (page.first[title] < single) & (page.owner[single] > title)
    signs = zip(single[ends].tolist(), page.texts.strings(single[ends]), strict=True)
    return [row for row, text in signs if text.strip() in _FOLDS]


def item_marks(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments that are the bullet, the box to tick or the number of an item, drawn with letters.

    The number is that which the list gives the item anyway, on a line of its own.
    """
    tiny = _tiny_texts(page)
    short = tiny[content.take(tiny) & ~page.in_link.take(tiny)]
    if not len(short):  # as on most pages
        return []
    item = page.nearest(page.tag == _ITEM)[page.owner[short]]
    begins = (item >= 0) & (page.first[item] == short) & (page.owner[short] > item) & (page.last[item] - short > 1)
    short, item = short[begins], item[begins]
    marks = list[int]()
    for row, text, of_item in zip(short.tolist(), page.texts.strings(short), item.tolist(), strict=True):
        sign = text.strip().strip(_STYLES)
        number = sign.rstrip(".)")
        if sign in _BULLETS or (number.isdecimal() and _is_number_of(page, row, of_item, int(number))):
            marks.append(row)
    return marks


def box_signs(page: NodeTable, content: Mask) -> list[int]:
    """Give the marked (S) segments that a callout, or a part that unfolds, begins with and that are only its sign."""
    named = page.signatures.named(Names.CALLOUT, Names.PASSAGE)
    if named is None:  # as on most pages
        return []
    rows = (named.take(page.signature) & (page.last - page.first > 1)).nonzero()[0]
    first = page.first.take(rows)
    small = content.take(first) & (page.chars.take(first) <= _MOST_TINY_CHARS) & (page.owner.take(first) > rows)
    owner = page.owner.take(first)
    small &= page.last.take(owner) - page.first.take(owner) == 1
    signs = zip(first[small].tolist(), page.texts.strings(first[small]), strict=True)
    return sorted({row for row, text in signs if not any(map(str.isalnum, text))})


def _is_number_of(page: NodeTable, text: int, item: int, number: int) -> bool:
    """Tell whether a text is all of a line, and the number that a counted list gives the item anyway."""
    line = lines_of(page).line_of
    is_counted = page.tag[page.parent[item]] == _COUNTED
    return bool(is_counted and line[text] != line[text + 1] and number == item_places(page)[item])


_FIGURE, _CAPTION = tags.CODE["figure"], tags.CODE["figcaption"]
_PICTURE: Final = tags.CODE["img"]
_CREDIT_WORDS: Final = frozenset(words_of(Names.PICTURE_CREDIT, Match.ANYWHERE))
_MOST_CREDIT_CHARS: Final = 60
_MOST_AROUND_CREDIT: Final = 3
"""At most so many elements stand around a credit, up to the one that has the picture."""
_MOST_BESIDE_CREDIT: Final = 900
"""The element with the picture has at most so many characters: it is a caption."""
_TEXT_OF_FIGURE: Final = tags.tag_set("blockquote pre table")
"""What a figure may hold beside pictures: its caption is the title of this text, or says whose it is."""
_BOLD: Final = tags.CODE["b"]
_TEMPLATE_ENDS: Final = (b"?>", b"}}", b"%}", b"$$", b"%%")
"""What is left of templates ends so."""
_ENDS_OF_TEMPLATES: Final = TextParts(*_TEMPLATE_ENDS)
_REMAINS: Final = re.compile(
    r".*(?<![?!])\?>|(?:\{\{[^{}]*\}\}\s*)+|(?:\{%[^{}]*%\}\s*)+|(\$\$|%%)[A-Z][A-Z_]{5,}\1", re.DOTALL
)
_LONGEST_REMAINS: Final = 200
"""A text that is left of a template has at most so many characters."""
_CODE: Final = tags.tag_set("pre code samp kbd tt xmp plaintext textarea")
_ON_LINE: Final = b" on line "
_ROOTS: Final = ("/", *(f"{letter}:" for letter in "CDEFcdef"))
_PHP_LEVELS: Final = frozenset(
    {"Warning", "Notice", "Deprecated", "Fatal error", "Parse error", "Strict Standards", "Catchable fatal error"}
)
_SIGNS: Final = frozenset("¶#§◆🔗⚓∞↩↵⏎↑⤴^")
"""The arrows lead from a note back to its text."""
_NO_ANSWERS: Final = "0"
"""Software shows this number of comments or votes while there are none."""
_PRE: Final = tags.CODE["pre"]
_WORDS: Final = tags.HEADING | tags.tag_set("p li dt dd td th a pre code")
"""A text in one of these elements is there to be read, and no label of the code below it."""
_LONGEST_LANGUAGE: Final = 16
"""The label of the language of code has at most so many characters."""
_LANGUAGE_PREFIXES: Final = ("language-", "lang-")
_BRACKETS: Final = ["[", "]"]
_STYLES: Final = "\ufe0e\ufe0f"
"""Invisible characters behind a sign, which say whether it is shown in colours."""
_BUTTON, _SUMMARY = (tags.CODE[name] for name in ("button", "summary"))
_FOLDING: Final = tags.tag_set("button summary")
_FOLDS: Final = frozenset("+-–−×▼▾▽▲▴△►▸▶⌄⌃›»∨˅")
_ITEM, _COUNTED = tags.CODE["li"], tags.CODE["ol"]
_MOST_TINY_CHARS: Final = 4
_MOST_SIGN_CHARS: Final = 2
_BULLETS: Final = frozenset("▢☐□☑✓✔▪▫■●○•◦·–›»▸►➤")
_LINK: Final = tags.CODE["a"]
_CELL: Final = tags.tag_set("td th")
