"""Letter-substitution alphabets and stray letters: what each letter can stand for, and how a Uyghur word is read.

Text typed for fonts of the time before Unicode, or on a Kazakh or Persian keyboard, has letters that Uyghur does not
have. A word is read by a noisy channel: of all spellings that its letters can stand for, the likeliest word of the
lexicon is chosen; without a known word, the likeliest sequence of letters. Writers differ, so the unambiguous words of
a block decide how its other words are read.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from math import exp, inf, log
from operator import itemgetter
from typing import NamedTuple

from normalization.rules import Rule
from normalization.uyghur.alphabet import LETTERS, VOWELS
from normalization.uyghur.lexicon import lexicon

ALPHABETS: dict[str, dict[str, str]] = {
    "two-letter": {"ە": "ة", "ى": "ص", "ې": "ص"},
    "duldul": {
        "ە": "ة", "ڭ": "ث", "ھ": "ه", "ۇ": "ذ", "ۆ": "أ", "ۈ": "إ", "ۋ": "ؤ", "ې": "ص", "ى": "ئ", "ئ": "ظ",
    },
    "duldul-sad": {
        "ە": "ة", "ڭ": "ث", "ھ": "ه", "ۇ": "ذ", "ۆ": "أ", "ۈ": "إ", "ۋ": "ؤ", "ې": "ص", "ى": "ص", "ئ": "ظ",
    },
    "uighursoft": {
        "ە": "ة", "پ": "ص", "چ": "ح", "ژ": "آ", "گ": "ض", "ڭ": "ث", "ھ": "ه", "ۇ": "ذ", "ۆ": "أ", "ۈ": "ى", "ۋ": "ؤ",
        "ې": "ئ", "ى": "ع", "ئ": "ظ",
    },
    "kazakh-keyboard": {"غ": "ع", "خ": "ح", "ۆ": "ۅ", "ۈ": "ۉ"},
}  # fmt: skip
"""How each alphabet writes the Uyghur letters that its font or keyboard lacked."""

# What a letter that is not Uyghur's can stand for, and the number of pages (of 32,590) in which it was seen to; the
# readings of single slips (heh, yeh, kaf) weigh alike, for the word decides.
STRAYS: dict[Rule, dict[str, dict[str, int]]] = {
    Rule.ALPHABETS: {
        "ص": {"ى": 130, "ې": 34, "پ": 1},
        "ة": {"ە": 214},
        "ظ": {"ئ": 190},
        "ذ": {"ۇ": 97, "ۈ": 10, "و": 3},
        "ث": {"ڭ": 120},
        "أ": {"ۆ": 58, "ئا": 5, "ا": 5, "ۈ": 1},
        "إ": {"ۋ": 47, "ۈ": 25, "ئى": 2, "ۆ": 1},
        "ؤ": {"ۇ": 80, "ۋ": 38, "ۈ": 5},
        "ع": {"غ": 224, "ى": 17},
        "ح": {"خ": 181, "ھ": 10, "چ": 2},
        "ض": {"گ": 4, "ې": 1},
        "ۉ": {"ۈ": 60, "ۆ": 20},
        "ۅ": {"ۆ": 26, "ۈ": 10, "و": 2},
    },
    Rule.HEH: {"ه": {"ھ": 1, "ە": 1}, "ہ": {"ھ": 1, "ە": 1}, "ۀ": {"ە": 1}, "ۂ": {"ە": 1}},
    Rule.YEH: {"ی": {"ى": 2, "ي": 2, "ې": 1}, "ێ": {"ې": 1}},
    Rule.LOOK_ALIKES: {"ک": {"ك": 1}, "ڪ": {"ك": 1}, "ڧ": {"ف": 1}, "ڬ": {"ڭ": 1}, "ݣ": {"ڭ": 1}},
    Rule.HAMZA: {"ء": {"ئ": 1}, "ٴ": {"ئ": 1}, "آ": {"ئا": 9, "ا": 2, "ژ": 1}},
}
LetterReadings = dict[str, float]
"""What one letter can stand for, each reading with its cost in nats."""
_NO_READING: LetterReadings = {}
STRAY_LETTERS = frozenset(letter for strays in STRAYS.values() for letter in strays)
# A Uyghur letter that an alphabet gives to another: U+0626 where it cannot be itself (no vowel follows) in any block
# with stray letters; anywhere, and the round vowel, only where its writer shows to use the fuller alphabets.
_FULLER = {"ئ": {"ئ": 20, "ى": 50, "ې": 5}, "ۇ": {"ۇ": 20, "ۈ": 5}}
_FULLER_SIGNS = frozenset("ظذؤثأإ")
_UIGHURSOFT = {"ى": {"ى": 20, "ۈ": 10}, "ئ": {"ئ": 20, "ې": 50, "ى": 5}}
_UIGHURSOFT_SIGNS = frozenset("عی")
_VOWELS = frozenset(VOWELS)
_MAYBE_VOWEL = {
    letter for strays in STRAYS.values() for letter, readings in strays.items() if set(VOWELS) & readings.keys()
}
_ARABIC_YEH = {"ي": 2, "ى": 2, "ې": 1}
"""U+064A of who types Uyghur on an Arabic keyboard, and writes it for all of them."""
_RULE_OF = {letter: rule for rule, strays in STRAYS.items() for letter in strays}

# How much the pages' counts weigh against the lexicon's for a known word: little, for the lexicon's counts hold those
# writers' habits already (ى for ې); an unknown word has nothing but them.
_PAGE_COUNT_WEIGHT = 0.25
# A word written without its first hamza: one in four hundred words of the web.
_BARE_VOWEL_NATS = log(400)
_HAMZA: LetterReadings = {"ئ": 0.0}
# What the pages' counts weigh, as so many letters of the block itself.
_PRIOR_LETTERS = 2.0
# The name of God as Arabic writes it, which Uyghur texts quote everywhere.
_ARABIC_NAME = re.compile("[وبت]?الله|لله$")
_MAX_WORD_LETTERS = 40
"""Letters; the longest known word has 24, and what is longer is no word."""
# A spelling dearer than the best by this much (five times rarer) is no choice that a block's habits could turn.
_MAX_EXTRA_NATS = 1.6


class Spelling(NamedTuple):
    """One way to read a word.

    ``cost`` is in nats; ``known``: the lexicon has the word; ``choices`` are the letters that could have been read
    otherwise, each followed by its reading; ``changes`` says how many letters each rule changed.
    """

    word: str
    cost: float
    known: bool
    choices: tuple[str, ...]
    changes: tuple[tuple[Rule, int], ...]


class BlockAlphabet:
    """What each letter of a block can stand for, by the rules that are on and the alphabets that its letters show."""

    def __init__(
        self, rules: frozenset[Rule], *, stray: bool, fuller: bool, uighursoft: bool, arabic_yeh: bool
    ) -> None:
        self._readings = {letter: _readings_with_costs({letter: 1}) for letter in LETTERS}
        for others in (_FULLER if fuller else {}), (_UIGHURSOFT if uighursoft else {}):
            self._readings |= {letter: _readings_with_costs(readings) for letter, readings in others.items()}
        self._readings |= {
            letter: _readings_with_costs(STRAYS[rule][letter]) for letter, rule in _RULE_OF.items() if rule in rules
        }
        if arabic_yeh:
            self._readings["ي"] = _readings_with_costs(_ARABIC_YEH)
        # Before no vowel for sure, and before a letter that can be one.
        maybe = (_UIGHURSOFT if uighursoft else _FULLER)["ئ"]
        self._bare_hamza = (_readings_with_costs(maybe | {"ئ": 1}), _readings_with_costs(maybe)) if stray else None

    def readings(self, word: str) -> list[LetterReadings]:
        """Give what each letter of a word can stand for; an empty list when one of them is no letter of Uyghur."""
        if len(word) > _MAX_WORD_LETTERS:
            return []
        places = [self._readings.get(letter, _NO_READING) for letter in word]
        if _NO_READING in places:
            return []
        if self._bare_hamza and "ئ" in word:
            for number, following in enumerate(word[1:] + "\0"):
                if word[number] == "ئ" and following not in _VOWELS:
                    places[number] = self._bare_hamza[following in _MAYBE_VOWEL]
        return places


def alphabet_of(text: str, rules: frozenset[Rule]) -> BlockAlphabet:
    """Choose a block's alphabet by the letters that occur in it."""
    strays = STRAY_LETTERS.intersection(text) if Rule.ALPHABETS in rules else frozenset()
    fuller = not strays.isdisjoint(_FULLER_SIGNS)
    return _block_alphabet(
        rules,
        stray=bool(strays),
        fuller=fuller,
        uighursoft=fuller and not strays.isdisjoint(_UIGHURSOFT_SIGNS),
        arabic_yeh=Rule.YEH in rules and has_arabic_yeh(text),
    )


