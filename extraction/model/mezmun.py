"""``mezmun``, our own method: every line is judged by all the papers' measures together, learned from labelled pages.

A forest of decision trees gives each line a probability from what ``features`` measures. Those lines are chosen whose
text is expected to have the highest F1: on a page the model is sure of, the likely ones, and on a doubtful page more.
Nothing tells it what kind of page it looks at: it guesses that from the page's words. Threads have a forest of their
own, since what is noise under an article is content there, and it judges the comments under an article as well; and so
have pages that are neither: services, products, listings, collections, documentation.

Each line is held for more like the others in containers of the same names. When the template of the page's site is
known, so it is for what other pages of the site have in the same container, and lines that the site repeats are held to
be less likely.

A further forest that sees the first one's answers for the lines around was tried twice: on sites it had not seen it
added nothing, and was left out.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from extraction.completion.completion import completed
from extraction.methods.method import Favor, Judgement, Method, MethodContext
from extraction.methods.site_containers import Odds
from extraction.methods.template import Template
from extraction.model import containers, features, forest, lexical_features
from extraction.model.features import Measured
from extraction.model.forest import Values
from extraction.model.lexical_features import FORUM, PageKinds
from extraction.model.prediction import FOREST_NAMES, Forests, calibrate, choose, chosen_beside
from extraction.model.vocabulary import Vocabulary
from extraction.page import tags
from extraction.page.names import Names
from extraction.page.node_table import Mask, NodeTable
from extraction.page.user_signatures import signatures_of
from normalization.load_once import load_once


@dataclass(frozen=True, slots=True, eq=False)
class Judged:
    """What the model thinks of a page."""

    line: NDArray[np.int32]
    """(S) line of each segment."""
    probability: Values
    """(L) that the line is content."""
    chosen: NDArray[np.bool_]
    """(L)"""
    confidence: float
    """The F1 that the chosen text is expected to have, without comments, 0 to 1."""
    thread: float
    """Probability that the page is of a forum."""
    containers: Odds | None
    """What the page shows of its site's containers; None without a template."""


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What was learned."""

    vocabulary: Vocabulary
    kinds: PageKinds
    forests: Forests

    def judge(self, page: NodeTable, template: Template | None = None, favor: Favor = Favor.BALANCE) -> Judged:
        """Judge the lines of a page that has at least one segment."""
        measured = features.measure(page, more=lexical_features.FEATURES)
        values, kinds = lexical_features.with_model(measured, self.vocabulary, self.kinds)
        container = containers.of_lines(measured)
        probability, apart = self.forests.predict(values, container, kinds)
        calibrate(probability, apart, values, kinds)
        of_page = known = None
        if template is not None:
            of_page = containers.of_page(container, probability, measured.chars)
            probability = template.containers.beside(container, probability)
            if template.entries:
                known = known_share(page, template, measured.lines.line_of)
                probability = beside_template(probability, known)
        text = probability if apart is None else probability * ~apart
        if (asks := lines_of_consent(page, measured)) is not None:
            text = text * ~asks
        chosen, confidence = choose(text, measured.chars, favor)
        is_forum = kinds.get(FORUM, 0.0) >= _LIKELY
        if is_forum and (signed := lines_of_signatures(page, measured, text)) is not None:
            text = text * ~signed
            chosen, confidence = chosen_beside(signed, chosen, text, measured.chars, favor)
        if known is not None and confidence < _LIKELY and is_of_site(chosen, known, measured.chars):
            chosen, confidence = np.zeros_like(chosen), 0.0
        if apart is not None:
            chosen |= apart & (probability >= _LIKELY)
        return Judged(measured.lines.line_of, probability, chosen, confidence, kinds.get(FORUM, 0.0), of_page)

    def save(self, path: Path) -> None:
        """Write the model as one file of arrays, without pickled objects."""
        arrays: dict[str, Any] = {
            "words": np.frombuffer("\n".join(self.vocabulary.words).encode(), dtype=np.uint8),
            "word-scores": np.round(100 * self.vocabulary.score).astype(np.int8),
            **self.kinds.arrays(),
        }
        for name in FOREST_NAMES:
            each: forest.Forest = getattr(self.forests, name)
            arrays |= {f"{name}-{key}": array for key, array in each.arrays().items()}
        np.savez_compressed(path, allow_pickle=False, **arrays)


_LIKELY: Final = 0.5  # more likely than not


def lines_of_consent(page: NodeTable, measured: Measured) -> Mask | None:
    """Mark the lines (L) in the boxes of software that asks for consent to cookies; None when there are none."""
    named = page.signatures.named(Names.CONSENT)
    if named is None:
        return None
    # Some name the whole page, too, while their box is open: `<body class="didomi-popup-open">`.
    boxes = (named & ~_PAGE.take(page.signatures.tag)).take(page.signature)
    marked: Mask = page.texts_in_marked(boxes).take(measured.lines.start)
    return marked


_PAGE: Final = tags.tag_set("html body main article")


def lines_of_signatures(page: NodeTable, measured: Measured, probability: Values) -> Mask | None:
    """Mark the lines (L) of signatures on a page of a forum; None when there are none.

    A page whose likely text is nearly all in boxes so named has its posts in them.

    Args:
        page: the page.
        measured: its lines.
        probability: (L) that a line is content.
    """
    texts = signatures_of(page)
    if texts is None:
        return None
    marked: Mask = texts.take(measured.lines.start)
    likely = probability * measured.chars
    return marked if likely[~marked].sum() > _MIN_SHARE_BESIDE_SIGNATURES * likely.sum() else None


_MIN_SHARE_BESIDE_SIGNATURES: Final = 0.05
"""Share of the likely characters that are beside the signatures, although each post be one word."""


def known_share(page: NodeTable, template: Template, line: NDArray[np.int32]) -> Values:
    """Give the share of each line's (L) characters that the site's template holds."""
    matched = template.matches(page, line)
    known, chars = (np.bincount(line, weights=each) for each in (page.chars * matched, page.chars))
    result: Values = (known / np.maximum(chars, 1)).astype(np.float32)
    return result


def beside_template(probability: Values, known: Values) -> Values:
    """Lower the odds of lines by the share of them that the site's template holds."""
    lowered: Values = probability / (probability + (1 - probability) * np.exp(TEMPLATE_ODDS * known))
    return lowered


