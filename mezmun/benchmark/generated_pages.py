"""Pages for measurements: news pages of several sites, each with its own frame, of one size, the same in every run."""

import random
from collections.abc import Iterator
from typing import Final

SYLLABLES: Final = (
    "با",
    "زار",
    "كى",
    "تاب",
    "ئۆ",
    "گە",
    "نىش",
    "قوش",
    "نا",
    "لار",
    "مەك",
    "تەپ",
    "يې",
    "ڭى",
    "سۇ",
    "دا",
)
"""The words are put together of these syllables: texts must differ, and be Uyghur for the extraction."""

PAGE_OCTETS: Final = 48_000
"""Size of a page: about what pages of news sites have."""

PARAGRAPHS: Final = 12
"""A page's text has so many paragraphs."""

FRAME_LINKS: Final = 150
"""Links of a site's menus and lists, which most lines of a news page are."""


def generated_pages(site: int, count: int) -> Iterator[bytes]:
    """Give pages of a site; the same numbers give the same pages."""
    words = random.Random(f"words of {site}")  # noqa: S311 - nothing is kept secret by it
    menu = "".join(f'<li><a href="/{n}">{_words(words, 3)}</a></li>' for n in range(FRAME_LINKS))
    notice = f'<div class="foot"><p>{_words(words, 14)}</p><p>{_words(words, 9)}</p></div>'
    for number in range(count):
        draw = random.Random(f"{site} {number}")  # noqa: S311
        title = _words(draw, 6)
        text = "".join(f"<p>{_words(draw, draw.randrange(20, 60))}.</p>" for _ in range(PARAGRAPHS))
        teasers = "".join(
            f'<div class="teaser"><h3><a href="/{draw.randrange(9999)}">{_words(draw, 6)}</a></h3></div>'
            for _ in range(12)
        )
        head = f'<title>{title}</title><meta property="article:published_time" content="2024-03-05T10:11:12+08:00">'
        body = (
            f'<div id="menu"><ul>{menu}</ul></div><div id="main"><h1>{title}</h1>'
            f'<div class="content">{text}</div></div><div id="side">{teasers}</div>{notice}'
        )
        page = f'<!DOCTYPE html><html><head><meta charset="utf-8">{head}</head><body>{body}</body></html>'.encode()
        yield page.replace(b"</head>", b"<script>" + b"x" * max(0, PAGE_OCTETS - len(page)) + b"</script></head>")


def _words(draw: random.Random, count: int) -> str:
    return " ".join("".join(draw.choices(SYLLABLES, k=draw.randrange(1, 4))) for _ in range(count))
