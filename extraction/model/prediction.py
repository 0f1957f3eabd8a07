"""From the values of lines to probabilities, and from these to a choice of lines: the rules of ``prediction.c``.

A forest learned on all pages is mixed with one learned on forums alone, by how likely the page is a thread, and with
one learned on what is neither an article nor a thread.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from extraction.methods.method import Favor
from extraction.model.containers import POOLING
from extraction.model.forest import Forest, Table, Values
from extraction.model.lexical_features import ARTICLE, FORUM
from extraction.page.node_table import Mask
from native.library import Pointer, array, check_memory, ffi, lib, struct
from normalization.load_once import load_once

_MIN_ARTICLE_PROBABILITY: Final = 0.8  # on a page less surely an article, comments and what is above the title stay
_MIN_SENTENCE_CHARS: Final = 100
"""The sentences beside the comments have at least so many characters in all; else the comments are the text."""
_BEFORE_TITLE_FACTOR: Final = 0.3
"""What is left of the probability of lines before an article's title. To leave all of them out was worse."""
_MAX_SHARE_BEFORE_TITLE: Final = 0.3
"""Share of the likely text that may be before a title that is no headline (``h1``); a line counts by how much likelier
it is than not, as an advertisement in doubt may be longer than the text in another script.

Beyond it, the title is the name of a section, or of a box or the site below the text. A headline is trusted: on some
pages teasers in whole sentences are above it."""
_MAX_THREADS_WEIGHT: Final = 0.5
"""The threads' forest has at most this weight, for it learns from few sites. Sites that it has not seen are read no
worse so than by it alone."""
_MIN_THREADS_WEIGHT: Final = 0.05
"""A forest whose answer would count for less is not asked."""
_MAX_OTHERS_WEIGHT: Final = 0.5
"""The forest for pages of other kinds has at most this weight."""
_MIN_OTHERS_WEIGHT: Final = 0.15
"""The forest is not asked below this weight: it would be asked about half as many lines again, for a tenth more
gain."""
_MAX_LOWERED_ODDS: Final = 0.7
"""Log odds that the lines of what is surely an article, all in sentences, lose. On sites not learned from, 0.7 gains
what it loses; on sets and languages not learned from it gains up to 0.04."""
_MIN_SENTENCE_SHARE: Final = 0.75
"""Share of the likely characters in sentences from which the odds are lowered. Lists that are taken for articles have
0.5 on the average, articles 0.9 to 0.95."""
_NAMED_ROWS: Final = {
    "since_title": "since-title",
    "since_headline": "since-headline",
    "in_comments": "in-comments",
    "chars": "chars",
}
"""Values that the rules look at themselves, by the fields of ``Forests`` in ``model.h``."""


@dataclass(frozen=True, slots=True, eq=False)
class Forests:
    """The three forests."""

    threads: Forest
    """Learned on forum pages alone."""
    others: Forest
    """Learned on pages that are neither articles nor of forums."""
    general: Forest
    """Learned on all pages."""

    def predict(
        self, values: Table, container: NDArray[np.int64], kinds: Mapping[str, float]
    ) -> tuple[Values, Mask | None]:
        """Give the probability of each line (L), and mark the comments under an article.

        Comments are predicted like posts, and are no part of the article, unless it has next to no sentence beside
        them. The mask is None when there are no comments apart from an article.

        Args:
            values: the features of the lines, none of them NaN.
            container: (L) the container of each line.
            kinds: the probabilities of the page's kinds by name.
        """
        other = sum(likely for kind, likely in kinds.items() if kind not in (ARTICLE, FORUM))
        rows, lines = values.rows.shape
        if rows != len(values.names) or not lines:
            raise ValueError("The table of values does not have the rows that a forest asks for.")
        probability = np.empty(lines, dtype=np.float32)
        prediction = struct(
            "LinePrediction",
            forests=_compiled(self, values.names),
            values=array(values.rows, rows * lines),
            container=array(container, lines),
            lines=lines,
            is_article=kinds.get(ARTICLE, 0.0) >= _MIN_ARTICLE_PROBABILITY,
            others_weight=_weight(other, _MIN_OTHERS_WEIGHT, _MAX_OTHERS_WEIGHT),
            threads_weight=_weight(kinds.get(FORUM, 0.0), _MIN_THREADS_WEIGHT, _MAX_THREADS_WEIGHT),
            probability=array(probability, lines, writable=True),
        )
        if not check_memory(lib.mezmun_predict(prediction)):
            return probability, None
        comments = values["in-comments"] > 0
        return probability, comments if has_text_beside(values, comments) else None


