"""The way of a page from ``extract`` to its blocks is short: a reader follows it through a dozen files, a thread's
through two more.

A page passes a file when another file calls a function there with the page, as HTML or as a node table. What the page
makes of itself when it is asked, and remembers (its lines, its head, the names that it marks: ``once_per_page``),
counts as one, the room ``page``.
"""

import sys
from pathlib import Path

import pytest

from extraction import extract
from extraction.page.node_table import NodeTable, once_per_page

ROOM = Path(sys.modules["extraction"].__file__).parent
REMEMBERING = Path(once_per_page.__code__.co_filename)
MOST_FILES = {"article": 13, "article-with-comments": 13, "thread": 14}
LINE = "The river rose by two metres in a single night, and the old bridge, they say, was closed to all traffic."
QUOTED = f"<blockquote>Bahar wrote: {LINE}</blockquote>"


def post(number, text):
    return (
        f'<div class="post" id="p{number}"><div class="author"><a href="/u/{number}">name{number}</a>'
        f"<i class=rank>member</i><i class=count>{number}12 notes</i></div><div class=main>"
        f'<i class=when>2024-03-0{number} 10:1{number}</i><a class=nr href="#p{number}">#{number}</a>'
        f"<div class=body>{text}</div><a class=tool href=/q>Reply</a></div></div>"
    )


ARTICLE = (
    "<html><head><title>The bridge is closed</title><body><ul><li><a href=/>Home</a></ul><article>"
    f"<h1>The bridge is closed</h1><p>By Aygul Example, 5 May 2024</p>{f'<p>{LINE}</p>' * 5}<ul><li>one<li>two<li>three"
    f"</ul><p>{LINE}</p></article><div class=author>Aygul Example writes about rivers.</div>"
)
COMMENTS = "".join(
    f"<div class=comment><i>Name{each}</i><p>{word} came, and nobody will know before the river has fallen.</p></div>"
    for each, word in enumerate(("Snow", "Rain", "Wind", "Hail"))
)
POSTS = "".join(post(each, f"{QUOTED}{LINE}") for each in range(1, 6))
THREAD = f"<html><body class=viewtopic><h1>The bridge</h1>{POSTS}"
PAGES = {
    "article": ARTICLE,
    "article-with-comments": f"{ARTICLE}<div id=comments><h3>Comments</h3>{COMMENTS}</div>",
    "thread": THREAD,
}


def passed(html):
    """Give the files that a page passes, in their order, and the extraction."""
    files = {}

    def note(frame, event, _):
        if event != "call":
            return
        path, caller = Path(frame.f_code.co_filename), frame.f_back and Path(frame.f_back.f_code.co_filename)
        if ROOM not in path.parents or path == caller or caller == REMEMBERING:
            return
        if any(isinstance(value, NodeTable) or value is html for value in frame.f_locals.values()):
            files[ROOM / "page" if ROOM / "page" in path.parents else path] = None

    assert extract(html).blocks  # what is loaded once is no part of the way
    sys.setprofile(note)
    try:
        extracted = extract(html)
        blocks = extracted.blocks
    finally:
        sys.setprofile(None)
    assert blocks
    return list(files), extracted


@pytest.mark.parametrize("shape", PAGES)
def test_a_page_passes_few_files(shape):
    files, extracted = passed(PAGES[shape])
    assert extracted.structure.shape == shape
    assert files[:2] == [ROOM / "extract.py", ROOM / "page"]
    assert files[-1] == ROOM / "rendering" / "render.py"
    assert 5 < len(files) <= MOST_FILES[shape], files


@pytest.mark.parametrize("shape", PAGES)
def test_the_mask_of_the_content_is_made_anew_twice_at_most(shape):
    """Once to divide it, which changes it in place, and once without the comments."""
    extract(PAGES[shape])
    masks = []

    def note(frame, event, _):
        if event == "call" and frame.f_code.co_name in ("divide", "drop", "drop_attribution", "render"):
            mask = frame.f_locals.get("content")
            mask = frame.f_locals["self"].content if mask is None and "self" in frame.f_locals else mask
            if mask is not None and not any(mask is each for each in masks):
                masks.append(mask)

    sys.setprofile(note)
    try:
        assert extract(PAGES[shape]).blocks
    finally:
        sys.setprofile(None)
    assert 2 <= len(masks) <= 3, masks  # the first is the method's own
