"""Uyghur words, block by block: which words are Uyghur, and the letters they were meant to have."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import inf
from operator import le

import numpy as np

from normalization.languages.trigrams import UYGHUR, trigrams
from normalization.rules import Rule
from normalization.uyghur.alphabet import TOKEN, VOWELS
from normalization.uyghur.legacy import STRAY_LETTERS, STRAYS, Habits, alphabet_of, has_arabic_yeh, spellings

WORD_RULES = frozenset(STRAYS)
"""The rules whose letters are read word by word."""

_STRAY = re.compile(f"[{''.join(sorted(STRAY_LETTERS))}\u0654]|ئئ")
# Hamza that follows its vowel, which composition would turn into a letter of another language; and doubled hamza.
_HAMZA_AFTER = re.compile("([اەوۇۆۈېى])[\u0654\u0674]")
_LOOSE_HAMZA = re.compile("[\u0654\u0674]|ئئ")
# On a yeh before a vowel it is U+0626 in two pieces.
_HAMZA_IN_PIECES = re.compile("[ىی][\u0654\u0674](?=[اەوۇۆۈېى])")
# From the run's first letter, without giving back: from every letter, a run of 100,000 of them takes minutes.
_DOUBLED_HAMZA = re.compile("(?<!ئ)ئ{2,}+(?=[اەوۇۆۈېى])")

# Costs in nats. A block with strays is rather Uyghur than foreign, a known word alone, which may be both, much rather.
_UYGHUR_LEAN_NATS = 1.5
_LONE_WORD_LEAN_NATS = 6.0
# A foreign word or two in a Uyghur block is common; a Uyghur word in a foreign block is mostly chance (a name, a loan),
# so that it takes two or three in a row to be believed.
_SWITCH_TO_FOREIGN_NATS = 5.0
_SWITCH_TO_UYGHUR_NATS = 16.0
# Of six words or more, four fifths are known and do not begin with a bare vowel: no other language comes near.
_MIN_PLAIN_WORDS = 6
_MIN_PLAIN_SHARE = 0.8
# There, an unknown word cheaper than this a letter is Uyghur; Arabic words, read as Uyghur, cost four or more.
_MAX_UYGHUR_NATS_PER_LETTER = 2.8
# A letter of a word that cannot be Uyghur: dearer than in any language (3 or 4 nats), yet no bar to a run around it.
_UNREADABLE_LETTER_NATS = 8.0


@dataclass(frozen=True, slots=True)
class Read:
    """A block's text with its Uyghur words mended, and how many letters each rule changed."""

    text: str
    changes: dict[Rule, int]


def read_letters(blocks: Sequence[str], rules: frozenset[Rule], language: str | None) -> list[Read]:
    """Replace the stray letters in the Uyghur words of each block; words of other languages stay as they are.

    Args:
        blocks: texts, each read by itself; a batch takes less time than its blocks one by one.
        rules: those of ``WORD_RULES`` that are on.
        language: the language of the blocks' document, when it is known; it decides for short blocks.
    """
    reads = [Read(text, {}) for text in blocks]
    doubtful = {number: _BlockWords(text, rules) for number, text in enumerate(blocks) if is_doubtful(text)}
    uncertain = [words for words in doubtful.values() if words.uncertain]
    foreign = dict(zip(map(id, uncertain), _foreign_costs(uncertain), strict=True)) if uncertain else {}
    for number, words in doubtful.items():
        reads[number] = words.read(words.uyghur_places(foreign.get(id(words)), language))
    return reads


def is_doubtful(text: str) -> bool:
    """Tell whether a text may have stray letters."""
    return _STRAY.search(text) is not None or has_arabic_yeh(text)


