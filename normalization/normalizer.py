"""The front door for text: the order of operations, block by block."""

import re
from collections.abc import Callable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import partial
from itertools import islice

from normalization.cached_property import cached_property
from normalization.composition import composed
from normalization.finders import JoinedBlocks
from normalization.languages.foreign_lines import foreign_lines
from normalization.languages.identification import Language, identify, is_uyghur
from normalization.languages.trigrams import UYGHUR
from normalization.markup import mojibake
from normalization.masking import Mask, label_above, mask, mask_value, may_be_private, possible_masks
from normalization.non_letters import (
    FORMAT_CHARACTER,
    TATWEEL,
    drop_controls,
    drop_format_characters,
    mend_tatweel,
    read_private_use,
)
from normalization.rule_work import work_of
from normalization.rules import DEFAULT_RULES, Rule
from normalization.uyghur.alphabet import ARABIC_LETTER
from normalization.uyghur.letters import read_letters
from normalization.uyghur.orthography import (
    OwnSpellings,
    complete_vowels,
    correct_spelling,
    fold_digits,
    set_punctuation,
)
from normalization.uyghur.presentation import PRESENTATION_FORM, fold_and_count, fold_presentation_forms

NORMALIZER_VERSION = "23"
"""Raised with every change of what comes out; stored beside each extraction."""

_MAX_PASSES = 8
"""The output of one rule can be input for another (a repaired line has positional forms, a composed letter is a stray
one). So the rules are applied again until nothing changes. Real text needs two passes."""
_ARABIC_LETTER = re.compile(f"[{ARABIC_LETTER}]")
_MAX_BATCH_LINES = 200
"""Reading more lines together takes no less time a line."""


@dataclass(frozen=True)
class Normalized:
    """The clean text, and how many places each rule changed; language and script are found when first asked for."""

    text: str
    changes: dict[str, int]

    @cached_property
    def identified(self) -> Language:
        """The text's language, script and confidence."""
        return identify(self.text)

    @property
    def language(self) -> str:
        """The language's code; ``und`` when it is undetermined."""
        return self.identified.code

    @property
    def script(self) -> str:
        """The script's ISO 15924 code."""
        return self.identified.script


@dataclass(frozen=True, slots=True)
class Edit:
    """One rule at work on one line (counted from 1): the line before and after."""

    line: int
    rule: Rule
    before: str
    after: str


def normalize(text: str, *, rules: AbstractSet[Rule] = DEFAULT_RULES, language: str | None = None) -> Normalized:
    """Clean the text of one block, or of many lines, each of which is a block.

    Args:
        text: any text. Clean text comes back unchanged.
        rules: the changes that are allowed.
        language: the language of the whole document, when it is known: a word that several languages share is read as a
            word of this one. Without it, a text of many lines is its own document.
    """
    return _normalized(text, rules, language)


def _normalized(
    text: str, rules: AbstractSet[Rule], language: str | None, *, own: OwnSpellings | None = None, above: str = ""
) -> Normalized:
    """Clean a text in passes, each of which knows only the text that it is given, and the line above it.

    The last pass changes nothing.
    """
    changes: dict[str, int] = {}

    def once(text: str) -> str:
        return _Pass(rules, language, text, changes, own=own, above=above).on(text)

    return Normalized(_repeated(once, text), changes)


def normalize_each(
    blocks: Sequence[str], *, rules: AbstractSet[Rule] = DEFAULT_RULES, language: str | None = None
) -> dict[int, Normalized]:
    """Clean the blocks of one document: give, by number from 0, what ``normalize`` makes of those that it changes.

    Most blocks of a page have no sign of anything that a rule may change. All are looked at in one go.
    """
    work, joined = work_of(frozenset(rules)), JoinedBlocks.of(blocks)
    suspect = joined.having(work.letter_finders)
    own = _spellings_in(joined.text) if work.corrects_spelling else None
    cleaned: dict[int, Normalized] = {}
    texts = list(blocks)
    for number in sorted(suspect):
        cleaned[number] = _normalized(blocks[number], rules, language, own=own, above=_line_above(texts, number))
        texts[number] = cleaned[number].text
    cleaned |= _masked_each(texts, suspect, rules, language)
    return {number: clean for number, clean in cleaned.items() if clean.text != blocks[number]}


