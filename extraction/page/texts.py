"""Many short texts as one run of UTF-8, and words that are looked up in them: what the compiled part reads."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.page.characters import CLASSES, Class
from native.library import Pointer, array, check_memory, lib, struct
from normalization import fold_presentation_forms
from normalization.cached_property import cached_property

Span = tuple[int, int]
"""Bytes of ``Texts.utf8``: where a part of a text begins, and the place behind it."""
_BYTES: Final = 4
"""A character has at most so many bytes."""


@dataclass(frozen=True, eq=False)
class Texts:
    """N texts."""

    utf8: bytes
    """All of them, one after the other."""
    edge: NDArray[np.int32]
    """(N + 1) byte where each begins, and the end of the last."""
    length: NDArray[np.int32]
    """(N) characters."""
    odd: NDArray[np.uint8]
    """(N) 1 where the text has a character that is ``characters.Class.ODD``."""

    def __len__(self) -> int:
        return len(self.length)

    def __getitem__(self, row: int) -> str:
        return self.between(row, row + 1)

    def between(self, start: int, stop: int) -> str:
        """Give the texts from one to before another, as one."""
        return self.utf8[self.edge[start] : self.edge[stop]].decode("utf-8", "replace")

    def spans(
        self, start: NDArray[np.integer[Any]], stop: NDArray[np.integer[Any]], most: int | None = None
    ) -> list[str]:
        """Give the texts from each of some rows to before another, as one each.

        Where no more than the first ``most`` characters are looked at, give these and hardly more: spans may overlap.
        """
        begin, end = self.edge[start], self.edge[stop]
        if most is not None:
            end = np.minimum(end, begin + _BYTES * most)
        edges = zip(begin.tolist(), end.tolist(), strict=True)
        return [self.utf8[start:stop].decode("utf-8", "replace") for start, stop in edges]

    def strings(self, rows: NDArray[np.integer[Any]]) -> list[str]:
        """Give some of the texts."""
        return self.spans(rows, rows + 1)

    @cached_property
    def pointers(self) -> tuple[Pointer, Pointer]:
        """``utf8`` and ``edge``, for the library: made once, as several rules ask it of the same texts."""
        return array(self.utf8, len(self.utf8)), array(self.edge, len(self) + 1)

    def beginning_with(self, beginning: str) -> list[int]:
        """Give the rows of the texts that begin so."""
        utf8 = beginning.encode()
        return [row for row, place in self._places(utf8) if self.edge[row] == place]

    def holding(self, part: bytes) -> list[int]:
        """Give the rows of the texts that have a part, in order, each once."""
        return [*dict.fromkeys(row for row, _ in self._places(part))]

    def _places(self, part: bytes) -> list[tuple[int, int]]:
        """Give each place (byte) where a part of a text stands, with the row of the text."""
        places, place = list[int](), -1
        while (place := self.utf8.find(part, place + 1)) >= 0:
            places.append(place)
        if not places:  # as mostly
            return []
        rows = self.edge.searchsorted(places, "right") - 1
        within = zip(rows.tolist(), places, self.edge[rows + 1].tolist(), strict=True)
        return [(row, place) for row, place, behind in within if place + len(part) <= behind]

    def repeated(self, max_chars: int, fewest: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Give the rows of the texts of 1 to ``max_chars`` characters that stand ``fewest`` times or more, and for each
        the first row with the same text."""
        number = len(self)
        rows = np.empty((2, number), dtype=np.int32)
        times = lib.mezmun_repeated_texts(
            *self.pointers,
            array(self.length, number),
            number,
            max_chars,
            fewest,
            array(rows[0], number, writable=True),
            array(rows[1], number, writable=True),
        )
        check_memory(times)
        return rows[0, :times], rows[1, :times]

    def without(self, cuts: Iterable[Span]) -> bytes:
        """Give all of them with white space where some spans of ``utf8`` were, but none before a sign that closes."""
        if not cuts:
            return self.utf8
        texts = bytearray(self.utf8)
        for start, stop in cuts:
            closing = _CLOSING_SIGNS.match(self.utf8, stop)
            signs = closing[0] if closing is not None and not self.utf8[start - 1 : start].isspace() else b""
            texts[start : stop + len(signs)] = signs + b" " * (stop - start)
        return bytes(texts)

    @cached_property
    def text(self) -> list[str]:
        """The texts themselves."""
        return self.strings(np.arange(len(self)))

    @property
    def plain(self) -> "Texts":
        """The texts, those with odd characters in small letters and without positional forms; lengths as they were.

        What is left can be put in small letters character by character.
        """
        return self if self._plain is None else self._plain

    @cached_property
    def _plain(self) -> "Texts | None":
        # None for the texts themselves: kept in themselves, they would stay until the next collection of garbage.
        if b"\1" not in self.odd.tobytes():  # quicker than to ask the array
            return None
        odd = self.odd.nonzero()[0]
        # In one go, parted by the one character that the parser leaves in no text, and that no letter's form looks at.
        changed = plain("\0".join(self.strings(odd))).encode("utf-8", "replace").split(b"\0", len(odd) - 1)
        pieces: list[bytes] = []
        sizes, last = np.diff(self.edge), 0
        for each, start, stop in zip(changed, self.edge[odd].tolist(), self.edge[odd + 1].tolist(), strict=True):
            pieces += self.utf8[last:start], each
            last = stop
        sizes[odd] = [len(each) for each in changed]
        edge = np.zeros_like(self.edge)
        np.cumsum(sizes, out=edge[1:])
        return Texts(b"".join([*pieces, self.utf8[last:]]), edge, self.length, np.zeros_like(self.odd))


