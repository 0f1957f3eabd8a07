"""Bytes to text: which encoding a page is really in, whatever it declares.

Order of evidence: byte order mark, UTF-16/32 without a mark, well-formed UTF-8, HTTP label, meta label, detector.
"""

import codecs
import re
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from normalization.load_once import load_once
from normalization.markup.binary_formats import format_of, is_noise
from normalization.markup.mojibake import mend
from normalization.table_rows import mapping_of, rows_of

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is a prefix of it
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# HTML asks for the first 1,024 bytes; real pages put long comments and scripts before the meta element.
_META_BYTES = 4096
_META = re.compile(
    rb"""<meta[^>]{0,300}?charset\s*=\s*["']?\s*([\w.:-]+)|<\?xml[^>]{0,100}?encoding\s*=\s*["']([\w.:-]+)""", re.I
)
_HTTP = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]+)""", re.I)
_MAX_UNREADABLE_SHARE = 0.02
"""Of the characters, that share may come of bytes that could not be read."""
_BYTES_A_ZERO = 20
"""Of so many bytes of UTF-16 at least one is zero: markup has that many ASCII characters, whatever its language."""
_ZEROS_A_STRAY_ONE = 20
"""Of so many zero bytes at most one stands on the other side of its pair."""
_MIN_PRINTABLE_SHARE = 0.8
"""More than this share of the characters can be printed; line ends and tabs cannot."""
_SAMPLE_BYTES = 65536
_NON_ASCII = re.compile(rb"[\x80-\xff]+")
_PAIR = re.compile(rb"[\x80-\xff]{2}")
"""Two bytes beyond ASCII, which many characters of those encodings consist of."""
_OF_SEVERAL_BYTES = frozenset({"utf-8", "gb18030", "big5", "shift_jis", "euc_jp", "iso2022_jp", "euc_kr"})
_CJK = ("gb18030", "big5", "euc_jp", "shift_jis", "euc_kr")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_CHINESE = re.compile(r"[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]+")
# Bytes are UTF-8 with some damage when they have at least this many good sequences for each bad one.
_MIN_GOOD_PER_BAD = 4


@dataclass(frozen=True, slots=True)
class Decoded:
    """What bytes turned out to be.

    ``text`` is None when the bytes are no text in any encoding; ``evidence`` is then ``binary``.
    ``encoding`` is a Python codec name; ``declared`` is the label as the page or its server wrote it;
    ``evidence`` is one of ``bom``, ``pattern``, ``utf-8``, ``http``, ``meta``, ``detector``, ``empty``, ``binary``;
    ``bad`` counts byte sequences that could not be read (each is one U+FFFD in the text);
    ``mojibake`` is the encoding through which the text had once been misread, when that was undone.
    """

    text: str | None
    encoding: str | None
    declared: str | None
    evidence: str
    bad: int = 0
    mojibake: str | None = None


def decode(body: bytes, content_type: str | None = None) -> Decoded:
    """Decode a body, and name the evidence for the encoding; never raises.

    ``content_type`` is the HTTP header's value, if there was one. Valid UTF-8 wins over any declaration; a few broken
    sequences in it are allowed. Labels mean what WHATWG says (Encoding Standard, 4.2): gb2312 is gb18030, latin-1 is
    windows-1252.
    """
    label, source = _declared(body, content_type)
    if not body:
        return Decoded("", None, label, "empty")
    if not (decoded := _by_bom(body, label)):
        if format_of(body):
            return Decoded(None, None, label, "binary")
        decoded = _by_pattern(body, label)
        if decoded is None and is_noise(body):
            return Decoded(None, None, label, "binary")
    if decoded is None and (text := _sound_utf8(body)) is not None:
        return _mended(Decoded(text, "utf-8", label, "utf-8"), body)
    decoded = decoded or _by_utf8(body, label) or _by_label(body, label, source) or _by_detector(body, label)
    return _mended(decoded)


def encoding_of(label: str) -> str | None:
    """Give the Python codec a browser uses for a label (WHATWG Encoding Standard, 4.2); None for an unknown label."""
    return _labels().get(label.strip().lower())


@load_once
def _labels() -> dict[str, str]:
    table = Path(__file__).parent.parent / "data" / "encoding_labels.tsv"
    rows = rows_of(table, "encoding", "labels")
    return mapping_of(table, ((label, encoding) for encoding, labels in rows for label in labels.split(" ")))


def _declared(body: bytes, content_type: str | None) -> tuple[str | None, str]:
    if content_type and (match := _HTTP.search(content_type)):
        return match[1], "http"
    if meta := _META.search(body, 0, _META_BYTES):
        return (meta[1] or meta[2]).decode("ascii", "replace"), "meta"
    return None, ""


def _by_bom(body: bytes, label: str | None) -> Decoded | None:
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            body = body[len(mark) :]
            damaged = encoding == "utf-8" and not _fits(body, encoding)
            return _read(_islands(body) if damaged else body, encoding, label, "bom")
    return None


def _by_pattern(body: bytes, label: str | None) -> Decoded | None:
    """Read UTF-16 without a mark: in markup one byte of many pairs is zero, always on the same side."""
    sample = body[:_SAMPLE_BYTES]
    if 0 not in sample:  # quicker than to count them
        return None
    zeros = sample.count(0)
    if zeros * _BYTES_A_ZERO < len(sample):
        return None
    odd = sample[1::2].count(0)
    on_other_side = min(odd, zeros - odd)
    if on_other_side * _ZEROS_A_STRAY_ONE > zeros:
        return None
    decoded = _read(body, "utf-16-le" if odd * 2 > zeros else "utf-16-be", label, "pattern")
    text = decoded.text or ""
    is_readable = decoded.bad <= len(text) * _MAX_UNREADABLE_SHARE
    is_printable = sum(map(str.isprintable, text)) > len(text) * _MIN_PRINTABLE_SHARE
    return decoded if is_readable and is_printable else None


def _sound_utf8(body: bytes) -> str | None:
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return None


def _by_utf8(body: bytes, label: str | None, least: int = _MIN_GOOD_PER_BAD) -> Decoded | None:
    """UTF-8 with some damage."""
    decoded = _read(body, "utf-8", label, "utf-8")
    text = decoded.text or ""
    good = len(text) - decoded.bad - len(body.translate(None, bytes(range(128, 256))))
    if good < decoded.bad * least:
        return None
    return _read(_islands(body), "utf-8", label, "utf-8")


def _islands(body: bytes) -> bytes:
    """Re-encode runs of GB2312 hanzi in an otherwise sound UTF-8 page (a script's warning with a Chinese path)."""

    def reread(match: re.Match[bytes]) -> bytes:
        run = match[0]
        good = len(run.decode("utf-8", "ignore"))
        try:
            text = run.decode("gb2312")
        except UnicodeDecodeError:
            return run
        return text.encode() if good * 2 <= len(text) and _CHINESE.fullmatch(text) else run

    return _NON_ASCII.sub(reread, body)


def _by_label(body: bytes, label: str | None, source: str) -> Decoded | None:
    encoding = encoding_of(label) if label else None
    if encoding is None or encoding == "utf-8":  # the bytes are not UTF-8, or _by_utf8 would have had them
        return None
    decoded = _read(body, encoding, label, source)
    if _too_bad(decoded):
        return None
    # The label of those who never set one: a CJK detection that fits is believed.
    if encoding == "cp1252" and _PAIR.search(_sample(body)):
        fitting = {each for each in _CJK if _fits(body, each)}  # ends at the first letter with an accent, mostly
        if (
            fitting
            and (other := _detected(body)) in fitting
            and not (sure := _read(body, other, label, "detector")).bad
        ):
            return sure
    return decoded


def _fits(body: bytes, encoding: str) -> bool:
    """Tell whether every byte can be read."""
    try:
        body.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True


def _by_detector(body: bytes, label: str | None) -> Decoded:
    name = _detected(body)
    if name == "utf-8":  # it was not good enough above: believed where at least half of the sequences are sound
        return _by_utf8(body, label, least=1) or _read(body, "cp1252", label, "detector")
    decoded = _read(body, name, label, "detector")
    if not _too_bad(decoded):
        return decoded
    # gb18030 is the multi-byte encoding of the region; windows-1252 reads any byte.
    chinese = _read(body, "gb18030", label, "detector")
    return _read(body, "cp1252", label, "detector") if _too_bad(chinese) else chinese


def _detected(body: bytes) -> str:
    from chardetng_py.detector import EncodingDetector  # here, for few pages need it

    detector, sample = EncodingDetector(), _sample(body)
    detector.feed(sample, last=True)
    guess = detector.guess(tld=None, allow_utf8=True)
    name = encoding_of(guess) or guess
    return name if name in _OF_SEVERAL_BYTES or _is_of_words(sample, name) else "cp1252"


def _sample(body: bytes) -> bytes:
    """Give the bytes that the encoding is told by: the first, or from the first one beyond ASCII, where it comes later.

    Scripts and styles above a text are often longer than a sample.
    """
    first = _NON_ASCII.search(body)
    start = first.start() if first is not None and first.start() >= _SAMPLE_BYTES else 0
    return body[start : start + _SAMPLE_BYTES]


def _is_of_words(sample: bytes, encoding: str) -> bool:
    """Tell letters from signs: "£200" and "» Next" are no words in Polish, as they would be in windows-1250.

    Of the characters that windows-1252 reads otherwise more than half must be letters beside letters.
    """
    text, western = sample.decode(encoding, "replace"), sample.decode("cp1252", "replace")
    codes, western_codes = (np.frombuffer(each.encode("utf-32-le"), dtype=np.uint32) for each in (text, western))
    other = np.flatnonzero(codes != western_codes).tolist()
    in_words = sum(_LETTERS.search(text, max(place - 1, 0), place + 2) is not None for place in other)
    return in_words * 2 > len(other)


def _read(body: bytes, encoding: str, label: str | None, evidence: str) -> Decoded:
    text = body.decode(encoding, "replace")
    return Decoded(text, encoding, label, evidence, bad=text.count("\ufffd"))


def _too_bad(decoded: Decoded) -> bool:
    return decoded.bad > 2 and decoded.bad > len(decoded.text or "") * _MAX_UNREADABLE_SHARE


def _mended(decoded: Decoded, utf8: bytes | None = None) -> Decoded:
    """Undo mojibake; ``utf8`` are the bytes, where they are the text in UTF-8: to encode it again takes much longer."""
    text = decoded.text or ""
    if utf8 is None or b"\0" in utf8:
        text, utf8 = text.replace("\0", ""), None  # HTML drops U+0000, and PostgreSQL cannot hold it
    mended = mend(text, utf8)
    return replace(decoded, text=mended.text, mojibake=mended.through)