class _BlockWords:
    """One block's words, each with the ways to read it as Uyghur."""

    def __init__(self, text: str, rules: frozenset[Rule]) -> None:
        self.text = text
        self.tokens = self.words = TOKEN.findall(text)
        if Rule.HAMZA in rules and _LOOSE_HAMZA.search(text):
            self.words = [_mend_hamza(word) for word in self.tokens]
        self.alphabet = alphabet_of(text, rules)
        self.choices = [spellings(word, self.alphabet) for word in self.words]
        self.uyghur_costs: list[float] = []
        """What each word costs as Uyghur, in nats."""
        doubtful, plain = [], 0
        for place, (word, choice) in enumerate(zip(self.words, self.choices, strict=True)):
            if not choice:
                self.uyghur_costs.append(_UNREADABLE_LETTER_NATS * len(word))
                doubtful.append(place)
                continue
            best = choice[0]
            self.uyghur_costs.append(best.cost)
            if best.known:
                plain += best.word[0] not in VOWELS
            elif best.word != word and best.cost > _MAX_UYGHUR_NATS_PER_LETTER * len(word):
                doubtful.append(place)
        self.is_surely_uyghur = len(self.words) >= _MIN_PLAIN_WORDS and plain >= len(self.words) * _MIN_PLAIN_SHARE
        """Nearly all words are known: only unknown ones that would change are compared with other languages."""
        every = range(len(self.words))
        self.uncertain = self._with_changed_beside(doubtful) if self.is_surely_uyghur else list(every)
        """The places of the words that are compared with other languages."""

    def _with_changed_beside(self, places: list[int]) -> list[int]:
        """Add the words beside these that would change: in a sentence that is quoted, some words look like Uyghur."""
        uncertain = set(places)
        for step in (-1, 1):
            for place in places:
                beside = place + step
                while beside in range(len(self.words)) and beside not in uncertain and self._would_change(beside):
                    uncertain.add(beside)
                    beside += step
        return sorted(uncertain)

    def _would_change(self, place: int) -> bool:
        choice = self.choices[place]
        return bool(choice) and choice[0].word != self.words[place]

    def uyghur_places(self, foreign: "_ForeignCosts | None", language: str | None) -> list[int]:
        """Give the places of the Uyghur words: the cheaper of two languages along the block (Viterbi).

        Args:
            foreign: what the uncertain words cost in other languages; None when the block has none of them.
            language: the language of the blocks' document, when it is known.
        """
        is_foreign = False
        foreign_costs = [inf] * len(self.words)
        if foreign:
            costs = foreign.any if self.is_surely_uyghur else foreign.usual
            for place, cost in zip(self.uncertain, costs, strict=True):
                foreign_costs[place] = cost
            if not self.is_surely_uyghur:
                alone = len(self.words) == 1 and bool(self.choices[0]) and self.choices[0][0].known
                lean = _LONE_WORD_LEAN_NATS if alone else _UYGHUR_LEAN_NATS
                is_foreign = sum(self.uyghur_costs) > foreign.total + lean * (language in {None, UYGHUR})
        if not is_foreign and all(map(le, self.uyghur_costs, foreign_costs)):
            return [place for place, choice in enumerate(self.choices) if choice]
        are_uyghur = _cheapest_languages(self.uyghur_costs, foreign_costs, is_foreign=is_foreign)
        return [place for place, is_uyghur in enumerate(are_uyghur) if is_uyghur and self.choices[place]]

    def read(self, places: list[int]) -> Read:
        """Choose a spelling for each Uyghur word, at these places; the block's habits decide between near ones."""
        changes: Counter[Rule] = Counter()
        habits: Habits | None = None
        read = self.tokens.copy()
        for place in places:
            word, choice = self.words[place], self.choices[place]
            best = choice[0]
            if best.choices and (len(choice) > 1 or not best.known):
                habits = habits or Habits(self.choices[place] for place in places)
                best = habits.choose(word, self.alphabet, choice)
            if best.word != self.tokens[place]:
                read[place] = best.word
                for rule, count in best.changes:
                    changes[rule] += count
                if word != self.tokens[place]:
                    changes[Rule.HAMZA] += 1
        if read == self.tokens:
            return Read(self.text, {})
        between = TOKEN.split(self.text)
        return Read("".join(chain.from_iterable(zip(between, [*read, ""], strict=True))), dict(changes))


@dataclass(frozen=True, slots=True)
class _ForeignCosts:
    """What the uncertain words of a block cost in other languages, in nats.

    ``any``: each word in the language it is likeliest in. ``usual``: each in the language the block is likeliest in, or
    in one that Uyghur quotes. ``total``: all in the block's language.
    """

    any: list[float]
    usual: list[float]
    total: float


def _foreign_costs(blocks: list[_BlockWords]) -> Iterator[_ForeignCosts]:
    """Give what the uncertain words of each block cost in other languages; all blocks are computed at once."""
    models = trigrams()
    table = models.word_costs([words.words[place] for words in blocks for place in words.uncertain])[:, models.foreign]
    sizes = np.array([len(words.uncertain) for words in blocks])
    ends = np.cumsum(sizes)
    starts = ends - sizes
    totals = np.add.reduceat(table, starts, axis=0)
    language = np.repeat(totals.argmin(1), sizes)
    usual = np.minimum(table[np.arange(len(table)), language], table[:, models.quoted].min(1, initial=inf)).tolist()
    best = table.min(1).tolist()
    for start, end, total in zip(starts.tolist(), ends.tolist(), totals.min(1).tolist(), strict=True):
        yield _ForeignCosts(best[start:end], usual[start:end], total)


def _mend_hamza(word: str) -> str:
    """Write a hamza before its vowel as U+0626, and a doubled one once."""
    word = _HAMZA_AFTER.sub(r"ئ\1", _HAMZA_IN_PIECES.sub("ئ", word))
    return _DOUBLED_HAMZA.sub("ئ", word)


def _cheapest_languages(uyghur: list[float], foreign: list[float], *, is_foreign: bool) -> list[bool]:
    """Tell for each word of a block whether it is Uyghur, by the cheapest way through the block (Viterbi).

    Args:
        uyghur: what each word costs as Uyghur, in nats.
        foreign: what each word costs in another language, in nats.
        is_foreign: the block as a whole is in another language, in which a Uyghur word is mostly chance.
    """
    switch = _SWITCH_TO_UYGHUR_NATS if is_foreign else _SWITCH_TO_FOREIGN_NATS
    in_uyghur, in_foreign = (switch, 0.0) if is_foreign else (0.0, switch)
    steps: list[tuple[bool, bool]] = []
    """For each word: whether the one before is Uyghur, if the word itself is, and if it is not."""
    for uyghur_cost, foreign_cost in zip(uyghur, foreign, strict=True):
        steps.append((in_uyghur <= in_foreign + switch, in_uyghur + switch < in_foreign))
        in_uyghur, in_foreign = (
            min(in_uyghur, in_foreign + switch) + uyghur_cost,
            min(in_foreign, in_uyghur + switch) + foreign_cost,
        )
    is_uyghur = in_uyghur <= in_foreign
    path = []
    for before_uyghur, before_foreign in reversed(steps):
        path.append(is_uyghur)
        is_uyghur = before_uyghur if is_uyghur else before_foreign
    return path[::-1]