def _weight(likely: float, least: float, most: float) -> float:
    weight = most * likely
    return weight if weight >= least else 0.0


FOREST_NAMES: Final = tuple(field.name for field in fields(Forests))


@load_once
def _compiled(forests: Forests, names: Sequence[str]) -> Pointer:
    """Make forests ready for tables of those names: all pages have the same."""
    compiled = {name: getattr(forests, name).compiled(names).struct for name in FOREST_NAMES}
    rows = {field: names.index(name) for field, name in _NAMED_ROWS.items()}
    return struct(
        "Forests",
        **compiled,
        **rows,
        before_title=_BEFORE_TITLE_FACTOR,
        max_before_title=_MAX_SHARE_BEFORE_TITLE,
        pooling=POOLING,
    )


def calibrate(probability: Values, apart: Mask | None, values: Table, kinds: Mapping[str, float]) -> None:
    """Lower the log odds of the lines (L) of an article whose likely text is nearly all sentences, in place.

    Forests are surer than they should be on sites, and more so on sets and languages, that they have not learned from:
    teasers in whole sentences look like the text. Where much of the likely text is no sentence, the page may be a list
    that was taken for an article, and nothing is lowered; nor are the comments ``apart`` (L) from the text.
    """
    lines = len(probability)
    lib.mezmun_calibrate(
        struct(
            "Calibration",
            article=kinds.get(ARTICLE, 0.0),
            max_lowered=_MAX_LOWERED_ODDS,
            min_sentences=_MIN_SENTENCE_SHARE,
        ),
        ffi.NULL if apart is None else array(apart, lines),
        array(values["chars"], lines),
        array(values["sentence"], lines),
        lines,
        array(probability, lines, writable=True),
    )


def has_text_beside(values: Table, comments: Mask) -> bool:
    """Tell whether a page has sentences beside its comments (L); else those are its text."""
    return float((values["sentence"] * values["chars"])[~comments].sum()) >= _MIN_SENTENCE_CHARS


_RECALL_WEIGHT: Final = {Favor.PRECISION: 0.25, Favor.BALANCE: 1.0, Favor.RECALL: 4.0}
"""The squares of 0.5, 1 and 2: F0.5, F1 and F2, the measures that the field uses."""


def choose(probability: Values, weight: Values, favor: Favor = Favor.BALANCE) -> tuple[NDArray[np.bool_], float]:
    """Choose the lines whose text has the highest expected F; gives them (L) and the F1 that is expected of them.

    With expected matches m = sum of p * w over those chosen, F1 = 2 m / (w chosen + sum of p * w over all), and in
    general F = (1 + b) m / (w chosen + b * sum of p * w over all), in which b is what recall weighs (van Rijsbergen,
    Information Retrieval, 1979, chapter 7). The best set is always the likeliest lines down to some probability, so one
    sorted pass finds it.
    """
    lines = len(probability)
    if not lines:
        raise ValueError("There is no line to choose.")
    chosen = np.empty(lines, dtype=np.bool_)
    f1: float = lib.mezmun_choose(
        array(probability, lines),
        array(weight, lines),
        lines,
        _RECALL_WEIGHT[favor],
        array(chosen, lines, writable=True),
    )
    return chosen, check_memory(f1)


def chosen_beside(
    left_out: Mask, chosen: Mask, probability: Values, weight: Values, favor: Favor = Favor.BALANCE
) -> tuple[Mask, float]:
    """Give those chosen (L) that are not left out; or choose anew, where that is expected to be much better.

    Gives the F1 that is expected, too. ``probability`` (L) is 0 where a line is left out. Where next to all text was
    left out, what there is else is unlikely, and the likeliest of it is as often a name or a day as a post.
    """
    anew, most = choose(probability, weight, favor)
    rest, expected = chosen & ~left_out, probability * weight
    f1 = float(2 * expected[rest].sum() / max(weight[rest].sum() + expected.sum(), 1e-9))
    return (anew, most) if f1 < _LEAST_BESIDE_LEFT_OUT * most else (rest, f1)


_LEAST_BESIDE_LEFT_OUT: Final = 0.8  # of the F1 of a new choice: "much better" is a quarter better
