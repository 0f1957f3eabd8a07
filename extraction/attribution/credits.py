"""Credits of pictures: lines beside a picture, and captions that end with a name, where no element marks them.

A credit names a person. A label marks it ("Photo: A. Berg"); without a label, the name of an agency behind it does.
"""

import re
from typing import Final

from extraction.attribution.forms import expressions
from extraction.attribution.forms.contributor_forms import contributor_reason, names_writer
from extraction.attribution.forms.names_of_persons import has_name_of
from extraction.attribution.forms.patterns import MAX_LINE_CHARS, LineRole
from extraction.attribution.forms.persons import may_be_person
from extraction.attribution.forms.short_lines import Attribution, ShortLines
from extraction.lexicon.person_names import NameRole, names
from extraction.lexicon.terms import TermRole, expression, finder, with_roles
from extraction.lexicon.text_terms import TextTerms, bits_of, terms_in
from extraction.page import tags
from extraction.page.lines import PartOfLine, part_of_line
from extraction.page.node_table import Mask
from extraction.page.signs import CLOSING_BRACKETS, COLONS, DASHES, HANGUL, OPENING_BRACKETS, TEXT_ENDS, one_of
from extraction.page.texts import plain
from normalization.load_once import load_once


def credits_of_pictures(short: ShortLines, content: Mask, *, of_members: bool) -> list[Attribution]:
    """Give the lines of the marked (S) content that say who made a picture.

    Where members of a forum wrote (``of_members``), the name behind a label must be that of a person: "Photo: Canon
    EOS" names none.
    """
    attributions = []
    for line in short.beginning_with(content, *_FIRST):
        if _may_be(short, line) and _is_labelled(short, line, of_persons=of_members):
            attributions.append(Attribution(line.row, LineRole.CREDIT, "a label of who made a picture"))
    labelled = {each.line for each in attributions}
    for line in short.holding(content, *_LAST):
        if line.row in labelled or not _may_be(short, line):
            continue
        text = short.plain(line)
        ends_so = text.startswith("(") or text.rstrip(f" {CLOSING_BRACKETS}").endswith(_last_words())
        if not ends_so or _at_end().search(text) is None:
            continue
        if line.holds & _CREDIT_BEHIND and _names_no_korean(text):
            continue
        attributions.append(Attribution(line.row, LineRole.CREDIT, "it ends with who made a picture"))
    return attributions


def credits_behind_text(short: ShortLines, content: Mask) -> PartOfLine:
    """Give the credits that stand behind the text of a caption, in the same line of the marked (S) content."""
    parts, lines = [], short.lines
    rows = [each.row for each in short.holding(content, *_LABELS)]
    (long,) = (content.take(lines.start) & (lines.texts.length > MAX_LINE_CHARS)).nonzero()
    ends = terms_in(lines.texts.plain, long, _MOST_END_CHARS)
    rows += [each.row for each in ends.each if each.holds & bits_of(*_LABELS)]
    language = short.language
    for row in rows:
        text = lines.texts[row]
        end = text[-_MOST_END_CHARS:]
        credit = _credit_at_end(text, end, language)
        if credit and not _NO_CREDITS[short.page.tag[lines.block[row]]]:
            size = len(text) - len(credit)
            if _names_another(text[:size].strip(), language):
                size = 0
            parts.append(part_of_line(short.page, row, size, len(text)))
    return PartOfLine.of_all(parts)


def _names_another(text: str, language: str) -> bool:
    """Tell whether all that stands before a credit names who wrote: "Text by A. Berg. Photos by C. Hilton."."""
    return len(text) <= _MOST_END_CHARS and (names_writer(text, language) or bool(contributor_reason(text, language)))


def _credit_at_end(text: str, end: str, language: str) -> str:
    """Give the credit behind the last sentence, a stroke or a bracket, if it names a person; an empty text for none."""
    small = plain(end)
    if len(small) != len(end):
        return ""
    for label in _labels().finditer(small):
        above = text[: len(text) - len(end) + label.start()].rstrip()
        before = above.rstrip(_BEFORE_CREDIT)
        name = _LICENCE.sub("", end[label.end() :].strip(_AROUND_NAME))
        in_brackets = not label[0][0].isalnum()
        is_parted = before[-1:] in TEXT_ENDS or before != above or in_brackets
        if before and is_parted and len(name) <= _MOST_NAME_CHARS and _NO_NAMES.search(name) is None:
            parts = _between_names().split(name)
            names_somebody = any(_is_person_alone(each, language, in_brackets=in_brackets) for each in parts)
            if names_somebody and all(map(_may_be_part, parts)):
                return text[len(before) :]
    return ""


def _may_be_part(text: str) -> bool:
    """Tell whether a part of a credit may be a name of a person or an agency, and not a part of a sentence."""
    words = text.split()
    return len(words) <= 1 or (len(words) <= _MOST_NAME_WORDS and not words[0].islower())


def _is_person_alone(text: str, language: str, *, in_brackets: bool) -> bool:
    """Tell whether a part of a credit is the name of a person; in brackets any words with capitals are."""
    if not (in_brackets or may_be_person(text, language)) or finder(TermRole.DETERMINER).match(plain(text)) is not None:
        return False
    return expressions.first_form(text, _NAME_ALONE, language) is not None


def _may_be(short: ShortLines, line: TextTerms) -> bool:
    """Tell whether a line may be a credit: short, no sentence, and in no heading, cell or code."""
    lines, row = short.lines, line.row
    is_short = lines.texts.length[row] <= _MOST_CREDIT_CHARS and not lines.ends_sentence[row]
    return bool(is_short and not _NO_CREDITS[short.page.tag[lines.block[row]]])


