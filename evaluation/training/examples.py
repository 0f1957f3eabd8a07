"""Labelled pages as a forest learns from them: lines measured and labelled, with the page made harder beside it."""

import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from evaluation.data.datasets import LabelledPage
from evaluation.data.labelling import label
from evaluation.data.phrases import PhrasePage, label_by_phrases
from evaluation.metrics.tokenisation import fold, words
from evaluation.training import augmentation, page_kind_training
from extraction.methods.template import N2, Template
from extraction.methods.template import learn_template as learned_template
from extraction.model import features
from extraction.model.features import Measured
from extraction.model.forest import Values
from extraction.model.lexical_features import ARTICLE
from extraction.model.mezmun import known_share
from extraction.model.prediction import has_text_beside
from extraction.page.node_table import NodeTable, parse
from extraction.page.parsing.limits import PageTooLargeError

if TYPE_CHECKING:
    from tldextract import TLDExtract

_MIN_GOLD_SHARE_IN_PAGE: Final = 0.5
"""A page with less of its gold text is not learned from: the text is not in the page."""

Advance = Callable[[int], None]


@dataclass(frozen=True)
class Example:
    """One labelled page."""

    site: str
    group: tuple[str, str]
    """Its data set and kind: weighed so that the large ones do not drown the small."""
    language: str
    page: Measured
    share: NDArray[np.float32]
    """(L) share of each line's words that the gold text holds."""
    words: NDArray[np.int64]
    """(L)"""
    gold: str
    known: Values | None = None
    """(L) share of each line that the template of its site holds, where the set has pages enough to learn one."""
    phrases: PhrasePage | None = None
    """The phrases that must and must not be in its text, where they are known."""
    labelled: NDArray[np.bool_] | None = None
    """(L) the lines whose label is known: of a page that has phrases and no gold text. None when all are."""
    wordless: bool = False
    """The words of its lines are hidden while it is learned from."""
    augmented: tuple["Example", ...] = ()
    """The same page made harder, see ``evaluation.training.augmentation``."""

    @cached_property
    def gold_words(self) -> int:
        """The words of the gold text."""
        return len(words(fold(self.gold)))

    @property
    def content(self) -> NDArray[np.bool_]:
        """(L) the lines that are content."""
        return self.share >= 0.5

    @property
    def kind(self) -> str | None:
        """The kind of page, where its set labels it."""
        return page_kind_training.kind_of(self.group[1])

    @property
    def apart(self) -> NDArray[np.bool_]:
        """(L) comments in the gold text of an article: we keep them apart from it, so nothing is learned from them."""
        comments = self.page.features["in-comments"] > 0
        beside = self.kind in (ARTICLE, None) and has_text_beside(self.page.features, comments)
        return self.content & comments & beside

    @property
    def taught(self) -> NDArray[np.bool_]:
        """(L) the lines that something is learned from."""
        labelled = np.ones(len(self.share), dtype=np.bool_) if self.labelled is None else self.labelled
        return labelled & ~self.apart & self.teaches

    @property
    def teaches(self) -> bool:
        """Whether the gold text is in the page."""
        if self.labelled is not None:
            return True
        gold_words_in_page = float((self.share * self.words).sum())
        return gold_words_in_page >= _MIN_GOLD_SHARE_IN_PAGE * max(self.gold_words, 1)


def examples_of(pages: Sequence[LabelledPage], advance: Advance, marked: Sequence[PhrasePage] = ()) -> list[Example]:
    """Parse, measure and label pages; those without text or beyond the limits are left out.

    ``marked`` are pages with phrases. Of one that is among the labelled pages, too, the phrases are only measured by;
    of any other they label the lines that hold them (``evaluation.data.phrases``). Its kind is unknown. ``advance`` is
    called with 1 after each page of either.
    """
    templates = _templates(pages)
    phrases = {each.page.id: each for each in marked}
    examples, with_gold = [], set()
    for page in pages:
        known = phrases.get(page.id)
        if known is not None and known.page.body() == page.body():
            with_gold.add(page.id)
        else:
            known = None
        example = _example(page, templates.get((page.set, page.site)))
        if example is not None:
            examples.append(replace(example, phrases=known))
        advance(1)
    for each in marked:
        example = None if each.page.id in with_gold else _partial_example(each)
        if example is not None:
            examples.append(example)
        advance(1)
    return examples


