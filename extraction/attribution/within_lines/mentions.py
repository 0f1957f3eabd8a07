"""Users whom a post or comment answers, named at its beginning: "@Gary thanks", "Gary: I agree", "Hi Gary, I agree".

A mention is a link, or a name that the page marks as a user's, or has the form of one behind "@"; a greeting may stand
before or behind it. Names inside the text stay, and so does a name that is the subject of the first sentence: "Gary
measured it", "@Gary is right". Those behind "@" are given to who masks.
"""

import re
from bisect import bisect_right
from typing import Final

from extraction.attribution.forms.persons import has_user_name, is_given_name
from extraction.attribution.forms.short_lines import ShortLines
from extraction.attribution.forms.tokens import without_signs_around
from extraction.attribution.unlabelled.marked_names import names_of_members
from extraction.lexicon.terms import TermRole, finder
from extraction.page import tags
from extraction.page.lines import PartOfLine, lines_of, part_of_line, pieces_of_line
from extraction.page.node_table import Column, Mask, NodeTable
from extraction.page.signs import AT_SIGNS, COLONS, COMMAS, DASHES, one_of
from extraction.page.texts import plain
from normalization import REST_OF_USER, SIGN_OF_USER


def mentions(short: ShortLines, content: Mask, part: Column) -> PartOfLine:
    """Give the mentions with which the parts of the marked (S) content begin.

    ``part`` (S) is the post or comment of each segment, or the quote in it.
    """
    page, lines = short.page, short.lines
    rows, begins = short.of_parts(content, part)
    first = [row for row in rows[begins].tolist() if not _NO_TEXT[page.tag[lines.block[row]]]]
    likely = [row for row in first if page.in_link[lines.start[row]] or _MAY_MENTION.match(lines.texts[row])]
    if not likely:
        return PartOfLine.of_all(())
    names = names_of_members(page)
    if any(lines.texts[row].startswith(AT_SIGNS) for row in likely):
        names |= _linked_beside(page, content)
    return _mentions(page, likely, names)


def linked_mentions(short: ShortLines, content: Mask) -> PartOfLine:
    """Give the mentions, links with "@", that begin lines of the marked (S) content of a page without posts.

    Issues and their answers are written so when they are read as articles. A line of few words is a label: "@gary on
    Mastodon".
    """
    page, lines = short.page, short.lines
    rows = (row for sign in AT_SIGNS for row in lines.texts.beginning_with(sign))
    linked = (
        row
        for row in rows
        if page.in_link[lines.start[row]]
        and content[lines.start[row]]
        and (lines.ends_sentence[row] or len(lines.texts[row].split()) >= _FEWEST_ANSWER_WORDS)
    )
    return _mentions(page, [row for row in linked if not _NO_TEXT[page.tag[lines.block[row]]]], frozenset())


def users_in_sentences(page: NodeTable, content: Mask) -> frozenset[str]:
    """Give the users whom the lines of the marked (S) content mention with "@" anywhere, as they are written: "@gary".

    The page marks their names, or links to their profiles. They are a part of a sentence: who cleans the text may mask
    them.
    """
    lines = lines_of(page)
    with_sign = (row for sign in AT_SIGNS for row in lines.texts.holding(sign.encode()) if content[lines.start[row]])
    rows = [row for row in with_sign if not _NO_TEXT[page.tag[lines.block[row]]]]
    names = names_of_members(page) if rows else frozenset()
    lengths = sorted(set(map(len, names)), reverse=True)
    users = set[str]()
    for row in rows if names else ():
        text, code = lines.texts[row], None
        for sign in SIGN_OF_USER.finditer(text):
            start = sign.end()
            ends = (start + length for length in lengths if _is_name(text[start : start + length], names))
            end = next((each for each in ends if not REST_OF_USER.match(text, each)), 0)
            if end and text[sign.start() : end] not in users:
                code = _code_in(page, row) if code is None else code
                if not _is_among(start, code):
                    users.add(text[sign.start() : end])
    return frozenset(users)


def _is_name(text: str, names: frozenset[str]) -> bool:
    """Tell whether a text is one of some names, in small letters; one of several words begins with a capital."""
    return text.lower() in names and (" " not in text or not text[:1].islower())


def _code_in(page: NodeTable, row: int) -> list[tuple[int, int]]:
    """Give where the characters of a line (row) stand in elements of code, in order."""
    return [(each.start, each.stop) for each in pieces_of_line(page, row) if _CODE[page.tag[page.owner[each.text]]]]


def _is_among(place: int, spans: list[tuple[int, int]]) -> bool:
    """Tell whether a place is in one of some spans, which are in order and do not overlap."""
    before = bisect_right(spans, (place, place + 1)) - 1
    return before >= 0 and place < spans[before][1]


def _mentions(page: NodeTable, rows: list[int], names: frozenset[str]) -> PartOfLine:
    """Give the mentions at the beginning of lines (rows): of users with known names, or in links."""
    lines, parts = lines_of(page), list[PartOfLine]()
    for row in rows:
        text, size = lines.texts[row], 0
        start = int(lines.start[row])
        link = page.texts[start].strip() if page.in_link[start] else ""
        while size < len(text) and (more := _mention(text[size:], link, names)):
            link, size = "", size + more
        if size:
            parts.append(part_of_line(page, row, 0, size if any(map(str.isalnum, text[size:])) else len(text)))
    return PartOfLine.of_all(parts)