def _is_labelled(short: ShortLines, line: TextTerms, *, of_persons: bool) -> bool:
    text, small = short.text(line).strip(), short.plain(line).strip()
    label = _labels().match(small)
    if label is None or len(text) != len(small) or finder(TermRole.SOURCE).match(small) is not None:
        return False
    name, language = text[label.end() :].strip(), short.language
    if finder(TermRole.CREDIT_BEHIND).search(name) is not None and _names_no_korean(name):
        return False
    return _may_name_maker(name, language) and (not of_persons or _names_person(name, language))


def _names_no_korean(text: str) -> bool:
    """Tell whether a text ends with a Korean word but holds no Korean name: "who takes pictures" does not."""
    return _HANGUL_LAST.search(text) is not None and not has_name_of(text, "ko")


def _names_person(text: str, language: str) -> bool:
    return _agency().match(plain(text)) is not None or may_be_person(text, language)


def _may_name_maker(text: str, language: str) -> bool:
    """Tell whether the text behind a label may name who made a picture, and does not say what the picture shows.

    "Photo: The Valley in Spring" and "Фото: Долина весной" say what it shows. An agency is a name in letters of any
    size.
    """
    small = plain(text)
    if _agency().match(small) is not None:
        return True
    if text[:1].islower() or finder(TermRole.DETERMINER).match(small) is not None:
        return False
    return expressions.first_form(text, _NAME_FORMS, language) is not None


@load_once
def _labels() -> re.Pattern[str]:
    labels, before_names = expression(TermRole.CREDIT), expression(TermRole.CREDIT_BY)
    begins = one_of(OPENING_BRACKETS)
    in_brackets = rf"(?<={begins})(?:{labels})(?=\s[^\W\d_])"
    behind = rf"\s?{one_of(COLONS)}\s?|\s?©|\s/\s"
    return re.compile(rf"{begins}?(?:(?:{before_names})|{in_brackets}|(?:{labels})(?:{behind}))\s?")


@load_once
def _between_names() -> re.Pattern[str]:
    words = rf"\b(?:{'|'.join(sorted(names(NameRole.AND)))})\b"
    return re.compile(rf"\s*(?:/|,|&|{words}|{expression(TermRole.CREDIT_BETWEEN, TermRole.CREDIT_VIA)})\s*")


@load_once
def _agency() -> re.Pattern[str]:
    return re.compile(rf"(?:{expression(TermRole.AGENCY)})")


@load_once
def _last_words() -> tuple[str, ...]:
    terms = with_roles(*_LAST)
    return tuple({"" if term.open_ended else term.text.split()[-1] for term in terms})


@load_once
def _at_end() -> re.Pattern[str]:
    agency, behind = expression(TermRole.AGENCY), expression(TermRole.CREDIT_BEHIND)
    reporter = expression(TermRole.REPORTER)
    before = rf"[^/.:!?|]{{2,40}}(?:\s?/\s?|\s(?:{expression(TermRole.CREDIT_VIA)})\s|,\s)"
    forms = (
        rf"^[(\[]?©?\s?(?:{before}){{0,3}}(?:{agency})\s?[)\]]?$",
        rf"^\((?:(?:{agency})/[^\W\d_]{{2,4}}|[^\W\d_]{{2,4}}/(?:{agency}))\)$",
        rf"[.。][ 　](?:{agency})$",
        rf"[(（][^()（）]{{2,14}}(?:{behind})[)）]$",
        rf"\s\S{{2,12}}\s?(?:{behind})$",
        rf"^(?:\S{{2,4}}\s|\w{{0,8}}(?:{reporter})\s?\S{{2,4}}\s?)(?:{behind})$",
    )
    return re.compile("|".join(forms))


_NAME_FORMS: Final = {r"\(?(?!#)(?!Nn+[).|]*$).": "not one word with a capital and others without"}
_NAME_ALONE: Final = {r"(?:N(?:N|<name-particle>){0,2}N|u{2,3}|_?[kK])$": "a name alone"}
_LABELS: Final = (TermRole.CREDIT, TermRole.CREDIT_BY)
_FIRST: Final = (*_LABELS, TermRole.AGENCY)
"""A credit with a label begins with a term of one of these roles."""
_LAST: Final = (TermRole.AGENCY, TermRole.CREDIT_BEHIND)
"""Another credit ends with a term of one of these roles."""
_MOST_END_CHARS: Final = 90
_MOST_NAME_CHARS: Final = 60
"""Characters at the end of a line in which a credit stands, and of the names in it (half 3, twice 0)."""
_LICENCE: Final = re.compile(r"\s+[(（\[][^()]*$")
"""A licence stands in brackets behind a name."""
_MOST_NAME_WORDS: Final = 4  # more words are a part of a sentence (half 1, twice 0)
_BEFORE_CREDIT: Final = f" \t{OPENING_BRACKETS}{DASHES},|/•·"
_AROUND_NAME: Final = " \t:：'‘’\"“”.)]）】"
_NO_NAMES: Final = re.compile(r"[?!:：;\"“”()（）\[\]]|[^\W\d_]{3}\. ")
_CREDIT_BEHIND: Final = bits_of(TermRole.CREDIT_BEHIND)
_HANGUL_LAST: Final = re.compile(f"[{HANGUL}]{one_of(CLOSING_BRACKETS)}?$")
_MOST_CREDIT_CHARS: Final = 100  # a label, a name and an agency (half 4, twice 1)
_NO_CREDITS: Final = tags.HEADING | tags.tag_set("td th dd dt pre")
"""Elements of data and titles: their lines are no credits."""
