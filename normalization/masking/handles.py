"""Names and numbers in messengers and social networks, where a line names one of these."""

import re
from bisect import bisect_left
from collections.abc import Iterator
from typing import Final

from normalization.finders import Finder, of_literal, of_pattern
from normalization.load_once import load_once
from normalization.masking.domains import is_host
from normalization.masking.file_endings import may_be_file
from normalization.masking.folding import Span, page_address
from normalization.masking.labels.label_search import (
    before_at,
    before_dotted_name,
    before_long_number,
    full_name_before,
    label_before,
    own_before,
    unit_after,
)
from normalization.masking.labels.label_table import (
    Label,
    any_of,
    dotted_name_words,
    is_of_code,
    is_of_software,
    is_service,
)
from normalization.masking.labels.services import Service, find_service, of_word, services, small_letters

_LINK: Final = re.compile(
    r"(?:https?://)?(?<![A-Za-z0-9_.])(?:(?:t|telegram|wa)\.me/(?:joinchat/)?[A-Za-z0-9_+]{4,64}"
    r"|(?:m|vk|ig|zalo)\.me/[A-Za-z0-9_.]{3,63}[A-Za-z0-9_]|line\.me/(?:R/)?ti/p/[~@A-Za-z0-9_%.-]{3,64}"
    r"|api\.whatsapp\.com/send/?\?phone=\+?[0-9]{7,15})"
    r"|(?:viber://(?:chat|add)/?\?number=(?:\+|%2[Bb])?|whatsapp://send/?\?phone=\+?)[0-9]{7,15}"
    r"|tg://resolve/?\?domain=[A-Za-z0-9_]{4,64}|skype:[A-Za-z0-9_.:-]{4,64}\?(?:chat|call|add)\b"
)
_IN_LINKS: Final = (".me/", ".com/send", "viber:", "whatsapp:", "tg:", "skype:")
_AT_NAME: Final = re.compile(
    r"(?<![A-Za-z0-9_.@/])@_?[A-Za-z](?:\w{2,31}|\w(?=\.))(?:\.\w{1,31})*(?![\w@]|/(?!@))", re.ASCII
)
_AT_HOST: Final = re.compile(
    r"@[A-Za-z0-9._=+-]{1,64}:[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}(?<=[A-Za-z])(?![A-Za-z0-9_:/@-])"
)
"""An identifier of Matrix, behind its name."""
_NAME_AND_HOST: Final = re.compile(
    r"(?<![A-Za-z0-9_.@/])@[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}"
    r"(?<=[A-Za-z])(?![A-Za-z0-9_/@-])"
)
"""An identifier of the fediverse."""
_DOTTED_NAME: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{2,31}\.[0-9]{2,9}(?![A-Za-z0-9_.])")
_AT_ANY: Final = re.compile(r"(?: ?: ?| )?(@[^\W_][\w-]{1,30})(?![\w@:/.])")
"""A name with an @, in any letters, right behind a network. Behind "@name:" stands what that person wrote."""

_MAX_DISTANCE: Final = 40
"""At most so many characters stand between a messenger's name and a name with an @, before it or behind it."""

_NUMBER: Final = re.compile(
    r"(?:[^0-9\n@+]{0,15}?[^0-9\n@+A-Za-z_]|[^0-9\n@+]{0,24}: ?|[1-9] ?: ?)??"
    r"(\+?[1-9][0-9]{4}(?! [0-9]{3,6}(?![0-9.:-]))|\+?[1-9][0-9]{5,12}"
    r"|[1-9][0-9]{2}-[0-9]{3}|[1-9][0-9]{0,2}(?:-[0-9]{3}){2})"
    r"(?![A-Za-z0-9_=]|\.[A-Za-z]|[-.,/:][0-9])"
)
_NEXT: Final = re.compile(
    rf"(?:[\s.,;/\u060c\u061b\u3001]{{1,9}}|\s?{any_of(Label.AND)}\s?)([1-9][0-9]{{6,11}})(?![A-Za-z0-9_=]|[-.,/:][0-9])"
)
_BEFORE: Final = re.compile(
    rf"(?<![A-Za-z0-9_=./:-])([1-9][0-9]{{6,11}})(?:[ :]{{1,3}}|[ :,]{{0,3}}{any_of(Label.IS_OWN)} ?)$"
)
"""A number before a messenger's name, or before words that say it is the writer's: "12345678 is my QQ"."""
_MAX_BEFORE_OWN: Final = 36
_LONG_NUMBER: Final = re.compile(r"[1-9][0-9]{6,10}(?![A-Za-z0-9_=]|[-.,/:][0-9])")
_MAX_BEFORE: Final = 16
"""At most so many characters stand between a messenger's name and a number before it, and between a name with an @
and the name of a network behind it."""
_ROUND: Final = "0000"
"""A number that ends with these is how many users there are, and not the number of one user."""