class TextParts:
    """Parts of texts (UTF-8) of which any is looked for: sooner than Python does where they end with a rare byte."""

    def __init__(self, *parts: bytes) -> None:
        utf8, edge = b"".join(parts), np.cumsum([0, *map(len, parts)], dtype=np.int32)
        self._struct: Final = struct(
            "TextParts", utf8=array(utf8, len(utf8)), edge=array(edge, len(edge)), number=len(parts)
        )

    def are_in(self, utf8: bytes) -> bool:
        """Tell whether a text has one of them."""
        return bool(lib.mezmun_has_part(self._struct, array(utf8, len(utf8)), len(utf8)))

    def rows_with(self, texts: Texts, rows: NDArray[np.intp]) -> NDArray[np.intp]:
        """Give those of some texts (rows) that have one of them."""
        number, with_part = len(rows), np.empty(len(rows), dtype=np.intp)
        times = lib.mezmun_texts_with_part(
            self._struct,
            *texts.pointers,
            array(rows, number),
            number,
            array(with_part, number, writable=True),
        )
        return with_part[:times]


def plain(text: str) -> str:
    """Give a text in small letters and without positional forms."""
    return fold_presentation_forms(text).lower()


def unescaped(html: str) -> str:
    """Read the five character references that the parser writes."""
    if "&" not in html:
        return html
    plain = html.replace("&nbsp;", "\xa0").replace("&quot;", '"').replace("&lt;", "<").replace("&gt;", ">")
    return plain.replace("&amp;", "&")


def texts_of(texts: Sequence[str]) -> Texts:
    """Give texts as one."""
    length = np.array([len(text) for text in texts], dtype=np.int32)
    odd = np.array([any(_ODD_CHARACTERS.intersection(text)) for text in texts], dtype=np.uint8)
    encoded = [text.encode("utf-8", "replace") for text in texts]
    return Texts(b"".join(encoded), np.cumsum([0, *map(len, encoded)], dtype=np.int32), length, odd)


class WordTable:
    """Words that can be looked up; the number of each is its place."""

    def __init__(self, words: Sequence[str]) -> None:
        if len(words) >= 1 << lib.WORD_NUMBER_BITS:
            raise ValueError(f"{len(words):,} words are more than a table has numbers for.")
        encoded = [word.encode("utf-8", "replace") for word in words]
        utf8 = b"".join(encoded)
        edge = np.fromiter(accumulate(map(len, encoded), initial=0), dtype=np.int32, count=len(words) + 1)
        slot = np.zeros(1 << (2 * len(words) + 1).bit_length(), dtype=np.uint64)
        self.struct: Final = struct(
            "WordTable",
            words=array(utf8, len(utf8)),
            edge=array(edge, len(words) + 1),
            number=len(words),
            slot=array(slot, len(slot), writable=True),
            slots=len(slot),
        )
        """The table, for the library."""
        lib.mezmun_fill_word_table(self.struct)

    def __len__(self) -> int:
        number: int = self.struct.number
        return number


_CLOSING_SIGNS: Final = re.compile("|".join(map(re.escape, ")]）】］」』,;،؛，、；!?.。！？؟…")).encode())
_ODD_CHARACTERS = frozenset(map(chr, (CLASSES & Class.ODD).nonzero()[0].tolist()))
