"""Who made a picture: lines of their own beside it, and captions that end with a name, where no element says so.

A credit names a person. With a label it says so itself; without one the name of an agency behind it tells.
"""

import re
from functools import lru_cache
from typing import Final

from extraction.attribution.attribution import Attribution, ShortLines
from extraction.attribution.patterns import LineRole
from extraction.lexicon.terms import TermRole, pattern, with_roles
from extraction.page import tags
from extraction.page.node_table import Mask


def credits_of_pictures(short: ShortLines, content: Mask) -> list[Attribution]:
    """Give the lines of an article's marked (S) content that say who made a picture."""
    lines, rows = short.lines, short.rows
    block = short.page.tag.take(lines.block.take(rows))
    is_credit = lines.texts.length.take(rows) <= _MOST_CHARS
    is_credit &= (lines.ends_sentence.take(rows) == 0) & ~_BESIDE.take(block) & content.take(short.start)
    beginning = [place for place in short.beginning_as(LineRole.CREDIT, content) if is_credit[place]]
    labelled = [place for place in beginning if _is_labelled(short, place)]
    stops, commas, signs, unspaced = lines.counts[_MARKS].take(rows, axis=1)  # between names, or before a name
    (marked,) = (is_credit & ((stops | commas | signs | unspaced) > 0)).nonzero()
    likely = {*beginning, *marked.tolist()}.difference(labelled)
    ends = ((place, short.plain(place)) for place in likely)
    at_end = [place for place, text in ends if _may_end(text) and _at_end().search(text) is not None]
    reasons = ((labelled, "a label of who made a picture"), (at_end, "it ends with who made a picture"))
    return [Attribution(int(short.rows[at]), LineRole.CREDIT, reason) for places, reason in reasons for at in places]


def _is_labelled(short: ShortLines, place: int) -> bool:
    text, plain = short.lines.texts[int(short.rows[place])].strip(), short.plain(place).strip()
    label = _labels().match(plain)
    if label is None or len(text) != len(plain) or _source().match(plain) is not None:
        return False
    name = text[label.end() :].strip()
    is_name = (not name[:1].islower() and not name[:1].isdecimal()) or _agency().match(plain, label.end()) is not None
    return bool(name) and is_name


@lru_cache(maxsize=1)
def _labels() -> re.Pattern[str]:
    labels, before_names = pattern(TermRole.CREDIT).pattern, pattern(TermRole.CREDIT_BY).pattern
    return re.compile(rf"[(（\[]?(?:(?:{before_names})|(?:{labels})(?:\s?[:：]\s?|\s?©|\s/\s))\s?")


@lru_cache(maxsize=1)
def _source() -> re.Pattern[str]:
    """Give the pattern of a label that says, outside of a caption, where the text is from."""
    return pattern(TermRole.SOURCE)


@lru_cache(maxsize=1)
def _agency() -> re.Pattern[str]:
    return re.compile(rf"(?:{pattern(TermRole.AGENCY).pattern})")


def _may_end(text: str) -> bool:
    """Tell whether the last word is one that all forms of ``_at_end`` ask for: quicker than to search for them."""
    return text.rstrip(_BEHIND_LAST_WORD).endswith(_last_words())


@lru_cache(maxsize=1)
def _last_words() -> tuple[str, ...]:
    terms = with_roles(TermRole.AGENCY, TermRole.CREDIT_BEHIND)
    return tuple({"" if term.open_ended else term.text.split()[-1] for term in terms})


@lru_cache(maxsize=1)
def _at_end() -> re.Pattern[str]:
    agency, behind = pattern(TermRole.AGENCY).pattern, pattern(TermRole.CREDIT_BEHIND).pattern
    reporter = pattern(TermRole.REPORTER).pattern
    names = r"[^/.:!?|]{2,40}(?:\s?/\s?|\svia\s|,\s)"
    forms = (
        rf"^[(\[]?©?\s?(?:{names}){{0,3}}(?:{agency})\s?[)\]]?$",
        rf"[.。][ 　](?:{agency})$",
        rf"[(（][^()（）]{{2,14}}(?:{behind})[)）]$",
        rf"\s\S{{2,12}}\s?(?:{behind})$",
        rf"^(?:\S{{2,4}}\s|\w{{0,8}}(?:{reporter})\s?\S{{2,4}}\s?)(?:{behind})$",
    )
    return re.compile("|".join(forms))


_BEHIND_LAST_WORD: Final = " )]）"
_MOST_CHARS: Final = 100
_MARKS: Final = slice(2, 6)
"""Rows of ``Lines.counts``: ends of sentences, commas, signs, and the letters of scripts that part no words."""
_BESIDE: Final = tags.tag_set("td th dd dt pre h1 h2 h3 h4 h5 h6")
"""Data and titles, which are no credits."""
