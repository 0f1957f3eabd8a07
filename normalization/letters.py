"""Uyghur words in one block: which words are Uyghur, and the letters they were meant to have."""

import re
from dataclasses import dataclass
from math import inf

from normalization.alphabet import TOKEN, VOWELS
from normalization.legacy import STRAY_LETTERS, STRAYS, Habits, Spelling, spellings, writing_of
from normalization.rules import Rule
from normalization.trigrams import UYGHUR, trigrams

LETTER_RULES = frozenset(STRAYS)
"""The rules whose letters are read word by word."""

_STRAY = re.compile(f"[{''.join(sorted(STRAY_LETTERS))}\u0654]|ئئ")
# Hamza that follows its vowel, which composition would turn into a letter of another language; and doubled hamza.
_HAMZA_AFTER = re.compile("([اەوۇۆۈېى])[\u0654\u0674]")
_LOOSE_HAMZA = re.compile("[\u0654\u0674]|ئئ")
_DOUBLED_HAMZA = re.compile("ئ{2,}")

# Costs in nats. A word or two with strays, alone, are rather Uyghur than foreign; more words speak for themselves.
_LEAN = (0.0, 6.0, 6.0)
_LEAN_LONGER = 1.5
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


def read_letters(text: str, rules: frozenset[Rule], language: str | None = None) -> Read:
    """Give the Uyghur words of one block the letters they stand for; words of other languages stay as they are.

    ``rules`` are those of ``LETTER_RULES`` that are on. ``language`` is the language of the document the block is from,
    when known: a short block leans to it.
    """
    if not _STRAY.search(text):
        return Read(text, {})
    changes: dict[Rule, int] = {}
    found = words = TOKEN.findall(text)
    if Rule.HAMZA in rules and _LOOSE_HAMZA.search(text):
        words = [_mend_hamza(word) for word in found]
        changes[Rule.HAMZA] = 0
    writing = writing_of(text, rules)
    choices = [spellings(word, writing) for word in words]
    ours = _uyghur_words(words, choices, language)
    habits: Habits | None = None
    read = found.copy()
    for place in ours:
        word, choice = words[place], choices[place]
        best = choice[0]
        if best.choices and (len(choice) > 1 or not best.known):
            habits = habits or Habits(choices[place] for place in ours)
            best = habits.choose(word, writing, choice)
        if best.word != found[place]:
            read[place] = best.word
            for rule, count in best.changes:
                changes[rule] = changes.get(rule, 0) + count
            if word != found[place]:
                changes[Rule.HAMZA] += 1
    if read == found:
        return Read(text, {})
    ordered = iter(read)
    return Read(TOKEN.sub(lambda _: next(ordered), text), {rule: count for rule, count in changes.items() if count})


def _mend_hamza(word: str) -> str:
    return _DOUBLED_HAMZA.sub("ئ", _HAMZA_AFTER.sub(r"ئ\1", word))


def _uyghur_words(words: list[str], choices: list[tuple[Spelling, ...]], language: str | None) -> list[int]:
    """Give the places of the Uyghur words: the cheaper of two languages along the block (Viterbi)."""
    home, doubtful, plain = [], [], 0
    for place, (word, choice) in enumerate(zip(words, choices, strict=True)):
        if not choice:
            home.append(_UNREADABLE * len(word))
            doubtful.append(place)
            continue
        best = choice[0]
        home.append(best.cost)
        if best.known:
            plain += best.word[0] not in VOWELS
        elif best.word != word and best.cost > _STRANGE * len(word):
            doubtful.append(place)
    models = trigrams()
    if len(words) >= _PLAIN_LEAST and plain >= len(words) * _PLAIN_SHARE:
        if not doubtful:
            return list(range(len(words)))
        # Uyghur beyond doubt; only what would change an unknown word is worth asking about.
        strange, abroad = False, [inf] * len(words)
        asked = models.word_costs([words[place] for place in doubtful])[:, models.foreign]
        for place, cost in zip(doubtful, asked.min(1).tolist(), strict=True):
            abroad[place] = cost
    else:
        table = models.word_costs(words)[:, models.foreign]
        usual = int(table.sum(0).argmin())
        abroad = table[:, sorted({usual, *models.quoted})].min(1).tolist()
        lean = _LEAN[len(words)] if len(words) < len(_LEAN) else _LEAN_LONGER
        strange = sum(home) > float(table[:, usual].sum()) + lean * (language in {None, UYGHUR})
    path = _path(home, abroad, strange=strange)
    return [place for place, here in enumerate(path) if here and choices[place]]


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
