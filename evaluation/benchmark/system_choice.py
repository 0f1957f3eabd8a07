"""The choice of systems for a run: our methods and the peers, by name."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from evaluation.benchmark.peer_extractors import Missing, installed
from evaluation.benchmark.systems import Extractor, Source, System
from evaluation.errors import EvaluationError
from evaluation.training.fold_models import UnseenMethods
from extraction import Method, Template, extract, learn_template, methods, parse, select

UNSEEN = "mezmun-unseen"
"""The name of ``mezmun`` with models that have not learned from a page's site."""
_FIRST_PAGE = "<p>بۇ بىرىنچى بەت، ئۇنى ھېچكىم ئۆلچىمەيدۇ"
"""Reads the language models (a second) before the clock starts, as peers read theirs when they are imported."""


def choose(
    names: Sequence[str], with_peers: bool = False, unseen: Path | None = None
) -> tuple[list[System], list[Missing]]:
    """Choose the systems of these names (ours or peers; all of ours without a name), then all peers on request.

    With ``unseen``, a folder of ``fold_models``, there is ``UNSEEN`` before all others. The second list has the chosen
    peers that are not installed.

    Raises:
        EvaluationError: a name is unknown, or the folder does not hold such models.
    """
    ours = {method.name: _ours(method) for method in methods()}
    present, missing = installed()
    theirs = {peer.name: peer for peer in present}
    known = ours | theirs
    unknown = [name for name in names if name not in known and name not in {peer.name for peer in missing}]
    if unknown:
        raise EvaluationError(f"There is no method or peer {unknown[0]!r}: choose from {', '.join(known)}.")
    chosen = dict.fromkeys([*(names or ours), *(theirs if with_peers else ())])
    return (
        [*([] if unseen is None else [_unseen(unseen)]), *(known[name] for name in chosen if name in known)],
        [peer for peer in missing if with_peers or peer.name in chosen],
    )


def _ours(method: Method) -> System:
    learn = _learn if method.learns_site else None
    load = _load_whole if method.marks_comments else _load
    return System(method.name, method.version, partial(load, method.name), learn=learn)


def _load(method: str) -> Extractor:
    """Measure what the method marks, as its paper does."""
    select(_FIRST_PAGE, method)
    return lambda page: select(page.html, method, template=_template(page)).text


def _load_whole(method: str) -> Extractor:
    """Measure what is stored as the page's text, with comments set apart."""
    extract(_FIRST_PAGE, method=method)
    return lambda page: extract(page.html, page.url, method, template=_template(page)).text


def _unseen(folder: Path) -> System:
    return System(UNSEEN, UnseenMethods.read(folder).version, partial(_load_unseen, folder))


def _load_unseen(folder: Path) -> Extractor:
    methods = UnseenMethods.read(folder)

    def text(source: Source) -> str:
        if source.page is None:
            raise EvaluationError("Where the page comes from is not known, so any model may have learned from it.")
        return extract(source.html, source.url, methods.method_for(source.page)).text

    return text


def _learn(site: list[str]) -> Template:
    return learn_template(parse(html) for html in site)


def _template(page: Source) -> Template | None:
    return page.site if isinstance(page.site, Template) else None