def _linked_beside(page: NodeTable, content: Mask) -> frozenset[str]:
    """Give the short links beside the marked (S) content, in small letters: the names of writers are among them."""
    (rows,) = (page.in_link & ~content & (page.chars > 0) & (page.chars <= _LONGEST_NAME)).nonzero()
    return frozenset(map(_name, set(page.texts.strings(rows))))


def _mention(text: str, link: str, names: frozenset[str]) -> int:
    """Give how many characters of a line with a ``link`` at its beginning mention a user; 0 when none do."""
    begins_so = text.startswith(AT_SIGNS)
    if link and len(link) <= _LONGEST_NAME and text.startswith(link) and link not in AT_SIGNS:
        is_mention = (begins_so and _WORD.fullmatch(link[1:]) is not None) or _name(link) in names
        goes_on = _begins_with_verb(text[len(link) :]) if begins_so else _is_subject_before(text[len(link) :])
        return _behind(text, len(link)) if is_mention and not goes_on else 0
    if not begins_so and (greeting := finder(TermRole.GREETING).match(plain(text[:_LONGEST_NAME]))):
        behind = text[greeting.end() :]
        size = _mention(behind.lstrip(), "", names) if behind[:1].isspace() else 0
        return size and len(text) - len(behind.lstrip()) + size
    start = 1 if begins_so else 0
    beginning = plain(text[start : start + _LONGEST_NAME])
    stops = (match.start() for match in _END_OF_WORD.finditer(beginning))
    size = max((stop for stop in stops if _name(beginning[:stop]) in names), default=0)
    if not size and begins_so:
        size = _unknown_user(text[1 : 1 + _LONGEST_NAME])
    if not size:
        return 0
    if begins_so and _begins_with_verb(text[start + size :]):
        return 0
    if begins_so or beginning[size : size + 1] in COLONS:
        return _behind(text, start + size)
    greeting = finder(TermRole.GREETING).match(beginning[size:].lstrip())
    if greeting is not None:
        size = len(beginning) - len(beginning[size:].lstrip()) + greeting.end()
    name = text[:size]  # a user may be called as a word that a sentence begins with
    is_name = greeting is not None or has_user_name(name) or is_given_name(name.split()[0])
    return _behind(text, size) if beginning[size : size + 1] in COMMAS and is_name else 0


def _unknown_user(text: str) -> int:
    """Give the length of the word behind "@" if it is a user's name that nothing else on the page says; else 0.

    Such a word has digits or underscores, or is a given name with no surname, or a comma or a colon stands behind it:
    "@media queries" and "@Override" begin sentences as well.
    """
    word = _HANDLE.match(text)
    if word is None:
        return 0
    behind = text[word.end() :]
    is_first_name = is_given_name(word[0]) and not behind.lstrip()[:1].isupper()  # a surname would stay
    is_user = has_user_name(word[0]) or is_first_name or behind.startswith((*COLONS, *COMMAS))
    return word.end() if is_user and behind.strip() else 0


def _is_subject_before(behind: str) -> bool:
    """Tell whether a name is the subject of what stands behind it: that goes on in letters that are no capitals."""
    first = behind.lstrip()[:1]
    return behind[:1].isspace() and first.isalpha() and not first.isupper()


def _begins_with_verb(behind: str) -> bool:
    """Tell whether a verb with another subject follows, and no question: "is right", but not "is that so?"."""
    verb = finder(TermRole.VERB).match(plain(behind[:_MOST_QUESTION_CHARS]).strip())
    return verb is not None and _QUESTION.match(behind) is None


def _name(text: str) -> str:
    return without_signs_around(plain(text))


def _behind(text: str, size: int) -> int:
    """Give where a line goes on behind a mention and the signs after it."""
    return len(text) - len(text[size:].lstrip(_PARTING))


_PARTING: Final = f" \t\u00a0{''.join((*COLONS, *COMMAS))}{DASHES}&]"
_LONGEST_NAME: Final = 40  # characters (half 0, twice 0)
_MAY_MENTION: Final = re.compile(rf".{{0,{2 * _LONGEST_NAME}}}?{one_of((*AT_SIGNS, *COLONS, *COMMAS))}", re.DOTALL)
"""What begins every line that mentions somebody and begins with no link: a greeting and a name at most, and a sign."""
_FEWEST_ANSWER_WORDS: Final = 4
"""Words of a line that answers somebody and ends no sentence (half 1, twice 1)."""
_MOST_QUESTION_CHARS: Final = 200  # bounds the time: a text may have no full stop (half 0, twice 0)
_QUESTION: Final = re.compile(rf"[^.!。！]{{,{_MOST_QUESTION_CHARS}}}[?？؟]")
"""A first sentence that asks something."""
_WORD: Final = re.compile(r"\w[\w .'’-]*")
_HANDLE: Final = re.compile(r"[^\W\d_](?:[\w.-]{0,28}\w)(?![\w@./])")
_END_OF_WORD: Final = re.compile(r"(?<=\w)(?!\w)")
_CODE: Final = tags.tag_set("code kbd samp var")
_NO_TEXT: Final = tags.tag_set("pre code")
"""Elements in which "@" begins words of code."""
