"""The element names, as small numbers, and what kind of element each one is (HTML standard, 4 and 15.3)."""

from collections.abc import Mapping
from typing import Final, TypeVar

import numpy as np
from numpy.typing import NDArray

Number = TypeVar("Number", np.uint8, np.uint16)

_KNOWN: Final = (
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink "
    "blockquote body br button canvas caption center cite code col colgroup data datalist dd del details dfn "
    "dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 h2 h3 h4 h5 h6 "
    "head header hgroup hr html i iframe img input ins kbd label legend li link main map mark marquee math menu "
    "meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture plaintext "
    "pre progress q rp rt ruby s samp script search section select slot small source span strike strong style "
    "sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u ul var video "
    "wbr xmp"
)
NAMES: Final = ("unknown", *_KNOWN.split())
"""All element names, in the order of their codes; code 0 is every name the standard does not know."""

CODE: Final = {name: code for code, name in enumerate(NAMES)}
"""The code of a name."""


def tag_set(names: str) -> NDArray[np.bool_]:
    """Give a mask over the codes from a string of names: ``tag_set("p div")[table.tag]`` picks those elements."""
    mask = np.zeros(len(NAMES), dtype=np.bool_)
    mask[[CODE[name] for name in names.split()]] = True
    return mask


def bits(marked: Mapping[int, NDArray[np.bool_]], kind: type[Number]) -> NDArray[Number]:
    """Give, by tag code, the bits of all masks in which the tag is marked."""
    every = np.zeros(len(NAMES), dtype=kind)
    for bit, mask in marked.items():
        every[mask] |= kind(bit)
    return every


BLOCK: Final = tag_set(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption "
    "figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main marquee menu nav "
    "noscript ol p plaintext pre search section summary table tbody td tfoot th thead tr ul xmp"
)
"""Elements that begin and end a line. An unknown element is inline, as in a browser."""

PHRASE: Final = tag_set(
    "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small strike strong sub sup tt u "
    "var"
)
"""Elements that mark words within a sentence. ``span`` is none of them: pages lay out with it as with ``div``."""

HEADING: Final = tag_set("h1 h2 h3 h4 h5 h6")

PARAGRAPH: Final = PHRASE | HEADING | tag_set("p pre li dt dd")
"""Elements that are one paragraph, or a part of one; what holds an article or a thread is none of them."""

SILENT: Final = tag_set(
    "applet audio button canvas datalist embed frame head iframe input meter noembed noframes object optgroup option "
    "progress script select style svg template textarea title video"
)
"""Elements whose text no reader sees, or sees only as a label of the page's machinery."""

VOID: Final = tag_set("area base basefont bgsound br col embed frame hr img input link meta param source track wbr")
"""Elements that hold nothing and have no end tag."""

RAW: Final = tag_set("iframe noembed noframes plaintext script style xmp")
"""Elements whose text is written as it is, without character references."""
