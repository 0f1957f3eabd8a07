"""A whole run: sources in, records out, what was done kept in the journal."""

import tempfile
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, nullcontext
from itertools import chain
from pathlib import Path
from time import perf_counter
from typing import Any, Final

from extraction import Template
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from workers.bulk import checkpoint, output
from workers.bulk.bulk_record import Record, record_with
from workers.bulk.checkpoint import Checkpoint
from workers.bulk.input import sources
from workers.bulk.input.items import Item, Place, SourcePage
from workers.bulk.order import Order, check_method
from workers.bulk.page_tasks import Extract, pool_of
from workers.bulk.run_lock import run_lock
from workers.bulk.site_templates import SiteStore
from workers.bulk.template_learning import learn_site, learn_sites
from workers.earlier_texts import EarlierTexts, page_text_of_duplicate
from workers.selection import Selection

PART_CHARACTERS: Final = 32_000_000
"""Characters of text after which it is committed, for the memory of one that keeps a part."""


def run(order: Order, seen: Callable[[Place], None] = lambda _: None) -> Checkpoint:
    """Give every page of the sources one record in the output.

    Args:
        order: what to do.
        seen: called with the place of each page that is done.

    Raises:
        InvalidInputError: a path, the output or the journal does not fit; nothing was written.
        UnavailableError: the extraction does not even start.
    """
    check(order)
    with nullcontext() if order.output is None else run_lock(order.output):
        return _run(order, seen)


def _run(order: Order, seen: Callable[[Place], None]) -> Checkpoint:
    with output.writing(order.output):
        state = _state(order)
    if state.finished:
        _remove_stores(order)  # the run may have been killed just before it did
        return state
    _save(order, state)  # before the output is there: without one it is nobody's
    source = _PageSource(sources.read(order.paths, order.max_page_bytes, state.place, order.columns))
    start = perf_counter() - state.seconds
    with _TemplatedJob(order) as task, pool_of(task, order.processes, order.page_seconds) as pool:
        with output.writing(order.output):
            texts = _texts(order, state)
            writer = output.open_output(order.output, state.mark)
        try:
            pages_of_part = characters = 0  # counted from a commit on, so that parts fall alike in every run
            for whole in pool.run(source.pages()):
                with output.writing(order.output):
                    selected = _in_language(whole, order.selection)
                    record = _once(selected, texts, state.outcomes.total() + 1)
                    writer.write(record)
                state.other_languages += selected is not whole
                state.duplicates += record is not selected
                state.outcomes[record["outcome"]] += 1
                state.place, passed_over = source.next_done()
                state.passed_over += passed_over
                seen(state.place)
                pages_of_part, characters = pages_of_part + 1, characters + len(record["text"] or "")
                if pages_of_part >= order.part_pages or characters >= PART_CHARACTERS:
                    _commit(order, state, writer, texts, perf_counter() - start)
                    pages_of_part = characters = 0
            state.passed_over += source.behind_last_page
            state.finished = True
            _commit(order, state, writer, texts, perf_counter() - start)
        finally:
            writer.close()
            if texts is not None:
                texts.close()
    _remove_stores(order)
    return state


class _PageSource:
    """The pages of a run, with the place of each and what was passed over before it.

    What is no page is counted with the next page, since a run that is resumed goes on behind a page.
    """

    def __init__(self, items: Iterable[Item]) -> None:
        self._items = items
        self._under_way: deque[tuple[Place, Counter[str]]] = deque()
        self.behind_last_page = Counter[str]()
        """Reasons why items behind the last page that was read are no pages, with their numbers."""

    def pages(self) -> Iterator[SourcePage]:
        """Read the pages, in order."""
        for item in self._items:
            if isinstance(item, SourcePage):
                self._under_way.append((item.place, self.behind_last_page))
                self.behind_last_page = Counter()
                yield item
            else:
                self.behind_last_page[item.reason] += 1

    def next_done(self) -> tuple[Place, Counter[str]]:
        """Give the place of the next page that is done, and why items right before it are no pages."""
        return self._under_way.popleft()


def _texts(order: Order, state: Checkpoint) -> EarlierTexts | None:
    """Open the texts of the pages that are done, if each is to be given once.

    Raises:
        InvalidInputError: the run goes on with pages, and their texts are gone.
    """
    if not order.dedupe:
        return None
    if order.output is None:
        return EarlierTexts()
    path = _store_of(order.output, "texts")
    if state.place and not path.exists():
        raise InvalidInputError(
            f"The file {path}, by which the run knows earlier texts, is no longer there: delete {order.output} and"
            f" {output.journal_of(order.output)} to begin anew."
        )
    return EarlierTexts(path, state.outcomes.total())


def _in_language(record: Record, selection: Selection) -> Record:
    """Take the text from the record of a page if it is in a language that is not asked for."""
    language = record["language"] or ""
    if record["outcome"] != Outcome.STORED or selection.takes(language):
        return record
    return record_with(record, selection.instead_of(language))