def _templates(pages: Sequence[LabelledPage]) -> dict[tuple[str, str | None], Template]:
    """Learn the template of each site of which a set has pages enough."""
    of_site: dict[tuple[str, str | None], list[LabelledPage]] = defaultdict(list)
    for page in pages:
        if page.site and page.site not in _NO_SITES:
            of_site[page.set, page.site].append(page)
    return {
        site: learned_template(table for page in pages_of_site if (table := _parsed(page)) is not None)
        for site, pages_of_site in of_site.items()
        if len(pages_of_site) >= N2
    }


def _parsed(page: LabelledPage) -> NodeTable | None:
    try:
        table = parse(page.html())
    except PageTooLargeError:
        return None
    return table if table.text else None


def _example(page: LabelledPage, template: Template | None) -> Example | None:
    table = _parsed(page)
    if table is None:
        return None
    measured = features.measure(table)
    gold = page.gold()
    share, counted = label(measured.lines.text, gold)
    group = page.set, page.kind or ""
    known = None if template is None else known_share(table, template, measured.lines.line_of)
    example = Example(site_of(page), group, page.lang or "und", measured, share, counted, gold, known)
    return replace(example, augmented=tuple(_augmented(table, example, zlib.crc32(page.id.encode()))))


def _partial_example(marked: PhrasePage) -> Example | None:
    """Label what a page's phrases label: its gold text are the lines with phrases to keep."""
    table = _parsed(marked.page)
    if table is None:
        return None
    measured = features.measure(table)
    content, labelled = label_by_phrases(measured.lines.text, marked)
    if not labelled.any():
        return None
    gold = "\n".join(text for text, marks in zip(measured.lines.text, content.tolist(), strict=True) if marks)
    counted = np.array([len(words(fold(text))) for text in measured.lines.text], dtype=np.int64)
    return Example(
        site_of(marked.page),
        (marked.page.set, ""),
        marked.page.lang or "und",
        measured,
        content.astype(np.float32),
        counted,
        gold,
        phrases=marked,
        labelled=labelled,
    )


def _augmented(table: NodeTable, example: Example, seed: int) -> Iterator[Example]:
    """Make the page harder: without its names, its words or both, and of an article a short one as well."""
    chance = np.random.default_rng(seed)
    hidden = int(chance.integers(4))
    names, wordless = hidden != _HIDE_WORDS, hidden != _HIDE_NAMES
    page = features.measure(augmentation.unnamed(table)) if names else example.page
    yield replace(example, page=page, wordless=wordless)
    if example.kind != ARTICLE or not example.teaches:
        return
    sentences = example.content & (example.page.features["sentence"] > 0) & (example.page.features["in-comments"] == 0)
    gone = augmentation.all_but_some(example.content, sentences, chance)
    hidden = int(chance.integers(4))
    if gone is None:
        return
    short = augmentation.without(table, gone[example.page.lines.line_of])
    page = features.measure(augmentation.unnamed(short) if hidden < 2 else short)
    left = [text for text, dropped in zip(example.page.lines.text, gone.tolist(), strict=True) if not dropped]
    if page.lines.text == left:  # not when lines that the dropped ones parted have run together
        share = example.share[~gone]
        gold = "\n".join(text for text, gold_share in zip(left, share.tolist(), strict=True) if gold_share >= 0.5)
        yield replace(
            example, page=page, share=share, words=example.words[~gone], gold=gold, known=None, wordless=hidden % 2 == 0
        )


_HIDE_NAMES, _HIDE_WORDS = 1, 2
"""What is hidden in one of four pages each; in the other two, both are."""


def site_of(page: LabelledPage) -> str:
    """Give the registered domain, so that ``news.bbc.co.uk`` and ``bbc.co.uk`` are never on both sides.

    Of a page that was named after its file, as ``bbc.co.uk-letters`` or ``bbc.co.uk.letters``, the domain is what the
    name begins with.
    """
    if page.site in _NO_SITES:
        return f"{page.set}/{page.id}"
    name = whole = page.site or page.id
    while name:
        domain = _domains()(name).top_domain_under_public_suffix
        if domain:
            return domain
        name = name[: max(0, *map(name.rfind, _MARKS))]
    return whole


_MARKS: Final = ".-"
"""What parts a domain from the rest of a file's name."""


@cache
def _domains() -> "TLDExtract":
    from tldextract import TLDExtract

    return TLDExtract(cache_dir=None, suffix_list_urls=())  # its own list: none is fetched


_NO_SITES: Final = frozenset({"fakehost"})  # mozilla's pages of many sites are all served from there