def _masked_each(
    blocks: Sequence[str], cleaned: AbstractSet[int], rules: AbstractSet[Rule], language: str | None
) -> dict[int, Normalized]:
    """Mask what is private in blocks whose letters are clean, all but the cleaned: give, by number, those that change.

    Each line of a block is looked at for itself, and under a line that is nothing but a label.
    """
    work = work_of(frozenset(rules))
    others = [number for number in range(len(blocks)) if number not in cleaned]
    places = [(number, start, line) for number in others for start, line in _lines_of(blocks[number])]
    lines = [line for _, _, line in places]
    private = sorted(JoinedBlocks.of(lines).having(work.private_finders(language)))
    above = {number: _line_above(blocks, number) for number in {places[row][0] for row in private}}
    masked: dict[int, _Pass] = {}
    for row, masks in zip(private, possible_masks([lines[row] for row in private], work.masks), strict=True):
        number, start, line = places[row]
        label = label_above(blocks[number], start, start + len(line), above[number])
        if masks or label:
            on_block = masked.setdefault(number, _Pass(rules, language, line, {}))
            lines[row] = _repeated(partial(on_block.masked, masks=masks, label=label), line)
    texts: dict[int, list[str]] = {number: [] for number in masked}
    for (number, _, _), line in zip(places, lines, strict=True):
        if number in masked:
            texts[number].append(line)
    return {number: Normalized("\n".join(texts[number]), each.changes) for number, each in masked.items()}


def _lines_of(block: str) -> Iterator[tuple[int, str]]:
    """Give where each line of a block begins, and the line."""
    start = 0
    for line in block.split("\n"):
        yield start, line
        start += len(line) + 1


def _line_above(blocks: Sequence[str], number: int) -> str:
    """Give the last line of the block before one; nothing for the first block."""
    return blocks[number - 1].rpartition("\n")[2] if number else ""


def _spellings_in(document: str) -> OwnSpellings:
    return OwnSpellings(fold_presentation_forms(document))


def _repeated(change: Callable[[str], str], text: str) -> str:
    """Change a text until nothing changes: what one rule gives may be something for another."""
    for _ in range(_MAX_PASSES):
        changed = change(text)
        if changed == text:
            break
        text = changed
    return text


def document_language(text: str) -> str | None:
    """Give the language of a text of many lines; None for one line, which is too short to be a document."""
    return identify(text).code if "\n" in text.strip() else None


def explain(text: str, *, rules: AbstractSet[Rule] = DEFAULT_RULES, language: str | None = None) -> list[Edit]:
    """List the changes that ``normalize`` makes in a text, by line and rule, in the order of work."""
    edits: list[Edit] = []
    work = _Pass(rules, language, text, {}, edits=edits)
    for work.line, line in enumerate(text.split("\n"), 1):
        cleaned = _repeated(work.on, line)
        work.above = cleaned if cleaned.strip() else work.above
    return edits