TEMPLATE_ODDS: Final = np.float32(2)
"""Log odds that a line loses which the site repeats. Of such lines on 880 pages that the forests took for content with
0.35 and 0.61, 0.05 and 0.13 were, which is 2.3 and 2.4; but short replies are repeated, too."""


def is_of_site(chosen: Mask, known: Values, chars: Values) -> bool:
    """Tell whether most of the chosen lines (L) is what the site's template holds: a notice above all lists, say.

    Where such a text is unlikely, too, the page has none of its own. Of 1,281 pages of two sites 168 are so, all lists,
    forms and the like; of those that are likely most are copies of one article, and posts that members write alike.
    """
    text = chars * chosen
    return bool((text * known).sum() > _LIKELY * text.sum())


def load(path: Path) -> Model:
    """Read a model that ``Model.save`` wrote."""
    with np.load(path, allow_pickle=False) as arrays:
        words = arrays["words"].tobytes().decode().split("\n")
        vocabulary = Vocabulary(words, arrays["word-scores"] / 100)
        kinds = lexical_features.kinds_from_arrays({key: arrays[key] for key in lexical_features.KIND_ARRAYS})
        trees = {
            name: forest.from_arrays({key: arrays[f"{name}-{key}"] for key in forest.KEYS}) for name in FOREST_NAMES
        }
    return Model(vocabulary, kinds, Forests(**trees))


SHIPPED: Final = Path(__file__).parent.parent / "data" / "mezmun.npz"
"""The model the package carries; ``mezmun train extractor`` makes it anew."""


@load_once
def shipped() -> Model:
    """Give the model the package carries."""
    return load(SHIPPED)


def method_of(model: Model | None = None) -> Method:
    """Make the method of a model; of the one that the package carries, which is read with the first page."""

    def judge(page: NodeTable, context: MethodContext) -> Judgement:
        if not page.texts:
            return Judgement(np.zeros(0, dtype=np.bool_), 0.0, 0.0)
        judged = (model or shipped()).judge(page, context.template, context.favor)
        content = completed(page, judged.chosen.take(judged.line), judged.thread)
        return Judgement(content, judged.confidence, judged.thread, judged.probability, judged.containers)

    return Method(
        "mezmun",
        "41",
        "Mezmun's own: learned from labelled pages",
        lambda page, context: judge(page, context).content,
        judge,
        learns_site=True,
        marks_comments=True,
    )


MEZMUN: Final = method_of()
