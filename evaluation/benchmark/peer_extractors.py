"""The extractors people use today, each called as its own documentation shows, with the text of a ``Source``.

All of them take text, so their detection of encodings is not measured. Those that ask for the page's language get the
one of the data set. They are no part of the application: the dependency group ``peers`` installs them, and a peer that
is not installed is left out with a note.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import metadata
from typing import Any

from evaluation.benchmark.systems import Extractor, Source, System
from evaluation.optional_module import optional_module

GROUP = "peers"


@dataclass(frozen=True)
class Missing:
    """A peer that cannot take part, and why."""

    name: str
    note: str


def installed() -> tuple[list[System], list[Missing]]:
    """List the peers that are installed, and those that are not."""
    present: list[System] = []
    missing: list[Missing] = []
    for name, (distribution, load, languages) in _PEERS.items():
        try:
            version = metadata.version(distribution)
        except metadata.PackageNotFoundError:
            missing.append(Missing(name, f"{distribution} is not installed: `uv sync --group {GROUP}` brings it"))
        else:
            present.append(System(name, version, load, languages))
    return present, missing


def _trafilatura(**options: bool) -> Extractor:
    trafilatura = optional_module("trafilatura")
    return lambda page: trafilatura.extract(page.html, url=page.url, **options) or ""


def _resiliparse() -> Extractor:
    html2text = optional_module("resiliparse.extract.html2text")
    return lambda page: str(html2text.extract_plain_text(page.html, main_content=True))


def _readability() -> Extractor:
    document = optional_module("readability").Document
    plain_text = optional_module("resiliparse.extract.html2text").extract_plain_text
    # It answers with HTML, and no documented way to text: that HTML as plain text, all of it.
    return lambda page: str(plain_text(document(page.html, url=page.url).summary()))


def _justext() -> Extractor:
    justext = optional_module("justext")
    # Its stop-word lists go by the languages' English names, which the language detector knows by code.
    lists = {name.upper(): name for name in justext.get_stoplists()}
    names = {code: lists[name] for name, code in optional_module("pycld2").LANGUAGES if name in lists}

    def run(page: Source) -> str:
        if page.lang in names:
            paragraphs = justext.justext(page.html, justext.get_stoplist(names[page.lang]))
        else:  # its language-independent mode, as its command line sets it for --no-stoplist
            paragraphs = justext.justext(page.html, frozenset(), stopwords_low=0, stopwords_high=0)
        return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)

    return run


def _boilerpy3() -> Extractor:
    extractor = optional_module("boilerpy3.extractors").ArticleExtractor()
    return lambda page: str(extractor.get_content(page.html))


def _newspaper() -> Extractor:
    newspaper = optional_module("newspaper")
    known = set(optional_module("newspaper.utils").get_available_languages())

    def run(page: Source) -> str:
        language = page.lang if page.lang in known else None  # None: it reads the page's own declaration
        article = newspaper.article(page.url or "", language=language, input_html=page.html, fetch_images=False)
        return str(article.text)

    return run


def _goose() -> Extractor:
    goose = optional_module("goose3").Goose
    chinese = optional_module("goose3.text").StopWordsChinese

    def run(page: Source) -> str:
        options: dict[str, Any] = {"stopwords_class": chinese} if page.lang == "zh" else {}
        if page.lang:
            options |= {"use_meta_language": False, "target_language": page.lang}
        return str(goose(options).extract(raw_html=page.html).cleaned_text)

    return run


def _gne() -> Extractor:
    extractor = optional_module("gne").GeneralNewsExtractor()
    return lambda page: str(extractor.extract(page.html)["content"])


_PEERS: dict[str, tuple[str, Callable[[], Extractor], frozenset[str] | None]] = {
    "trafilatura": ("trafilatura", _trafilatura, None),
    "trafilatura-precision": ("trafilatura", partial(_trafilatura, favor_precision=True), None),
    "trafilatura-recall": ("trafilatura", partial(_trafilatura, favor_recall=True), None),
    "resiliparse": ("resiliparse", _resiliparse, None),
    "readability": ("readability-lxml", _readability, None),
    "justext": ("justext", _justext, None),
    "boilerpy3": ("boilerpy3", _boilerpy3, None),
    "newspaper4k": ("newspaper4k", _newspaper, None),
    "goose3": ("goose3", _goose, None),
    "gne": ("gne", _gne, frozenset({"zh"})),
}