class _Pass:
    """The rules, at work on a document or its lines once, and the record of what they changed."""

    def __init__(
        self,
        rules: AbstractSet[Rule],
        language: str | None,
        document: str,
        changes: dict[str, int],
        *,
        edits: list[Edit] | None = None,
        own: OwnSpellings | None = None,
        above: str = "",
    ) -> None:
        self._work = work_of(frozenset(rules))
        self.changes = changes
        self.edits = edits
        self.line = 1
        self.above = above
        self._language = language
        self._document = document
        self._own_spellings = own

    @cached_property
    def language(self) -> str | None:
        """The document's language: as given, or of a document of many lines as identified."""
        return self._language or document_language(self._document)

    @cached_property
    def _own(self) -> OwnSpellings:
        return self._own_spellings or _spellings_in(self._document)

    def on(self, text: str) -> str:
        """Do the work on a text: first the positional forms of all lines, then every line that a rule may change."""
        if PRESENTATION_FORM.search(text):
            text = self._positional_forms(text)
        pieces: list[str] = []
        done = 0
        unclean = self._unclean(text)
        while places := list(islice(unclean, _MAX_BATCH_LINES)):
            for (start, end), block in zip(places, self._cleaned_lines(text, places), strict=True):
                pieces += text[done:start], block
                done = end
        return "".join([*pieces, text[done:]])

    def _unclean(self, text: str) -> Iterator[tuple[int, int]]:
        """Give the beginning and end of each line that some rule may change."""
        finders = self._work.letter_finders + self._work.private_finders(self._language)
        nearest_signs = [-2] * len(finders)
        start = 0
        while start < len(text):
            for number, find in enumerate(finders):
                if nearest_signs[number] != -1 and nearest_signs[number] < start:
                    nearest_signs[number] = find(text, start)
            first = min((place for place in nearest_signs if place != -1), default=-1)
            if first < 0:
                return
            end = text.find("\n", first)
            end = len(text) if end < 0 else end
            yield text.rfind("\n", start, first) + 1 or start, end
            start = end + 1

    def _positional_forms(self, text: str) -> str:
        """Use the evidence in the shapes of the forms, then fold them, as Uyghur or as another language."""
        # Here, for few pages have such forms, and its patterns take long to compile.
        from normalization.uyghur.positions import mend_spaces, turn_visual_order

        text = self._try(Rule.VISUAL_ORDER, turn_visual_order, text)
        if foreign := foreign_lines(text):
            lines = text.split("\n")
            for number in foreign:
                lines[number] = self._try(Rule.PRESENTATION_FORMS, _fold_plainly, lines[number])
            text = "\n".join(lines)
        text = self._try(Rule.LOST_SPACES, mend_spaces, text)
        return self._try(Rule.PRESENTATION_FORMS, fold_and_count, text)

    def _cleaned_lines(self, text: str, places: Sequence[tuple[int, int]]) -> list[str]:
        """Clean the lines at some places in a text, in order; to read their letters together takes less time."""
        blocks = [text[slice(*place)] for place in places]
        suspect = [
            number
            for number, block in enumerate(blocks)
            if any(find(block, 0) >= 0 for find in self._work.letter_finders)
        ]
        misread = mojibake.shows("\n".join(blocks))
        for number in suspect:
            blocks[number] = self._mend_characters(blocks[number], misread=misread)
        if self._work.word_rules and suspect:
            reads = read_letters([blocks[number] for number in suspect], self._work.word_rules, self.language)
            for number, read in zip(suspect, reads, strict=True):
                for rule, count in read.changes.items():
                    self._record(rule, count, blocks[number], read.text)
                blocks[number] = read.text
        blocks = [self._spelt_and_composed(block) for block in blocks]
        private = [number for number, block in enumerate(blocks) if may_be_private(block, self._language)]
        possible = possible_masks([blocks[number] for number in private], self._work.masks)
        for number, masks in zip(private, possible, strict=True):
            blocks[number] = self.masked(blocks[number], masks, label_above(text, *places[number], self.above))
        return blocks

    def _mend_characters(self, text: str, *, misread: bool) -> str:
        """Mend what is no letter of any language: misread bytes (if any line is ``misread``), controls, private use."""
        if misread:
            text = self._try(Rule.MOJIBAKE, _mend_mojibake, text)
        text = self._try(Rule.CONTROLS, drop_controls, text)
        text = self._try(Rule.PRIVATE_USE, read_private_use, text)
        return self._drop_marks(text)

    def _spelt_and_composed(self, text: str) -> str:
        """Apply the optional rules of spelling to a Uyghur line, and compose the letters of any line."""
        if self._work.corrects_spelling and self._is_misspelt_uyghur(text):
            text = self._try(Rule.SPELLING, partial(correct_spelling, own=self._own), text)
            text = self._try(Rule.BARE_VOWELS, partial(complete_vowels, own=self._own), text)
            text = self._try(Rule.DIGITS, fold_digits, text)
            text = self._try(Rule.PUNCTUATION, set_punctuation, text)
        return self._try(Rule.COMPOSITION, _compose, text)

    def _is_misspelt_uyghur(self, text: str) -> bool:
        """Tell whether a line is Uyghur, or in a Uyghur document becomes so by its U+0626, which Kazakh has not."""
        if is_uyghur(text):
            return True
        return self.language == UYGHUR and is_uyghur(complete_vowels(text, self._own)[0])

    def masked(self, line: str, masks: Sequence[Mask], label: str) -> str:
        """Mask what is private in a line, under a line that is nothing but a label or under none."""
        of_label = mask_value(line, label, self._work.masks) if label else ()
        for rule, count, masked in of_label or mask(line, masks):
            self._record(rule, count, line, masked)
            line = masked
        return line

    def _drop_marks(self, text: str) -> str:
        """Drop format characters and tatweels, which mean something in some languages only."""
        if FORMAT_CHARACTER.search(text):
            uyghur = is_uyghur(text)
            text = self._try(Rule.FORMAT_CHARACTERS, lambda text: drop_format_characters(text, uyghur=uyghur), text)
        if TATWEEL in text:
            rest = text.replace(TATWEEL, "")
            if not _ARABIC_LETTER.search(rest) or is_uyghur(rest):
                text = self._try(Rule.TATWEEL, mend_tatweel, text)
        return text

    def _try(self, rule: Rule, change: Callable[[str], tuple[str, int]], text: str) -> str:
        """Let a rule that is on change the text, and record that it did."""
        if rule not in self._work.rules:
            return text
        changed, count = change(text)
        if changed != text:
            self._record(rule, count, text, changed)
        return changed

    def _record(self, rule: Rule, count: int, before: str, after: str) -> None:
        self.changes[rule] = self.changes.get(rule, 0) + count
        if self.edits is not None:
            self.edits.append(Edit(self.line, rule, before, after))


def _mend_mojibake(text: str) -> tuple[str, int]:
    mended = mojibake.mend(text)
    return mended.text, mended.runs


def _fold_plainly(text: str) -> tuple[str, int]:
    return fold_and_count(text, uyghur=False)


def _compose(text: str) -> tuple[str, int]:
    return composed(text), 1
