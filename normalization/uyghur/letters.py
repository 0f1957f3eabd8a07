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

LETTER_RULES = frozenset(STRAYS)
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


def read_letters(blocks: Sequence[str], rules: frozenset[Rule], language: str | None = None) -> list[Read]:
    """Replace the stray letters in the Uyghur words of each block; words of other languages stay as they are.

    Args:
        blocks: texts, each read by itself; a batch takes less time than its blocks one by one.
        rules: those of ``LETTER_RULES`` that are on.
        language: the language of the blocks' document, when it is known; it decides for short blocks.
    """
    reads = [Read(text, {}) for text in blocks]
    doubtful = {number: _BlockWords(text, rules) for number, text in enumerate(blocks) if is_doubtful(text)}
    asked = [words for words in doubtful.values() if words.asked]
    weighed = dict(zip(map(id, asked), _weigh(asked), strict=True)) if asked else {}
    for number, words in doubtful.items():
        reads[number] = words.read(words.ours(weighed.get(id(words)), language))
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
        self.home: list[float] = []
        """What each word costs as Uyghur, in nats."""
        doubtful, plain = [], 0
        for place, (word, choice) in enumerate(zip(self.words, self.choices, strict=True)):
            if not choice:
                self.home.append(_UNREADABLE_LETTER_NATS * len(word))
                doubtful.append(place)
                continue
            best = choice[0]
            self.home.append(best.cost)
            if best.known:
                plain += best.word[0] not in VOWELS
            elif best.word != word and best.cost > _MAX_UYGHUR_NATS_PER_LETTER * len(word):
                doubtful.append(place)
        self.plain = len(self.words) >= _MIN_PLAIN_WORDS and plain >= len(self.words) * _MIN_PLAIN_SHARE
        """The block is Uyghur beyond doubt; only unknown words that would change are compared with other languages."""
        self.asked = self._with_changed_beside(doubtful) if self.plain else list(range(len(self.words)))
        """The places of the words that are compared with other languages."""

    def _with_changed_beside(self, places: list[int]) -> list[int]:
        """Add the words beside these that would change: some words of a sentence that is quoted read as ours."""
        asked = set(places)
        for step in (-1, 1):
            for place in places:
                beside = place + step
                while beside in range(len(self.words)) and beside not in asked and self._would_change(beside):
                    asked.add(beside)
                    beside += step
        return sorted(asked)

    def _would_change(self, place: int) -> bool:
        choice = self.choices[place]
        return bool(choice) and choice[0].word != self.words[place]

    def ours(self, weighed: "_Weighed | None", language: str | None) -> list[int]:
        """Give the places of the Uyghur words: the cheaper of two languages along the block (Viterbi)."""
        strange = False
        abroad = [inf] * len(self.words)
        if weighed:
            for place, cost in zip(self.asked, weighed.any if self.plain else weighed.usual, strict=True):
                abroad[place] = cost
            if not self.plain:
                alone = len(self.words) == 1 and bool(self.choices[0]) and self.choices[0][0].known
                lean = _LONE_WORD_LEAN_NATS if alone else _UYGHUR_LEAN_NATS
                strange = sum(self.home) > weighed.total + lean * (language in {None, UYGHUR})
        if not strange and all(map(le, self.home, abroad)):
            return [place for place, choice in enumerate(self.choices) if choice]
        path = _path(self.home, abroad, strange=strange)
        return [place for place, here in enumerate(path) if here and self.choices[place]]

    def read(self, ours: list[int]) -> Read:
        """Choose a spelling for each of our words; the block's habits decide between near ones."""
        changes: Counter[Rule] = Counter()
        habits: Habits | None = None
        read = self.tokens.copy()
        for place in ours:
            word, choice = self.words[place], self.choices[place]
            best = choice[0]
            if best.choices and (len(choice) > 1 or not best.known):
                habits = habits or Habits(self.choices[place] for place in ours)
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
class _Weighed:
    """What a block's words that were asked about cost in other languages, in nats.

    ``any``: each word in the language it is likeliest in. ``usual``: each in the language the block is likeliest in, or
    in one that Uyghur quotes. ``total``: all in the block's language.
    """

    any: list[float]
    usual: list[float]
    total: float


def _weigh(blocks: list[_BlockWords]) -> Iterator[_Weighed]:
    models = trigrams()
    table = models.word_costs([words.words[place] for words in blocks for place in words.asked])[:, models.foreign]
    sizes = np.array([len(words.asked) for words in blocks])
    ends = np.cumsum(sizes)
    starts = ends - sizes
    totals = np.add.reduceat(table, starts, axis=0)
    language = np.repeat(totals.argmin(1), sizes)
    usual = np.minimum(table[np.arange(len(table)), language], table[:, models.quoted].min(1, initial=inf)).tolist()
    best = table.min(1).tolist()
    for start, end, total in zip(starts.tolist(), ends.tolist(), totals.min(1).tolist(), strict=True):
        yield _Weighed(best[start:end], usual[start:end], total)


def _mend_hamza(word: str) -> str:
    word = _HAMZA_AFTER.sub(r"ئ\1", _HAMZA_IN_PIECES.sub("ئ", word))
    return _DOUBLED_HAMZA.sub("ئ", word)


def _path(home: list[float], abroad: list[float], *, strange: bool) -> list[bool]:
    """Give for each word whether it is at home, by the cheapest way through the block."""
    switch = _SWITCH_TO_UYGHUR_NATS if strange else _SWITCH_TO_FOREIGN_NATS
    ours, theirs = (switch, 0.0) if strange else (0.0, switch)
    steps: list[tuple[bool, bool]] = []
    for here, there in zip(home, abroad, strict=True):
        steps.append((ours <= theirs + switch, ours + switch < theirs))
        ours, theirs = min(ours, theirs + switch) + here, min(theirs, ours + switch) + there
    at_home = ours <= theirs
    path = []
    for from_ours, from_theirs in reversed(steps):
        path.append(at_home)
        at_home = from_ours if at_home else from_theirs
    return path[::-1]
