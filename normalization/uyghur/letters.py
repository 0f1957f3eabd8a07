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
from normalization.uyghur.legacy import STRAY_LETTERS, STRAYS, Habits, spellings, writing_of

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
_LEAN = 1.5
_LEAN_ALONE = 6.0
# A foreign word or two in a Uyghur block is common; a Uyghur word in a foreign block is mostly chance (a name, a loan),
# so that it takes two or three in a row to be believed.
_INTO_FOREIGN = 5.0
_INTO_UYGHUR = 16.0
# Of six words or more four fifths known, and none of these beginning with a bare vowel: no other language comes near.
_PLAIN_LEAST = 6
_PLAIN_SHARE = 0.8
# There, an unknown word cheaper than this a letter is Uyghur; Arabic words, read as Uyghur, cost four or more.
_STRANGE = 2.8
# A letter of a word that cannot be Uyghur: dearer than in any language (3 or 4 nats), yet no bar to a run around it.
_UNREADABLE = 8.0


@dataclass(frozen=True, slots=True)
class Read:
    """A block's text with its Uyghur words mended, and how many letters each rule changed."""

    text: str
    changes: dict[Rule, int]


def read_letters(blocks: Sequence[str], rules: frozenset[Rule], language: str | None = None) -> list[Read]:
    """Give the Uyghur words of each block the letters they stand for; words of other languages stay as they are.

    ``rules`` are those of ``LETTER_RULES`` that are on. ``language`` is the language of the document the blocks are
    from, when known: short ones lean to it. A block is read by itself; many at once are read quicker.
    """
    reads = [Read(text, {}) for text in blocks]
    found = {number: _Words(text, rules) for number, text in enumerate(blocks) if _STRAY.search(text)}
    asked = [words for words in found.values() if words.asked]
    weighed = dict(zip(map(id, asked), _weigh(asked), strict=True)) if asked else {}
    for number, words in found.items():
        reads[number] = words.read(words.ours(weighed.get(id(words)), language))
    return reads


class _Words:
    """One block's words, each with the ways to read it as Uyghur."""

    def __init__(self, text: str, rules: frozenset[Rule]) -> None:
        self.text = text
        self.found = self.words = TOKEN.findall(text)
        if Rule.HAMZA in rules and _LOOSE_HAMZA.search(text):
            self.words = [_mend_hamza(word) for word in self.found]
        self.writing = writing_of(text, rules)
        self.choices = [spellings(word, self.writing) for word in self.words]
        self.home: list[float] = []
        """What each word costs as Uyghur, in nats."""
        doubtful, plain = [], 0
        for place, (word, choice) in enumerate(zip(self.words, self.choices, strict=True)):
            if not choice:
                self.home.append(_UNREADABLE * len(word))
                doubtful.append(place)
                continue
            best = choice[0]
            self.home.append(best.cost)
            if best.known:
                plain += best.word[0] not in VOWELS
            elif best.word != word and best.cost > _STRANGE * len(word):
                doubtful.append(place)
        self.plain = len(self.words) >= _PLAIN_LEAST and plain >= len(self.words) * _PLAIN_SHARE
        """Uyghur beyond doubt; only what would change an unknown word is worth asking about."""
        self.asked = doubtful if self.plain else list(range(len(self.words)))
        """The places of the words that may be of another language."""

    def ours(self, weighed: "_Weighed | None", language: str | None) -> list[int]:
        """Give the places of the Uyghur words: the cheaper of two languages along the block (Viterbi)."""
        strange = False
        abroad = [inf] * len(self.words)
        if weighed:
            for place, cost in zip(self.asked, weighed.any if self.plain else weighed.usual, strict=True):
                abroad[place] = cost
            if not self.plain:
                alone = len(self.words) == 1 and bool(self.choices[0]) and self.choices[0][0].known
                lean = _LEAN_ALONE if alone else _LEAN
                strange = sum(self.home) > weighed.total + lean * (language in {None, UYGHUR})
        if not strange and all(map(le, self.home, abroad)):
            return [place for place, choice in enumerate(self.choices) if choice]
        path = _path(self.home, abroad, strange=strange)
        return [place for place, here in enumerate(path) if here and self.choices[place]]

    def read(self, ours: list[int]) -> Read:
        """Choose a spelling for each of our words; the block's habits decide between near ones."""
        changes: Counter[Rule] = Counter()
        habits: Habits | None = None
        read = self.found.copy()
        for place in ours:
            word, choice = self.words[place], self.choices[place]
            best = choice[0]
            if best.choices and (len(choice) > 1 or not best.known):
                habits = habits or Habits(self.choices[place] for place in ours)
                best = habits.choose(word, self.writing, choice)
            if best.word != self.found[place]:
                read[place] = best.word
                for rule, count in best.changes:
                    changes[rule] += count
                if word != self.found[place]:
                    changes[Rule.HAMZA] += 1
        if read == self.found:
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


def _weigh(blocks: list[_Words]) -> Iterator[_Weighed]:
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
    switch = _INTO_UYGHUR if strange else _INTO_FOREIGN
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