def _once(record: Record, texts: EarlierTexts | None, number: int) -> Record:
    """Take the text from the record of a page, which is the run's ``number``-th, if an earlier one has it."""
    if texts is None or record["outcome"] != Outcome.STORED:
        return record
    first = texts.first_page_with(record["text"], number)
    return record if first == number else record_with(record, page_text_of_duplicate(first))


def _commit(order: Order, state: Checkpoint, writer: output.Output, texts: EarlierTexts | None, seconds: float) -> None:
    with output.writing(order.output):
        state.mark, state.seconds = writer.commit(), seconds
        if texts is not None:
            texts.save()
    _save(order, state)


def _save(order: Order, state: Checkpoint) -> None:
    if order.output is not None:
        with output.writing(order.output):
            state.save(output.journal_of(order.output))


def check(order: Order) -> None:
    """Refuse an order that cannot be done, before anything is begun.

    Raises:
        InvalidInputError: the sentence to say.
    """
    check_method(order)
    sources.check([*order.paths, *([order.site_pages] if order.site_pages else [])], order.columns)
    if order.output is not None:
        output.check(order.output)
        with output.writing(order.output):
            _state(order)


def _is_empty_folder(output: Path) -> bool:
    return output.is_dir() and not any(output.iterdir())


def _state(order: Order) -> Checkpoint:
    """Give the journal to go on with, a new one for a new run."""
    if order.output is None:
        return Checkpoint(order.key())
    journal = checkpoint.load(output.journal_of(order.output))
    if not order.resume:
        if journal is not None or order.output.exists():
            raise InvalidInputError(
                f"The output {order.output} exists: --resume goes on with it; delete it"
                f" and {output.journal_of(order.output)} to begin anew."
            )
        return Checkpoint(order.key())
    if journal is None:
        if order.output.exists() and not _is_empty_folder(order.output):
            raise InvalidInputError(f"The output {order.output} has no journal, so --resume cannot tell how far it is.")
        return Checkpoint(order.key())
    if journal.run != order.key():
        versions = ("method_version", "normalizer_version")
        if journal.run.keys() != order.key().keys() or any(journal.run[name] != order.key()[name] for name in versions):
            raise InvalidInputError(
                f"The output {order.output} was begun by another version of Mezmun, which makes other texts: finish it"
                f" with that one, or delete it and {output.journal_of(order.output)} to begin anew."
            )
        differing = sorted(name for name in order.key() if journal.run[name] != order.key()[name])
        raise InvalidInputError(
            f"The output {order.output} was begun with other {', '.join(differing)}; it can only be resumed alike."
        )
    return journal


class _TemplatedJob:
    """The job, with what is learned of sites before it begins."""

    def __init__(self, order: Order) -> None:
        self._order = order
        self._scratch: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> Extract:
        order = self._order
        template, store = (None, self._learned()) if order.by_site else (site_template(order), None)
        return Extract(
            order.method,
            template,
            store,
            favor=order.favor,
            comments=order.comments,
            captions=order.captions,
            rules=order.rules,
            selection=order.selection,
        )

    def __exit__(self, *_: object) -> None:
        if self._scratch:
            self._scratch.cleanup()

    def _learned(self) -> Path:
        order = self._order
        if order.output is None:
            self._scratch = tempfile.TemporaryDirectory()
            path = Path(self._scratch.name) / "sites.sqlite"
        else:
            path = _store_of(order.output, "sites")
        with output.writing(order.output), closing(SiteStore(path)) as store:
            if not (order.resume and store.learned):
                items = sources.read(order.paths, order.max_page_bytes, columns=order.columns)
                learn_sites(items, store, order.method, order.processes, order.page_seconds)
        return path


def _store_of(path: Path, subject: str) -> Path:
    """Give the file that keeps what a run with this output knows of a subject, until it is finished."""
    return output.journal_of(path).with_suffix(f".{subject}.sqlite")


def _remove_stores(order: Order) -> None:
    if order.output is not None:
        for subject in ("sites", "texts"):
            _store_of(order.output, subject).unlink(missing_ok=True)


def site_template(order: Order) -> Template | None:
    """Give the template learned from the order's pages of one site; None when it names none.

    Raises:
        InvalidInputError: no page is there to learn from.
    """
    if order.site_pages is None:
        return None
    items = sources.read([order.site_pages], order.max_page_bytes, columns=order.columns)
    first = next(items, None)
    if first is None:
        raise InvalidInputError(f"There is no page in {order.site_pages}.")
    return learn_site(chain((first,), items), order.method, order.processes, order.page_seconds)


def summary(state: Checkpoint) -> dict[str, Any]:
    """Give a run's counts, JSON-ready."""
    pages = state.outcomes.total()
    return {
        "pages": pages,
        "outcomes": {word: state.outcomes[word] for word in Outcome if state.outcomes[word]},
        "duplicates": state.duplicates,
        "other_languages": state.other_languages,
        "passed_over": dict(sorted(state.passed_over.items())),
        "seconds": round(state.seconds, 1),
        "pages_per_second": round(pages / state.seconds, 1) if state.seconds else None,
    }