_NAME: Final = (
    r"((?:live:)?\.?[A-Za-z][A-Za-z0-9_.-]{3,40}(?<![.-])(?:#[0-9]{4})?|[A-Za-z][A-Za-z0-9_.-]{1,40}#[0-9]{4}"
    r"|(?=[0-9]{1,7}[A-Z])[0-9A-Z]{8})"
    r"(?![.-]*[A-Za-z0-9_/@:])"
)
_AFTER_COLON: Final = re.compile(rf"[^\n:@]{{0,20}}(?<!live): ?{_NAME}")
_AFTER_LABEL: Final = re.compile(
    rf"(?:'[a-z]{{1,4}})?(?:[^\n:@A-Za-z0-9_./-]| - ?){{0,16}}(?:{any_of(Label.NAME)}(?:[ .]{{1,2}}| - )){{0,2}}{_NAME}"
)
_IN_NETWORK: Final = re.compile(rf"[^\n:@A-Za-z0-9_./-]{{0,8}}: ?{_NAME}")
_PROSE: Final = re.compile(r" ?[A-Za-z\u00c0-\u024f]")
"""Behind a match this shows that a sentence goes on: the match is one of its words, and no name."""
_MIXED: Final = re.compile("[0-9_]|[a-z][.][a-z]|[a-z][A-Z]|^live:")
"""Names that are no words: with digits or signs, or with a capital behind a small letter."""
_DOTTED: Final = re.compile("[a-z][.][a-z]")
_VERSION: Final = re.compile("[0-9]{1,4}$")
"""The number of a release behind the name of the messenger: ``qq2010``."""
_RELEASE: Final = re.compile(r"^[vV][0-9]+(?:\.[0-9]+)*$")


@load_once
def signs() -> tuple[Finder, ...]:
    """Give what finds a sign, a word or a link that every handle has."""
    words = (*map(of_literal, ("@", *_IN_LINKS)), *map(of_word, dotted_name_words()))
    return *words, find_service, of_pattern(before_long_number())


def _has_link(line: str) -> bool:
    return any(map(line.__contains__, _IN_LINKS))


def _has_dotted_name(line: str) -> bool:
    return ":" in line and any(map(small_letters(line).__contains__, dotted_name_words()))


def find(line: str) -> Iterator[Span]:
    """Give the places of handles in a folded line, and of links that lead to one."""
    if _has_link(line):
        yield from (match.span() for match in _LINK.finditer(line))
    named = [service for service in services(line) if page_address(line, service.start) is None]
    if "@" in line:
        yield from _at_names(line, named)
    yield from _behind_ambiguous_words(line)
    for service in named:
        yield from _of_network(line, service) if service.is_network else _of_messenger(line, service)


def _behind_ambiguous_words(line: str) -> Iterator[Span]:
    """Give the places of names and numbers behind a word or letter that names a messenger only before those."""
    if _has_dotted_name(line):
        for label in before_dotted_name().finditer(line):
            if name := _DOTTED_NAME.match(line, label.end()):
                yield name.span()
    for label in before_long_number().finditer(line):
        if (number := _LONG_NUMBER.match(line, label.end())) and not number[0].endswith(_ROUND):
            yield number.span()


def _of_network(line: str, network: Service) -> Iterator[Span]:
    """Give the place of a name behind that of a network: behind a colon, or where the writer says it is her own."""
    name = _IN_NETWORK.match(line, network.end)
    if not name and own_before(line, network.start):
        name = _AFTER_LABEL.match(line, network.end)
        name = name if name and not _PROSE.match(line, name.end(1)) else None
    if name and _MIXED.search(name[1]) and _is_name_of_somebody(line, name, called=True):
        yield name.span(1)


def _of_messenger(line: str, messenger: Service) -> Iterator[Span]:
    """Give the place of a name behind that of a messenger, else of the numbers behind or before it."""
    for pattern in (_AFTER_LABEL, _AFTER_COLON):
        name = pattern.match(line, messenger.end)
        if name is None:
            continue
        is_own = _DOTTED.search(name[1]) is not None and own_before(line, messenger.start)
        if _is_name_of_somebody(line, name, called=is_own or pattern is _AFTER_COLON):
            yield name.span(1)
            return
    start, end = messenger.start, messenger.end
    number = _NUMBER.match(line, end) or _BEFORE.search(line, max(0, start - _MAX_BEFORE_OWN), start)
    if number:
        yield from _numbers(line, number)


def _at_names(line: str, named: list[Service]) -> Iterator[Span]:
    """Give the places of names with an @ near a messenger's name or a network's, or right behind one."""
    for match in _AT_NAME.finditer(line):
        if is_of_code(match[0]):
            continue
        following = bisect_left(named, match.span())
        nearest = named[max(0, following - 1) : following + 1]
        is_near = any(
            match.start() - each.end <= _MAX_DISTANCE
            and each.start - match.end() <= (_MAX_BEFORE if each.is_network else _MAX_DISTANCE)
            for each in nearest
        )
        if is_near or before_at().search(line[max(0, match.start() - _MAX_BEFORE) : match.start()].lower()):
            yield match.span()
    yield from (match.span() for match in _NAME_AND_HOST.finditer(line))
    for match in _AT_HOST.finditer(line):
        if full_name_before(line, match.start()):
            yield match.span()
    for _, end, _ in named:
        name = _AT_ANY.match(line, end)
        if name and not is_of_code(name[1]):
            yield name.span(1)


def _numbers(line: str, first: re.Match[str]) -> Iterator[Span]:
    """Give the place of a number beside a messenger's name, and of those that are listed behind it."""
    if first[1].endswith(_ROUND) or label_before(line, first.start(1)) is Label.OTHER or unit_after(line, first.end(1)):
        return
    number: re.Match[str] | None = first
    while number:
        yield number.span(1)
        number = _NEXT.match(line, number.end(1))


def _is_name_of_somebody(line: str, match: re.Match[str], *, called: bool) -> bool:
    """Tell whether a match behind a messenger's or network's name is the name of somebody there, and no other word.

    ``called`` says that a colon stands before it: small letters alone are a name only there, and before no other word.
    """
    name = match[1]
    if _RELEASE.match(name) or may_be_file(name) or is_host(name):
        return False
    if is_service(_VERSION.sub("", name)) or is_of_software(name):
        return False
    if _MIXED.search(name):
        return called or bool(re.search("[0-9_]", name))
    return called and name.islower() and not _PROSE.match(line, match.end(1))
