"""Bytes that are no text in any encoding: files of another format, known by their first bytes, and noise."""

import re
from typing import Final

import numpy as np

_FORMATS: Final = {
    "a PDF document": rb"%PDF-",
    "a PNG image": rb"\x89PNG",
    "a JPEG image": rb"\xff\xd8\xff",
    "a GIF image": rb"GIF8",
    "a BMP image": rb"BM.{4}\0\0",
    "a TIFF image": rb"II\*\0|MM\0\*",
    "an icon": rb"\0\0\x01\0",
    "a RIFF file (WebP, WAV, AVI)": rb"RIFF",
    "an Ogg file": rb"OggS",
    "a FLAC file": rb"fLaC",
    "an MP3 file": rb"ID3",
    "an MP4 file": rb"\0\0\0.ftyp",
    "a Flash file": rb"FLV\x01|[CF]WS",
    "a ZIP archive or an Office document": rb"PK\x03\x04",
    "a gzip file": rb"\x1f\x8b",
    "a RAR archive": rb"Rar!",
    "a 7z archive": rb"7z\xbc\xaf",
    "an old Office document": rb"\xd0\xcf\x11\xe0",
    "a font": rb"wOF[F2]",
    "a program": rb"\x7fELF|MZ|\xca\xfe\xba\xbe",
}
_FORMAT: Final = tuple((name, re.compile(signature, re.DOTALL)) for name, signature in _FORMATS.items())
_FIRST_BYTES: Final = re.compile(b"|".join(b"(?:%b)" % signature for signature in _FORMATS.values()), re.DOTALL)
_CONTROLS: Final = ((0x00, 0x08), (0x0E, 0x1A), (0x1C, 0x1F), (0x7F, 0x7F))
"""First and last of the control bytes that no text has; 1B is none of them: ISO-2022-JP begins with it."""
_BINARY_SHARE: Final = 0.02
"""Text has nearly no control bytes; random bytes have 11 %, images and archives 8 to 12 %."""
_SAMPLE_BYTES: Final = 65536


def format_of(body: bytes) -> str | None:
    """Name the format of a file by its first bytes; None when the format is unknown.

    A text may begin with the same letters ("MZ", "GIF8"), but it has no control byte.
    """
    if not _FIRST_BYTES.match(body) or not _control_bytes(body):
        return None
    return next(name for name, signature in _FORMAT if signature.match(body))


def is_noise(body: bytes) -> bool:
    """Whether the bytes have too many control bytes to be text in any 8-bit encoding."""
    sample = body[:_SAMPLE_BYTES]
    return _control_bytes(sample) > len(sample) * _BINARY_SHARE


def _control_bytes(body: bytes) -> int:
    codes = np.frombuffer(body, dtype=np.uint8)
    # What is below the first wraps around, and is above the last.
    return sum(int(np.count_nonzero(codes - first <= last - first)) for first, last in _CONTROLS)