def has_arabic_yeh(text: str) -> bool:
    """Tell whether a text with letters of Uyghur's own has U+064A and no U+0649, the letter that Uyghur has most of."""
    return "ي" in text and "ى" not in text and ("ە" in text or "ۇ" in text)


_block_alphabet = cache(BlockAlphabet)


def _readings_with_costs(counts: Mapping[str, float]) -> LetterReadings:
    """Give what one letter can stand for with the costs, by how often each reading was seen."""
    total = sum(counts.values())
    return {reading: log(total / count) for reading, count in counts.items()}


@lru_cache(maxsize=50_000)
def spellings(word: str, alphabet: BlockAlphabet) -> tuple[Spelling, ...]:
    """Give the likeliest ways to read a word, best first; none when some letter cannot be Uyghur."""
    places = [] if _ARABIC_NAME.match(word) else alphabet.readings(word)
    if not places:
        return ()
    known = _known_spellings(word, places)
    if not known and places[0].keys() & _VOWELS:
        # Kazakh habit leaves the first hamza out: known with it is known.
        known = [
            (cost + _BARE_VOWEL_NATS, letters[1:]) for cost, letters in _known_spellings("ئ" + word, [_HAMZA, *places])
        ]
    if not known:
        letters, cost = lexicon().likeliest(places)
        return (_spelling(word, letters, places, cost, known=False),)
    known.sort(key=itemgetter(0))
    dearest = known[0][0] + _MAX_EXTRA_NATS
    return tuple(_spelling(word, letters, places, cost, known=True) for cost, letters in known if cost < dearest)


