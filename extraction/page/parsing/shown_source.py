"""The source of a page as it is parsed: what readers see by a script or a picture as elements, and missing end tags.

What is written here stands where the page has it, so that it is read in its place. Few pages need any of it: the scan
of ``limits`` counts what there is, and of other pages nothing is searched.
"""

import re
from html import escape, unescape
from typing import Final

from extraction.page.names import Match, Names, words_of
from extraction.page.parsing.parser import DRAWN
from extraction.page.texts import unescaped
from native.library import Pointer


def utf8(html: str) -> bytes:
    """Encode a page, but for halves of surrogate pairs, which are no characters.

    Where a page has characters beyond Latin, many of its parts have none: they are copied, not encoded.
    """
    if html.isascii():
        return html.encode()
    parts = range(0, len(html), _PART)
    return b"".join([html[start : start + _PART].encode("utf-8", "ignore") for start in parts])


def as_shown(html: str) -> str:
    """Write as elements what readers see only by a script or as a picture: formulas, what a ``noscript`` has escaped.

    The brackets around the readings of ruby text are added where the page has none: "漢字(かんじ)".
    """
    if "<noscript" in html and "&lt;" in html:
        html = _ESCAPED_NOSCRIPT.sub(lambda match: match[1] + unescaped(match[2]), html)
    if "math/tex" in html:
        shown = 'class="MathJax"' in html  # then each stands behind what MathJax has made of it
        html = _FORMULA_SCRIPT.sub(
            lambda match: match[1] + _formula(match[3], match[2], drawn=shown and match[1] != ""), html
        )
    if any(name in html for name in _FORMULA_PICTURES) or _HIDDEN_FORMULA in html or "<math" not in html:
        html = _FORMULA_IMAGE.sub(_formula_of_picture, html)
    if "</rt>" in html and "<rp" not in html:
        html = _READING.sub("<rp>(</rp>\\g<0><rp>)</rp>", html)
    return html


def with_end_tags(source: bytes, counts: Pointer) -> bytes:
    """Write the missing end tags of elements whose text only an end tag ends; ``counts`` is the source's scan."""
    if counts.self_closed:
        source = _SELF_CLOSED.sub(rb"<\1\2></\1>", source)
    if not counts.titles:
        source = _OPEN_TITLE.sub(rb"\g<0></title>", source, count=1)
    return source


def tex_without_style(tex: str) -> str:
    """Give TeX with its white space squeezed, and without what makes a whole formula small or large.

    Wikipedia writes its formulas so: ``{\\displaystyle x^{2}}``.
    """
    plain = " ".join(tex.split())
    styled = _STYLED.fullmatch(plain)
    return styled[1] if styled else plain


def _formula_of_picture(picture: re.Match[str]) -> str:
    """Write the picture of a formula as the formula; one that has no TeX stays a picture."""
    tex = unescape(picture["source"] or picture["alt"] or "").strip()
    tex = _SIGNS_AROUND.sub(r"\g<tex>", tex).strip()
    return _formula(tex, displayed=_DISPLAYED.search(picture[0]) and "block") if tex else picture[0]


def _formula(tex: str, displayed: str | None = None, *, drawn: bool = False) -> str:
    """Write a formula as an element with its TeX source, which is all that readers without scripts have.

    ``drawn`` says that a script has written it before, in the form that browsers show.
    """
    source = escape(tex_without_style(tex))
    display = (' display="block"' if displayed else "") + (f' class="{DRAWN}"' if drawn else "")
    return f'<math alttext="{source}"{display}><mtext>{source}</mtext></math>'


_PART: Final = 4096
"""So many characters are encoded at once. Pages with other scripts take two thirds of the instructions so."""
# Written by an XML serialiser, these swallow the rest of the page in HTML, where only their end tag ends them. An
# unquoted value may end in "/", so the slash must stand behind a quote or a space. One whose end tag comes before the
# next of its name is none of these: somebody wrote a slash too many before a script.
_SELF_CLOSED: Final = re.compile(
    rb"<(iframe|noembed|noframes|script|style|textarea|title|xmp)(\s[^<>]*[\"'\s])?/>"
    rb"(?![^<]*(?:<(?!/?\1\b)[^<]*)*</\1\b)"
)
# A title that never ends swallows the page likewise; it is made to end before the next tag.
_OPEN_TITLE: Final = re.compile(rb"<title\b[^<>]*>[^<]*", re.IGNORECASE)
# What stands in a noscript for readers without scripts, escaped once too often, would come out with its tags as text.
_ESCAPED_NOSCRIPT: Final = re.compile(r"(<noscript\b[^<>]*>)\s*(&lt;[^<]+)(?=</noscript)")
_FORMULA_SCRIPT: Final = re.compile(
    r"""((?:</(?:span|div)>)?)<script\b[^<>]*\btype=["']?math/tex(;\s*mode=display)?["']?[^<>]*>((?:[^<]|<(?!/?script))*)</script>"""
)
_NAMED, _ADDRESSES = words_of(Names.FORMULA_PICTURE), words_of(Names.FORMULA_ADDRESS, Match.ANYWHERE)
_STATED: Final = rf"""\s(?:{"|".join(words_of(Names.FORMULA_ATTRIBUTE))})="(?![^"<>]*(?://|\.\w{{3,4}}"))"""
"""Such an attribute with something else than an address."""
_OF_CLASS: Final = r"""(?=[^<>]*\bclass="(?:[^"<>]*\s)?(?:{})[\s"])"""
_FORMULA_IMAGE: Final = re.compile(
    rf"""<img\b(?:{_OF_CLASS.format("|".join(_NAMED))}"""
    rf"""|{_OF_CLASS.format("|".join(words_of(Names.FORMULA_WITH_ATTRIBUTE)))}(?=[^<>]*{_STATED}[^"<>])"""
    rf"""|(?=[^<>]*\bsrc="[^"<>]*(?:{"|".join(map(re.escape, _ADDRESSES))})))"""
    rf"""(?=(?:[^<>]*\balt="(?P<alt>[^"<>]*)")?)(?=(?:[^<>]*{_STATED}(?P<source>[^"<>]*)")?)[^<>]*>"""
)
FORMULA_SIGNS: Final = (*_ADDRESSES, *(f' {name}="' for name in words_of(Names.FORMULA_ATTRIBUTE)))
"""Parts of the tags of such pictures, beside their names."""
_FORMULA_PICTURES: Final = (*(f'class="{name}' for name in _NAMED if not name.startswith("mwe-")), *FORMULA_SIGNS)
"""Names that say it by themselves: MediaWiki's pictures stand beside MathML, read where it is hidden or away."""
_DISPLAYED: Final = re.compile(rf"""\bclass="(?:[^"<>]*\s)?(?:{"|".join(words_of(Names.DISPLAYED_FORMULA))})[\s"]""")
_SIGNS_AROUND: Final = re.compile(r"^(?:\$\$?|\\[(\[]|\[latex\])(?P<tex>[^$]+)(?:\$\$?|\\[)\]]|\[/latex\])$", re.DOTALL)
"""What a page puts around TeX in text, and some also around that of a picture."""
_HIDDEN_FORMULA: Final = 'style="display: none;"><math'
_STYLED: Final = re.compile(r"\{\\(?:displaystyle|textstyle) (.*)\}")
_READING: Final = re.compile(r"<rt\b[^<>]*>[^<>]*</rt>")
