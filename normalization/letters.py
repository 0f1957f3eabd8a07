"""Uyghur words in one block: which words are Uyghur, and the letters they were meant to have."""

import re
from collections.abc import Set as AbstractSet
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
# No letters that Uyghur could have: as good as impossible, yet a lone such word must not break a run in two.
_UNREADABLE = 40.0
# A reading whose next best is this much dearer (e to the 3rd: twenty times) teaches the block's habits.
_SURE = 3.0


@dataclass(frozen=True, slots=True)
class Read:
    """A block's text with its Uyghur words mended, and how many letters each rule changed."""

    text: str
    changes: dict[Rule, int]


def read_letters(text: str, rules: AbstractSet[Rule], language: str | None = None) -> Read:
    """Give the Uyghur words of one block the letters they stand for; words of other languages stay as they are.

    ``language`` is the language of the document the block is from, when known: a short block leans to it.
    """
    if not _STRAY.search(text):
        return Read(text, {})
    changes: dict[Rule, int] = {}
    found = list(TOKEN.finditer(text))
    words = [match[0] for match in found]
    if Rule.HAMZA in rules and _LOOSE_HAMZA.search(text):
        words = [_mend_hamza(word) for word in words]
    writing = writing_of(text, frozenset(rules & LETTER_RULES))
    choices = [spellings(word, writing) for word in words]
    uyghur = _uyghur_words(words, choices, language)
    habits = Habits()
    for choice, ours in zip(choices, uyghur, strict=True):
        if ours and choice[0].known and (len(choice) == 1 or choice[1].cost - choice[0].cost > _SURE):
            habits.learn(choice[0])
    pieces: list[str] = []
    end = 0
    for match, word, choice, ours in zip(found, words, choices, uyghur, strict=True):
        if ours:
            best = habits.choose(word, writing, choice)
            pieces += text[end : match.start()], best.word
            end = match.end()
            for rule, count in best.changes:
                changes[rule] = changes.get(rule, 0) + count
            if word != match[0]:
                changes[Rule.HAMZA] = changes.get(Rule.HAMZA, 0) + 1
    return Read("".join([*pieces, text[end:]]), changes)


def _mend_hamza(word: str) -> str:
    return _DOUBLED_HAMZA.sub("ئ", _HAMZA_AFTER.sub(r"ئ\1", word))


def _uyghur_words(words: list[str], choices: list[tuple[Spelling, ...]], language: str | None) -> list[bool]:
    """Tell for each word whether it is Uyghur: the cheaper of two languages along the block (Viterbi)."""
    home = [choice[0].cost if choice else _UNREADABLE for choice in choices]
    models = trigrams()
    known = [bool(choice) and choice[0].known for choice in choices]
    plain = sum(sure and choice[0].word[0] not in VOWELS for sure, choice in zip(known, choices, strict=True))
    if len(words) >= _PLAIN_LEAST and plain >= len(words) * _PLAIN_SHARE:
        # Only what would change a word unknown is worth asking about.
        doubtful = [
            not (choice and (choice[0].known or choice[0].word == word))
            for word, choice in zip(words, choices, strict=True)
        ]
        if not any(doubtful):
            return [True] * len(words)
        asked = [word for word, doubt in zip(words, doubtful, strict=True) if doubt]
        costs = iter(models.word_costs(asked)[:, models.foreign].min(1).tolist())
        foreign = [next(costs) if doubt else inf for doubt in doubtful]
        strange = False
    else:
        table = models.word_costs(words)[:, models.foreign]
        usual = int(table.sum(0).argmin())
        foreign = table[:, sorted({usual, *models.quoted})].min(1).tolist()
        lean = _LEAN[len(words)] if len(words) < len(_LEAN) else _LEAN_LONGER
        lean *= language in {None, UYGHUR}
        strange = sum(home) > float(table[:, usual].sum()) + lean
    switch = _INTO_UYGHUR if strange else _INTO_FOREIGN
    ours, theirs = (switch, 0.0) if strange else (0.0, switch)
    steps: list[tuple[int, int]] = []
    for here, abroad in zip(home, foreign, strict=True):
        steps.append((int(theirs + switch < ours), int(theirs <= ours + switch)))
        ours, theirs = min(ours, theirs + switch) + here, min(theirs, ours + switch) + abroad
    state = int(theirs < ours)
    uyghur = []
    for steps_back, choice in zip(reversed(steps), reversed(choices), strict=True):
        uyghur.append(state == 0 and bool(choice))
        state = steps_back[state]
    return uyghur[::-1]
