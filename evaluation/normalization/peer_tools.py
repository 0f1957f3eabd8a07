"""The tools people decode, fold and identify with today; one that is not installed takes no part."""

import unicodedata
from collections.abc import Callable
from importlib.util import find_spec

from w3lib.encoding import html_to_unicode

from evaluation.optional_module import optional_module


def _charset_normalizer(body: bytes) -> str:
    best = optional_module("charset_normalizer").from_bytes(body).best()
    return "" if best is None else str(best)


def _by_detector(name: str) -> Callable[[bytes], str]:
    def read(body: bytes) -> str:
        encoding = optional_module(name).detect(body)["encoding"] or "utf-8"
        try:
            return body.decode(encoding, "replace")
        except LookupError:
            return body.decode("utf-8", "replace")

    return read


def _resiliparse(body: bytes) -> str:
    encoding = optional_module("resiliparse.parse.encoding")
    return str(encoding.bytes_to_str(body, encoding.detect_encoding(body) or "utf-8"))


def _ftfy(text: str) -> str:
    return str(optional_module("ftfy").fix_text(text))


def _pycld2(text: str) -> str:
    printable = "".join(character if character.isprintable() else " " for character in text)
    return str(optional_module("pycld2").detect(printable, isPlainText=True, bestEffort=True)[2][0][1])


_DECODERS: dict[str, tuple[str, Callable[[bytes], str]]] = {
    "resiliparse": ("resiliparse", _resiliparse),
    "w3lib": ("w3lib", lambda body: html_to_unicode(None, body)[1]),
    "charset-normalizer": ("charset_normalizer", _charset_normalizer),
    "chardet": ("chardet", _by_detector("chardet")),
    "faust-cchardet": ("cchardet", _by_detector("cchardet")),
    "UTF-8 + ftfy": ("ftfy", lambda body: _ftfy(body.decode("utf-8", "replace"))),
}
_FOLDERS: dict[str, tuple[str, Callable[[str], str]]] = {
    "NFKC": ("unicodedata", lambda text: unicodedata.normalize("NFKC", text)),
    "ftfy": ("ftfy", _ftfy),
}
_IDENTIFIERS: dict[str, tuple[str, Callable[[str], str]]] = {
    "pycld2": ("pycld2", _pycld2),
    "py3langid": ("py3langid", lambda text: str(optional_module("py3langid").classify(text)[0])),
}

DECODERS = {name: read for name, (module, read) in _DECODERS.items() if find_spec(module)}
"""These make text of bytes."""
FOLDERS = {name: fold for name, (module, fold) in _FOLDERS.items() if find_spec(module)}
"""These make plainer text of text."""
IDENTIFIERS = {name: tell for name, (module, tell) in _IDENTIFIERS.items() if find_spec(module)}
"""These give the code of a text's language."""
