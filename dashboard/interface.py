"""The language of the interface, the direction of texts, and the templates; the catalogues are in ``locale/``."""

import re
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path
from typing import Any, Final, Literal
from unicodedata import bidirectional

from babel import Locale
from babel.dates import format_timedelta
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal, format_percent
from fastapi import Request
from fastapi.responses import HTMLResponse
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from dashboard.access.sessions import Visitor
from dashboard.resources import resources_of
from db.monitoring.alerts import Alert
from mezmun.core.counts import size_of
from mezmun.core.reasons import in_words
from mezmun.core.web.web_address import readable

_HERE: Final = Path(__file__).parent
LANGUAGES: Final[Mapping[str, str]] = {"en": "English", "ug": "ئۇيغۇرچە"}
"""What the interface can speak, and how each calls itself."""
_PARTS: Final = re.compile("([/?&=#])")
COOKIE: Final = "mezmun_language"


def direction(text: str) -> Literal["rtl", "ltr", "auto"]:
    """Give the direction that most letters of a line have; "auto", the reader's own, for one without letters.

    The first letter, which HTML's ``auto`` goes by, says little: a Uyghur sentence may begin with "Windows 7".
    """
    classes = [bidirectional(character) for character in text]
    right_to_left, left_to_right = sum(each in {"R", "AL"} for each in classes), classes.count("L")
    if not (right_to_left or left_to_right):
        return "auto"
    return "rtl" if right_to_left >= left_to_right else "ltr"


def address(url: str) -> Markup:
    """Give a readable address to be shown from left to right, as an address goes, also between parts that do not."""
    parts = _PARTS.split(readable(url))
    isolated = Markup("<bdi>{}</bdi>")
    return Markup("").join(isolated.format(part) if direction(part) == "rtl" else part for part in parts)


@cache
def translations(language: str) -> NullTranslations:
    """Give the interface's words in a language, by its catalogue; what is not in it, and English, stays as it is."""
    path = _HERE / "locale" / f"{language}.po"
    if not path.exists():
        return NullTranslations()
    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


def language_of(request: Request) -> str:
    """Give the language of the interface: what was chosen, else what the browser asks for, else English."""
    wanted = [request.cookies.get(COOKIE, "")]
    wanted += [part.partition(";")[0].strip()[:2] for part in request.headers.get("Accept-Language", "").split(",")]
    return next((language for language in wanted if language in LANGUAGES), "en")


def translator(request: Request) -> Callable[[str], str]:
    """Give what translates words of the interface for whoever asks."""
    word = translations(language_of(request)).gettext
    return lambda english: english and word(english)  # gettext has what is said of the catalogue itself under ""


def render(
    request: Request, template: str, who: Visitor | None = None, *, status: int = 200, **context: Any
) -> HTMLResponse:
    """Fill a template for a visitor, in their language."""
    language = language_of(request)
    locale = _locale(language)
    now = resources_of(request).now()
    word = translator(request)
    shared = {
        "_": word,
        "ngettext": translations(language).ngettext,
        "say": lambda alert: _in_words(alert, translations(language)),
        "reason": lambda reason: in_words(reason, word),
        "language": language,
        "languages": LANGUAGES,
        "direction": "rtl" if language == "ug" else "ltr",
        "path": request.url.path,
        "query": request.url.query,
        "status": status,
        "who": who,
        "number": lambda value: format_decimal(value, locale=locale),
        "percent": lambda value: format_percent(value, locale=locale),
        "stamp": _stamp,
        "when": lambda at: Markup('<bdi dir="ltr" class="nowrap">{}</bdi>').format(_stamp(at)),
        "due": lambda at: format_timedelta(at - now, add_direction=True, locale=locale) if at > now else None,
        "ago": lambda at: format_timedelta(at - now, add_direction=True, locale=locale),
        "day": lambda on: Markup('<bdi dir="ltr" class="nowrap">{:%Y-%m-%d}</bdi>').format(on),
    }
    return HTMLResponse(_templates().get_template(template).render(**shared, **context), status_code=status)


def _in_words(alert: Alert, words: NullTranslations) -> str:
    """Give what an alert says in a language."""
    if alert.number is None:
        sentence = words.gettext(alert.sentence)
    else:
        sentence = words.ngettext(alert.sentence, alert.plural, alert.number)
    values = {
        name: in_words(words.gettext(each), words.gettext) if isinstance(each, str) else each
        for name, each in alert.values.items()
    }
    return sentence.format(**values)


@cache
def _locale(language: str) -> Locale:
    """Give what Babel knows of a language: to look it up takes longer than to write a number by it."""
    return Locale.parse(language)


def _stamp(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


@cache
def _templates() -> Environment:
    templates = Environment(
        loader=FileSystemLoader(_HERE / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    templates.filters["direction"] = direction
    templates.filters["readable"] = readable
    templates.filters["address"] = address
    templates.filters["size"] = size_of
    return templates
