"""``mezmun.extract``: a page in, its main text out; and ``mezmun.extract_many``, the same in many processes."""

import os
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal, TypedDict, Unpack

import extraction
import normalization
from mezmun.api.argument_types import check_number, check_options, check_text
from mezmun.api.extracted_page import ExtractedPage
from mezmun.api.page_input import PageBytes, PageInput, read_page
from mezmun.core.errors import UsageError
from mezmun.core.outcomes import Outcome
from mezmun.core.page_limits import MOST_PAGE_SECONDS
from normalization.cached_property import cached_property
from workers.page_text import PageText
from workers.pipeline import process
from workers.selection import Selection

if TYPE_CHECKING:
    from enum import StrEnum

    from mezmun.core.processes.failure import Failure
    from mezmun.core.processes.process_pool import ProcessPool

_TABLE_KINDS: Final = (extraction.BlockKind.TABLE_HEAD, extraction.BlockKind.TABLE_ROW)


class Options(TypedDict, total=False):
    """The options of ``extract`` and ``extract_many``; none need be given."""

    content_type: str
    """The page's HTTP header ``Content-Type``, for the charset it declares."""
    method: str
    """Name of the extraction method [default: mezmun]; ``mezmun methods`` lists them."""
    favor: Literal["balance", "precision", "recall"]
    """Which error weighs more: text that is none (precision), or text that is missing [default: balance]."""
    comments: Literal["separate", "include", "drop"]
    """Comments under an article: apart from its text [the default], part of it, or left out."""
    tables: bool
    """Whether rows of tables are text [default: True]."""
    links: bool
    """Whether Markdown, HTML and ``blocks`` have the addresses of links [default: False]. Links to people's profiles,
    mail and telephones are left out."""
    images: bool
    """Whether they have images, with their captions [default: False]."""
    captions: bool
    """Whether the text has what stands below its pictures, as blocks of the kind ``caption`` [default: False]."""
    formatting: bool
    """Whether they have emphasis, code, formulas and footnotes [default: False]."""
    prune: str | Sequence[str]
    """CSS selectors of elements that are left out."""
    keep: str | Sequence[str]
    """CSS selectors of elements outside which nothing is text."""
    languages: str | Collection[str]
    """ISO 639 codes: a page whose text is in another language comes back without text, as ``empty``."""
    masking: bool | Collection[str]
    """Whether e-mail addresses, telephone and card numbers, handles and their like are masked [default: True]; or the
    names of those that are, as ``mezmun normalize --rules`` lists them: ``("e-mail", "phone")``."""
    also: str | Collection[str]
    """Optional rules of normalisation: ``spelling`` and ``bare-vowels`` write Uyghur words as a dictionary or the page
    itself has them elsewhere, ``punctuation`` and ``digits`` in one way [default: none]."""


def extract(
    page: PageInput, url: str | None = None, *, timeout: float | None = None, **options: Unpack[Options]
) -> ExtractedPage:
    """Give the main text of one page.

    What the page turns out to be is never an exception: an image, an empty or a far too large page comes back without
    text, and ``outcome`` and ``detail`` say why.

    Args:
        page: its bytes, its HTML as a string, a path (``pathlib.Path``), an open file, or a tree of lxml or
            selectolax. A file may be gzipped, or MHTML.
        url: where it was: it tells a thread, and makes links whole.
        timeout: seconds after which the page is given up, and comes back as ``timeout``. It is then worked on in a
            process of its own, which takes a second to start: for many pages use ``extract_many``.
        **options: see ``Options``.

    Raises:
        TypeError: the page is none of these, there is no such option, or an argument is of another type.
        InvalidInputError: an option has a value that it does not take.
        OSError: the file cannot be read.
    """
    if timeout is not None:
        return next(extract_many([(page, url)], processes=1, timeout=timeout, **options))
    task = _Extraction(_checked(options))
    return task(_item((page, url)))


def extract_many(
    pages: Iterable[PageInput | tuple[PageInput, str | None]],
    *,
    processes: int | None = None,
    timeout: float = 60.0,
    deduplicate: bool = False,
    **options: Unpack[Options],
) -> Iterator[ExtractedPage]:
    """Give the main text of many pages, in their order, from several processes.

    A page that takes too long, or that kills its process, comes back without text, as ``timeout`` or ``failed``. Pages
    are read as they are needed, so an endless iterable is fine.

    Args:
        pages: pages as ``extract`` takes them, or pairs of a page and its address.
        processes: how many; one for each processor unless it is given.
        timeout: seconds after which a page is given up.
        deduplicate: give no text for a page whose text is that of an earlier one, white space aside.
        **options: see ``Options``.

    Raises:
        TypeError, InvalidInputError, OSError: as ``extract`` does.
    """
    from mezmun.core.processes.process_pool import ProcessPool

    check_number("timeout", timeout)
    if not 0 < timeout <= MOST_PAGE_SECONDS:
        raise UsageError(f"timeout is {timeout!r}: it takes seconds, more than 0 and at most a day.")
    if processes is not None and (not isinstance(processes, int) or processes < 1):
        raise UsageError(f"processes is {processes!r}: it takes a whole number, at least 1.")
    if isinstance(pages, str | bytes | os.PathLike) or not isinstance(pages, Iterable):
        raise TypeError(f"extract_many takes an iterable of pages, not {type(pages)!r}; extract takes one page.")
    task = _Extraction(_checked(options))
    results = _run(
        ProcessPool(task, processes or os.cpu_count() or 1, timeout, size_of=lambda item: len(item.body)),
        map(_item, pages),
    )
    return _without_duplicates(results) if deduplicate else results


