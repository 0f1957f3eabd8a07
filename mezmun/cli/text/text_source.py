"""Where texts come from: files, pipes and standard input, in any encoding."""

import sys
from codecs import IncrementalDecoder, getincrementaldecoder
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from mezmun.cli.text.page_source import STANDARD_INPUT
from mezmun.core.errors import InvalidInputError, UsageError

_CHUNK: Final = 1 << 20
"""Bytes that are read at once; a chunk is the lines that end in them: enough for speed, little in memory."""


def chunks(files: Sequence[str]) -> Iterator[str]:
    """Read whole lines, about a mebibyte at a time; each file once, for it may be a pipe, which cannot go back.

    Raises:
        InvalidInputError: one cannot be read, or is no text.
        UsageError: a name is empty.
    """
    for name in files:
        if name == STANDARD_INPUT:
            yield from _read(sys.stdin.buffer, "Standard input")
            continue
        if not name:
            raise UsageError("The name of a text is empty: give a file, or - for standard input.")
        path = Path(name)
        try:
            with path.open("rb") as stream:
                yield from _read(stream, name)
        except OSError as error:
            raise InvalidInputError(f"{path} cannot be read: {error.strerror}.") from error


def _encoding_of(beginning: bytes, name: str) -> str:
    """Tell the encoding of a text by its first bytes, of which the last may be a part of a character.

    Raises:
        InvalidInputError: it is no text.
    """
    from normalization import decode

    with suppress(UnicodeDecodeError):
        getincrementaldecoder("utf-8")().decode(beginning)
        if b"\0" not in beginning:
            return "utf-8"
    encoding = decode(beginning).encoding
    if encoding is None:
        raise InvalidInputError(f"{name} is no text in any encoding.")
    return encoding


def _read(stream: IO[bytes], name: str) -> Iterator[str]:
    block = stream.read(_CHUNK)  # a slow pipe is waited for: its first bytes alone may be of any encoding
    decoder: IncrementalDecoder | None = None
    mark = "\ufeff"  # a byte order mark is no part of the text
    beginning: list[str] = []
    while block:
        if decoder is None and not _is_plain(block):  # until then it may be of any encoding
            decoder = getincrementaldecoder(_encoding_of(block, name))(errors="replace")
        text = block.decode("ascii") if decoder is None else decoder.decode(block)
        lines, end, rest = text.rpartition("\n")
        if end:
            yield "".join((*beginning, lines, end)).removeprefix(mark)
            beginning, mark = [], ""
        beginning.append(rest)
        block = stream.read(_CHUNK) if len(block) == _CHUNK else b""  # a terminal would ask for its end twice
    if decoder is not None:
        beginning.append(decoder.decode(b"", final=True))
    if last := "".join(beginning).removeprefix(mark):
        yield last


def _is_plain(block: bytes) -> bool:
    """Tell bytes of ASCII, without those that stand in other encodings of seven bits (UTF-16, ISO-2022-JP)."""
    return block.isascii() and b"\0" not in block and b"\x1b" not in block
