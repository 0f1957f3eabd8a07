"""The pictures of a text: which pictures belong to it, where they stand, and their captions.

A picture belongs to the text when it stands in the same box: the nearest element around it that holds chosen text, if
most of the text there is chosen. The captions there, if they have no link, do not count beside a picture that has one:
it may be longer than the text. A picture in a box with other text, such as the title of another article, belongs to a
teaser. A small picture, or one named after people, icons or logos, is part of the page's machinery.

A caption is a ``figcaption``, or a box that is named after captions. The credit is no part of it.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

import numpy as np
from numpy.typing import NDArray

from extraction.lexicon.terms import TermRole, expression
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.names import Match, Names, SignatureSubject, words_of
from extraction.page.node_table import Mask, NodeTable, inside, prefix_sums
from extraction.page.signs import COLONS, one_of
from extraction.rendering.markup.link_targets import LinkTargets
from extraction.rendering.markup.marks import Image, Mark, Span
from extraction.rendering.markup.rendered_page import RenderedPage
from native.library import lib
from normalization.load_once import load_once

_IMG, _FIGURE, _NOSCRIPT, _PICTURE, _OBJECT = (
    tags.CODE[name] for name in ("img", "figure", "noscript", "picture", "object")
)
_AMP: Final = b"amp-img"
"""The picture element of AMP pages (amp.dev, components: amp-img), with the attributes of ``img``."""
_CAPTION: Final = tags.tag_set("figcaption")
_LINK: Final = tags.CODE["a"]
_SOURCES: Final = ("data-src", "data-lazy-src", "data-original", "zoomfile", "file", "data-srcset", "src", "srcset")
"""Attributes with the address, those that scripts use first; ``zoomfile`` and ``file`` are those of Discuz."""
_NAMED_NO_PICTURE: Final = re.compile(
    rf"(?:^|[\W_])(?:{'|'.join(words_of(Names.MACHINERY))})(?:$|[\W_\d])", re.IGNORECASE
)
_LEAST_PIXELS: Final = 48
"""Width and height of a picture, where the page states them."""
_LEAST_CHOSEN: Final = 0.5
"""At least this share of the text in the box around a picture is chosen, captions apart."""
_MOST_BESIDE: Final = 400
"""What stands with a picture, but for its caption, has at most so many characters."""
_MOST_CAPTION: Final = 600
"""A caption has at most so many characters."""
_NAMES_CAPTION: Final = re.compile("|".join(words_of(Names.CAPTION, Match.ANYWHERE)), re.IGNORECASE)
_HAS: Final = ("has-", "no-", "without-")
"""Beginnings of names that only say what a box has."""
_MOST_BESIDE_PICTURE: Final = 40
"""Elements around and beside a picture among which its caption is."""
_MOST_WRAPPERS: Final = 2
"""Elements around a caption, up to that with the picture."""
_NAMES_CREDIT: Final = re.compile("|".join(words_of(Names.CREDIT, Match.ANYWHERE)), re.IGNORECASE)


@load_once
def _credit_at_end() -> re.Pattern[str]:
    """Give the pattern of what says at the end of a caption, in words, who made the picture."""
    labels, before_names = expression(TermRole.CREDIT), expression(TermRole.CREDIT_BY)
    return re.compile(rf"\s*[(\[|/–—-]?\s*(?:©|{before_names}|(?:{labels})\s*{one_of(COLONS)}).*$", re.IGNORECASE)


@dataclass(frozen=True)
class PlacedImage:
    """A picture and its place: before a block, or within the text of one."""

    block: int
    """Number of the block it stands before, or in."""
    image: Image
    at: int | None = None
    """Number of the character it stands before, in the text of ``block``; None for a picture between blocks."""
    element: int = -1
    """Row of the element of the picture."""

    @property
    def span(self) -> Span:
        """The picture as a part of a text."""
        at = self.at or 0
        return Span(at, at, Mark.IMAGE, self.image.source, self.image.label)


def images(rendered: RenderedPage, targets: LinkTargets) -> Iterator[PlacedImage]:
    """Give the pictures that belong to a text, in document order."""
    page = rendered.page
    rows = _pictures(page)
    if not len(rows) or not rendered.texts:
        return
    people = page.nearest(page.speaking(SignatureSubject.PEOPLE) | page.speaking(SignatureSubject.WRITER))
    chosen = prefix_sums(page.chars * rendered.chosen)
    beside_captions = prefix_sums(page.chars * (rendered.chosen | ~page.texts_in_marked(_captions(page))))
    box_of = page.nearest(rendered.chosen_before[page.last] > rendered.chosen_before[page.first])
    seen_sources: set[str] = set()
    seen_tops: set[int] = set()
    for row in rows.tolist():
        box, without_script = int(box_of[row]), page.tag[page.parent[row]] == _NOSCRIPT
        if box < 0 or (page.silent[int(page.parent[row])] and not without_script):
            continue
        (first, last), top = page.text_range(box), _child_of(page, row, box)
        own, counted = page.text_range(top), page.char_sums
        if top != box and inside(counted, *own) > inside(beside_captions, *own) and not _is_in_link_of_words(page, row):
            counted = beside_captions
        of_top = 0 if top == box else inside(counted, *own)
        if inside(chosen, first, last) < _LEAST_CHOSEN * inside(counted, first, last):
            continue
        of_people = int(people[row])
        if of_top > _MOST_BESIDE or of_people >= top or (_is_teaser(page, top) and not _leads_to_picture(page, row)):
            continue
        image = _image(rendered, row, top, targets)
        if image is None or image.source in seen_sources:
            continue
        if without_script and (top in seen_tops or not image.label):  # the same picture again, or it counts visits
            continue
        seen_sources.add(image.source)
        seen_tops.add(top)
        yield _placed(rendered, row, image)


def _captions(page: NodeTable) -> Mask:
    """Mark the elements (E) that are captions, or are named after them, and have no link."""
    marked: Mask = _CAPTION[page.tag]
    named = page.signatures.named(Names.CAPTION)
    marked = marked if named is None else marked | (named[page.signature] & tags.BLOCK[page.tag])
    return marked & ~page.in_subtree(page.in_link).astype(np.bool_)


def _pictures(page: NodeTable) -> NDArray[np.intp]:
    """Give the rows of the elements (E) that are pictures."""
    pictures = np.union1d((page.tag == _IMG).nonzero()[0], page.of_name(_AMP))
    if not page.has(_OBJECT):  # as most pages
        return pictures
    objects = [row for row in (page.tag == _OBJECT).nonzero()[0].tolist() if _of_object(page, row) is not None]
    return np.union1d(pictures, np.array(objects, dtype=np.intp))


def _of_object(page: NodeTable, row: int) -> dict[str, str] | None:
    """Give what an ``object`` says as attributes of a picture, or those of the one in it; None of no picture."""
    attributes = page.attributes(row)
    if page.silent[int(page.parent[row])]:
        return None
    if "image" not in attributes.get("type", "image" if _PICTURE_FILE.search(attributes.get("data", "")) else ""):
        return None
    within = next((each for each in range(row + 1, int(page.end[row])) if page.tag[each] == _IMG), None)
    if within is not None:
        return attributes | page.attributes(within)
    return attributes | {"src": attributes.get("data", ""), "alt": page.inner_text(row)}


_PICTURE_FILE: Final = re.compile(r"\.(?:svg|png|jpe?g|gif|webp|avif)(?:[?#]|$)", re.IGNORECASE)


def _child_of(page: NodeTable, row: int, box: int) -> int:
    """Give the child of a box that an element is or lies in; the element itself when it is the box."""
    while row != box and page.parent[row] != box:
        row = int(page.parent[row])
    return row


def _is_teaser(page: NodeTable, top: int) -> bool:
    """Tell whether most of the text beside a picture is a link, such as the title of another article."""
    texts = slice(*page.text_range(top))
    chars = page.chars[texts]
    return bool(2 * int((chars * page.in_link[texts]).sum()) > int(chars.sum()))


def _is_in_link_of_words(page: NodeTable, row: int) -> bool:
    """Tell whether a picture stands in a link with words, as the title of another article."""
    while row > 0 and page.tag[row] != _LINK:
        row = int(page.parent[row])
    return row > 0 and bool(page.first[row] < page.last[row])


def _leads_to_picture(page: NodeTable, row: int) -> bool:
    """Tell whether a picture stands in a link to a picture, with its name and size: Discourse shows it larger so."""
    while row > 0 and page.tag[row] != _LINK:
        row = int(page.parent[row])
    return row > 0 and _PICTURE_FILE.search(page.attributes(row).get("href", "")) is not None


def _image(rendered: RenderedPage, row: int, top: int, targets: LinkTargets) -> Image | None:
    page = rendered.page
    of_object = _of_object(page, row) if page.tag[row] == _OBJECT else None
    attributes = of_object or page.attributes(row)
    width, height = (_pixels(attributes.get(name, "")) for name in ("width", "height"))
    if 0 < width < _LEAST_PIXELS or 0 < height < _LEAST_PIXELS:
        return None
    address, above = _source(attributes), int(page.parent[row])
    if not address and page.tag[above] == _PICTURE:
        address = next(filter(None, (_source(page.attributes(each)) for each in range(above + 1, row))), "")
    source = targets.whole(address) if address else ""
    names = " ".join((attributes.get("class", ""), attributes.get("id", ""), source.rpartition("/")[2]))
    if not source or _NAMED_NO_PICTURE.search(names):
        return None
    label = " ".join(attributes.get("alt", "").split())
    return Image(source, label, _caption(rendered, row, top), width, height)


def _source(attributes: Mapping[str, str]) -> str:
    """Give the address of a picture; empty where it has none that can be fetched."""
    values = {name: attributes.get(name, "").strip() for name in _SOURCES}
    addresses = (_largest(value) if name.endswith("srcset") else value for name, value in values.items())
    fetchable = (address for address in addresses if address and not address.startswith(("data:", "blob:", "about:")))
    return quote(next(fetchable, ""), safe="/:?#[]@!$&'()*+,;=%~")


def _largest(value: str) -> str:
    """Give the address of the largest picture in ``srcset``, the list of pictures for screens of different sizes."""
    candidates = [(float(match[2] or 0), match[1]) for match in _CANDIDATE.finditer(value)]
    return max(candidates, key=lambda each: each[0], default=(0.0, ""))[1]


_CANDIDATE: Final = re.compile(r"[\s,]*(\S*[^\s,])(?:\s+(\d+(?:\.\d+)?)[wx])?\s*(?:,|$)")


def _pixels(value: str) -> int:
    number = re.match(r"\s*(\d{1,5})(?:\.\d+)?\s*(?:px)?\s*$", value)
    return int(number[1]) if number else 0


def _caption(rendered: RenderedPage, row: int, top: int) -> str:
    """Give the caption of the figure that a picture is in, without who made the picture, where the text has it not."""
    page, figure = rendered.page, row
    while figure > top and page.tag[figure] != _FIGURE:
        figure = int(page.parent[figure])
    of_figure = page.tag[figure] == _FIGURE
    captions = ((_CAPTION[page.tag[figure : page.end[figure]]]).nonzero()[0] + figure).tolist() if of_figure else []
    if not captions and page.signatures.named(Names.CAPTION) is not None:
        captions = _nearest_caption(page, row, top)
    if not captions or rendered.chosen_in(captions[0]):
        return ""
    caption, pieces, line = captions[0], list[str](), lines_of(page).line_of
    for text in range(*page.text_range(caption)):
        above = int(page.owner[text])
        while above > caption and not _NAMES_CREDIT.search(page.attributes(above).get("class", "")):
            above = int(page.parent[above])
        if above == caption:
            pieces += [" ", page.texts[text]] if text and line[text] != line[text - 1] else [page.texts[text]]
    caption_text = _credit_at_end().sub("", " ".join("".join(pieces).split())).strip()
    return caption_text if len(caption_text) <= _MOST_CAPTION else ""


def _nearest_caption(page: NodeTable, row: int, top: int) -> list[int]:
    """Give the first box that is named after captions in the smallest box that a picture has one in."""
    above = row
    while above > top:
        above = int(page.parent[above])
        boxes = range(above + 1, min(int(page.end[above]), above + _MOST_BESIDE_PICTURE))
        captions = [box for box in boxes if page.last[box] > page.first[box] and _names_caption(page, box)]
        if captions:
            return captions[:1]
    return []


def captioned(page: NodeTable, blocks: Sequence[int]) -> list[int]:
    """Give the numbers of the blocks, by the rows of the elements (B) they begin in, that are captions in the text.

    That is: in a ``figcaption``, or in a box named after captions with a picture beside it.
    """
    captions: list[int] = []
    pictures, chars = prefix_sums(page.tag == _IMG), page.char_sums
    kinds, named = page.signature.tolist(), dict[int, bool]()
    for number, element in enumerate(blocks):
        for box in (element, int(page.parent[element])):
            if kinds[box] not in named:  # all elements of a kind have the same names
                named[kinds[box]] = _names_caption(page, box)
            if not (named[kinds[box]] or _CAPTION[page.tag[box]]):
                continue
            beside = box
            for _ in range(_MOST_WRAPPERS):
                wraps = page.parent[beside] > 0 and pictures[page.end[beside]] == pictures[beside]
                beside = int(page.parent[beside]) if wraps else beside
            is_beside = pictures[page.end[beside]] > pictures[beside]
            is_short = chars[page.last[beside]] - chars[page.first[beside]] <= _MOST_CAPTION
            if _CAPTION[page.tag[box]] or (is_beside and is_short):
                captions.append(number)
                break
    return captions


def _names_caption(page: NodeTable, element: int) -> bool:
    """Tell whether an element that ends lines is named after captions."""
    if not tags.BLOCK[page.tag[element]] or page.body[element] - page.names[element] < len(' class=""'):
        return False
    names = page.attributes(element).get("class", "").split()
    return any(_NAMES_CAPTION.search(name) is not None and not name.startswith(_HAS) for name in names)


def _placed(rendered: RenderedPage, row: int, image: Image) -> PlacedImage:
    """Find the place of a picture: in the block it stands in, or before the next."""
    page = rendered.page
    number = int(rendered.chosen_before[page.first[row]])
    blocks, total = rendered.block, len(rendered.rows)
    behind = int(blocks[number]) if number < total else len(rendered.texts)
    before = int(blocks[number - 1]) if number else -1
    if before != behind or rendered.kind[behind] == lib.BLOCK_PREFORMATTED:
        return PlacedImage(behind, image, element=row)
    seen = rendered.seen(behind)
    at = rendered.span(behind, seen, range(number, number))[0] if seen else 0
    return PlacedImage(behind, image, at or None, row)