def _known_spellings(word: str, places: list[LetterReadings]) -> list[tuple[float, Sequence[str]]]:
    """Give the known words that fit, by their letters, and what they cost."""
    words = lexicon()
    if all(len(place) == 1 for place in places):
        only = "".join(chain.from_iterable(places))
        return [(words.known_cost(only), only)] if only in words else []
    fitting: list[tuple[float, Sequence[str]]] = []
    for start in places[0]:
        if len(start) > 1:  # one stray letter that stands for two, as it does at a word's beginning
            alike = [known for known in words.candidates(start + word[1:]) if known.startswith(start)]
            fitting += _fitting([(start, *known[2:]) for known in alike], places)
    fitting += _fitting(words.candidates(word), places)
    return fitting


def _fitting(
    candidates: Iterable[Sequence[str]], places: list[LetterReadings]
) -> Iterator[tuple[float, Sequence[str]]]:
    """Give those of some known words that the letters of a word can stand for, and what each costs."""
    for letters in candidates:
        cost = _fit(letters, places)
        if cost is not None:
            yield lexicon().known_cost("".join(letters)) + cost, letters


def _fit(letters: Sequence[str], places: list[LetterReadings]) -> float | None:
    """Give what reading these letters costs, or None when they do not fit; one habit of a writer is paid for once."""
    prices = [place.get(letter, inf) for letter, place in zip(letters, places, strict=True)]
    return None if inf in prices else _PAGE_COUNT_WEIGHT * sum(dict(zip(letters, prices, strict=True)).values())


def _spelling(word: str, letters: Sequence[str], places: list[LetterReadings], cost: float, *, known: bool) -> Spelling:
    """Make the spelling that reads each letter of a word as one of its readings (``letters``)."""
    read = "".join(letters)
    choices = [letter + reading for letter, reading, place in zip(word, letters, places, strict=True) if len(place) > 1]
    rules = [
        (Rule.YEH if letter == "ي" else _RULE_OF.get(letter, Rule.ALPHABETS))
        for letter, reading in zip(word, letters, strict=True)
        if letter != reading
    ]
    return Spelling(read, cost, known, tuple(choices), _counted(tuple(rules)))


@lru_cache(maxsize=1000)
def _counted(rules: tuple[Rule, ...]) -> tuple[tuple[Rule, int], ...]:
    """Count each rule; few lists occur, and one object for each keeps the memory's keeper from looking at thousands."""
    return tuple(Counter(rules).items())


class Habits:
    """How one block writes, learned from its sure words: which letter each stray letter stood for, and how often."""

    def __init__(self, choices: Iterable[tuple[Spelling, ...]]) -> None:
        self._seen = Counter(
            chain.from_iterable(choice[0].choices for choice in choices if len(choice) == 1 and choice[0].known)
        )
        self._totals: Counter[str] = Counter()
        for pair, count in self._seen.items():
            self._totals[pair[0]] += count

    def choose(self, word: str, alphabet: BlockAlphabet, choice: tuple[Spelling, ...]) -> Spelling:
        """Choose among the known spellings by the block's habits, or spell the unknown word by them."""
        first = choice[0]
        if first.known:
            return min(choice, key=self._cost)
        if all(self._seen[pair] * 2 >= self._totals[pair[0]] for pair in first.choices):
            return first  # as the block writes
        places = [
            _readings_with_costs(
                {
                    reading: self._seen[letter + reading] + _PRIOR_LETTERS * exp(-price)
                    for reading, price in place.items()
                }
            )
            for letter, place in zip(word, alphabet.readings(word), strict=True)
        ]
        letters, cost = lexicon().likeliest(places)
        return _spelling(word, letters, places, cost, known=False)

    def _cost(self, spelling: Spelling) -> float:
        added = sum(log((self._totals[pair[0]] + 2) / (self._seen[pair] + 1)) for pair in set(spelling.choices))
        return spelling.cost + _PAGE_COUNT_WEIGHT * added