def _run(pool: "ProcessPool[PageBytes, ExtractedPage]", items: Iterator[PageBytes]) -> Iterator[ExtractedPage]:
    with pool:
        yield from pool.run(items)


def _without_duplicates(pages: Iterator[ExtractedPage]) -> Iterator[ExtractedPage]:
    """Take the text from pages that have an earlier one's."""
    from workers.earlier_texts import EarlierTexts, page_text_of_duplicate

    texts = EarlierTexts()
    try:
        for number, page in enumerate(pages, 1):
            first = texts.first_page_with(page.text, number) if page else number
            yield page if first == number else ExtractedPage(page_text_of_duplicate(first), page.given_url)
    finally:
        texts.close()


def _item(page: PageInput | tuple[PageInput, str | None]) -> PageBytes:
    """Read a page, and check that its address is one.

    Raises:
        TypeError, OSError: as ``extract`` does.
    """
    if not isinstance(page, tuple):
        return read_page(page)
    if len(page) != 2:
        raise TypeError(f"A tuple among the pages is a page and its address, not {len(page)} values.")
    check_text("url", page[1], optional=True)
    item = read_page(page[0])
    return replace(item, url=page[1] or item.url)


@dataclass(frozen=True)
class _Extraction:
    """What is done with each page: a task of a process pool, too."""

    options: Options

    def prepare(self) -> None:
        """Load nothing before the first page: most of what there is to load depends on its language."""

    def __call__(self, item: PageBytes) -> ExtractedPage:
        """Extract the page."""
        if item.fault is not None:
            return ExtractedPage(PageText(*item.fault), item.url)
        options, body = self.options, item.body
        content_type = options.get("content_type", item.content_type)
        record = process(
            self._selection.part_of(body, content_type),
            method=options.get("method", extraction.DEFAULT_METHOD),
            content_type=content_type,
            url=item.url,
            favor=extraction.Favor(options.get("favor", "balance")),
            comments=extraction.Comments(options.get("comments", "separate")),
            markup=self._markup,
            rules=self._rules,
        )
        if not options.get("tables", True):
            record = _without_tables(record)
        return ExtractedPage(self._selection.filtered(record), item.url)

    def failed(self, item: PageBytes, failure: "Failure") -> ExtractedPage:
        """Give what stands for a page that raised, hung or killed its process."""
        return ExtractedPage(PageText(failure.outcome, failure.detail), item.url)

    @cached_property
    def _selection(self) -> Selection:
        return _selection_of(self.options)

    @cached_property
    def _rules(self) -> frozenset[normalization.Rule]:
        return normalization.UNMASKED_RULES | _masks(self.options) | _also(self.options)

    @cached_property
    def _markup(self) -> extraction.Markup:
        options = self.options
        return extraction.Markup.of(
            links=options.get("links", False),
            images=options.get("images", False),
            formatting=options.get("formatting", False),
            captions=options.get("captions", False),
        )


def _checked(options: Options) -> Options:
    """Refuse options that there are not, and values that they do not take."""
    for name in options:
        if name not in Options.__annotations__:
            raise TypeError(f"There is no option {name!r}; the options are {', '.join(Options.__annotations__)}.")
    check_options(options)
    name = options.get("method", extraction.DEFAULT_METHOD)
    methods = {method.name: method for method in extraction.methods()}
    if name not in methods:
        raise UsageError(f"There is no extraction method {name!r}; choose one of {', '.join(methods)}.")
    choices: dict[str, tuple[str, type[StrEnum]]] = {
        "comments": (options.get("comments", "separate"), extraction.Comments),
        "favor": (options.get("favor", "balance"), extraction.Favor),
    }
    for option, (value, among) in choices.items():
        if value not in list(among):
            raise UsageError(f"{option} is {value!r}: it takes {', '.join(among)}.")
    _selection_of(options)
    _masks(options)
    _also(options)
    if "favor" in options and methods[name].judge is None:
        raise UsageError(f"favor is for methods that judge how likely a line is text, which {name} does not.")
    return options


def _selection_of(options: Options) -> Selection:
    prune, keep = _several(options.get("prune", ())), _several(options.get("keep", ()))
    return Selection.checked(prune, keep, _several(options.get("languages", ())))


def _masks(options: Options) -> frozenset[normalization.Rule]:
    masking = options.get("masking", True)
    if isinstance(masking, bool):
        return normalization.MASK_RULES if masking else frozenset()
    chosen = set(_several(masking))
    if unknown := chosen - normalization.MASK_RULES:
        masks = ", ".join(sorted(normalization.MASK_RULES))
        raise UsageError(f"masking names {min(unknown)!r}: it takes True, False, or some of {masks}.")
    return frozenset(rule for rule in normalization.MASK_RULES if rule in chosen)


def _also(options: Options) -> frozenset[normalization.Rule]:
    chosen = set(_several(options.get("also", ())))
    if unknown := chosen - normalization.OPTIONAL_RULES:
        rules = ", ".join(sorted(normalization.OPTIONAL_RULES))
        raise UsageError(f"also names {min(unknown)!r}: it takes some of {rules}.")
    return frozenset(rule for rule in normalization.OPTIONAL_RULES if rule in chosen)


def _several(values: str | Collection[str]) -> list[str]:
    return [values] if isinstance(values, str) else list(values)


def _without_tables(record: PageText) -> PageText:
    blocks, comments = (
        tuple(block for block in each if block.kind not in _TABLE_KINDS) for each in (record.blocks, record.comments)
    )
    text = extraction.text_of(blocks, "\n\n")
    if record.text and not text:
        return PageText(Outcome.EMPTY, "all of its text is in tables")
    return replace(record, blocks=blocks, comments=comments, text=text)
