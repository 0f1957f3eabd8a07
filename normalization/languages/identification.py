"""The language of a block or a document: by its script where that is enough, else by words, trigrams and n-grams."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from math import exp, inf, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from normalization.languages.ngrams import ngrams
from normalization.languages.quotes import has_uyghur_suffix, unquoted, without_quotations
from normalization.languages.respellings import respelled
from normalization.languages.script_detection import LETTERS_OF_SCRIPT, code_unit_ranges, scripts_of
from normalization.languages.trigrams import UYGHUR, Trigrams, trigrams
from normalization.load_once import load_once
from normalization.table_rows import rows_of
from normalization.uyghur import latin_spellings, open_letters
from normalization.uyghur.alphabet import NONCHARACTERS, TOKEN
from normalization.uyghur.lexicon import lexicon
from normalization.uyghur.presentation import fold_presentation_forms
from normalization.uyghur.scripts import SHARED_SCRIPTS, Script, in_arabic

_LANGUAGE_OF_SCRIPT = {
    "Jpan": "ja", "Hang": "ko", "Grek": "el", "Thai": "th", "Armn": "hy", "Syrc": "syr", "Thaa": "dv", "Guru": "pa",
    "Gujr": "gu", "Orya": "or", "Taml": "ta", "Telu": "te", "Knda": "kn", "Mlym": "ml", "Sinh": "si", "Laoo": "lo",
    "Tibt": "bo", "Mymr": "my", "Geor": "ka", "Khmr": "km", "Mong": "mn",
}  # fmt: skip
"""The language of each script in which hardly a page is in another language."""
_MAIN_LANGUAGE = {"Hebr": "he", "Deva": "hi", "Beng": "bn", "Ethi": "am"}
"""The most written language of each of these scripts: a text is in it where the letters say too little."""
_ARABIC = re.compile(f"[{LETTERS_OF_SCRIPT['Arab']}]")
_HAN = re.compile(f"[{LETTERS_OF_SCRIPT['Hani']}]")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
"""A word: letters, with single apostrophes between them."""
_UNREADABLE_CHARACTERS = f"\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff{NONCHARACTERS}"
_UNREADABLE = re.compile(f"[{_UNREADABLE_CHARACTERS}]")
_DOUBTFUL = np.zeros(0x10000, dtype=bool)
for _units in code_unit_ranges(_UNREADABLE_CHARACTERS):
    _DOUBTFUL[_units] = True
"""Marks the code units of which an unreadable character may consist: to look them up is quicker than to search."""
_UNREADABLE_ASCII = {code: " " for code in range(128) if _UNREADABLE.match(chr(code))}
"""Unreadable ASCII characters become spaces: they are no letters, and may stand between two words."""
_MAX_SAMPLE_CHARACTERS = 1500
"""A text is identified by so many first characters. With twice as many, one of 4,896 texts gets another language."""

_CLOSE_CALL_NATS = 20.0
"""Where the likelihoods of Uyghur and its rival differ by less, the words of the lexicon decide."""
_KNOWN_WORD_NATS = log(0.9 / 0.45) / 2
_UNKNOWN_WORD_NATS = log(0.1 / 0.55) / 2
"""What a word of the lexicon counts for Uyghur, and any other word against it. The lexicon knows nine of ten words of
Uyghur, and four or five of ten of Kazakh and Kyrgyz in Arabic script. Each word counts half, because its letters are
counted already."""
_FOREIGN_LETTER_NATS = 3.0
"""What a letter in Latin or Cyrillic script would cost in the model of its own language, if that is not Uyghur. Read as
Uyghur, letters of Uyghur cost 1.5 to 2.5, those of Turkish, Uzbek or Kyrgyz 4 to 5, and those of English 5 to 6."""
_UYGHUR_RARITY_NATS = 15.0
"""Uyghur in Latin or Cyrillic script must be likelier by so much, because little of the web is in it. Three or four
words are enough."""
_MAX_EVIDENCE_AGAINST_NATS = 10.0
"""A word that is not Uyghur counts no more than this against Uyghur, because it may be a name."""
_NEIGHBOUR_NATS = 25.0
"""A word that is surely of a language near Uyghur counts so much against Uyghur."""
_OTHER_TURKIC_CYRILLIC = re.compile("[ҝҹјҡҙҫӹӱӳӧӑӗҥіұ]|ы.*ы", re.IGNORECASE | re.DOTALL)
"""Letters of other Turkic languages that Uyghur does not have. One ы may be in a word that was taken from Russian."""
_NEIGHBOURS_I = re.compile("[ыЫı]")
"""A letter of most languages near Uyghur, there in every third word. Only words taken from Russian have the first in
Uyghur, and the second is a slip on a Turkish keyboard. So a word with one of them does not speak for Uyghur."""
_SURE_CONFIDENCE = 0.95
"""Where the n-grams are as sure of a text in Latin letters, nobody asks whether it is Uyghur with open letters, unless
the language is one that Uyghur is taken for."""
_TAKEN_FOR = frozenset(["az", "ba", "kk", "ky", "tk", "tr", "tt", "uz"])
"""Languages near Uyghur that the n-grams know: Uyghur in Latin letters, which they do not know, looks like these."""
_LEAST_OPEN_NATS = 3.0
"""The evidence that such a text needs to be Uyghur; more where the n-grams are surer of another language."""
_SMALLEST_DOUBT = 1e-15
"""The n-grams may give the confidence as 1."""
_MAX_SAMPLE_WORDS = 60
_MAX_SAMPLE_HANZI = 500

_UNDETERMINED = "und"
_BY_SHARE_OF_WEB = (
    "en",
    "cs de es fr id it ja nl pl pt ru tr vi zh",  # one page of the web in a hundred, about
    "bg bn ca da et fi he hi hr hu lt lv no ro sk sl sr sv uk",  # one in a thousand
    "af am az ba be bs cy eo eu ga gl is jv kk ky la lb mk mn mr ms mt ne nn sq sw tg tk tl tt uz",  # of ten thousand
)
# More, as the languages' true shares would have it, would gain two points of a hundred on English titles, and lose as
# many on those of small languages.
_POINTS_OF_RARITY = 0.5
# Groups of a text depend on each other: a point, by itself a factor of three, is one of 1.4 in a sum. With it, of the
# lines of a confidence that share is identified rightly.
_NATS_OF_POINT = log(1.4)
_POINTS_OF_CHANCE = 2
"""What a text that is in none of the languages has by chance; one that has no more is in none."""

# Points of a character for the likeliest language: lines of interfaces in languages whose groups are known mostly have
# more. A text that has so many is not read in other writings, which takes time.
_POINTS_OF_FITTING_CHARACTER = 1.0
# What a text must have in another writing: points of a character, and times the points that it has as it stands. With
# both, of 5,240 lines of Kazakh in Latin and Azerbaijani in Cyrillic letters 4,846 were read rightly (none without),
# and of some 42,000 in other languages 19 wrongly; of Crimean Tatar, which no group speaks for, 42 of 300.
_LEAST_POINTS_OF_RESPELLED_CHARACTER = 0.85
_LEAST_GAIN = 1.3


@dataclass(frozen=True, slots=True)
class Language:
    """A language (ISO 639-1 or 639-3; ``und``: undetermined), its script (ISO 15924), and the confidence, 0 to 1."""

    code: str
    script: str
    confidence: float


def identify(text: str) -> Language:
    """Identify the language and script of a text; presentation forms are folded first."""
    return identify_each([text])[0]


def identify_each(texts: Sequence[str]) -> list[Language]:
    """Identify the language and script of each text: a batch takes less time than its texts one by one."""
    samples = [_readable(text[:_MAX_SAMPLE_CHARACTERS]) for text in texts]
    scripts = scripts_of(samples)
    for number, script in enumerate(scripts):
        if script in {"Arab", "Zyyy"} or samples[number].isascii() or not _ARABIC.search(samples[number]):
            continue
        if has_uyghur_suffix(samples[number]):
            scripts[number] = "Arab"
        elif script == "Hani":  # the longer quote has no say in it, either
            samples[number] = unquoted(samples[number])
            scripts[number] = scripts_of([samples[number]])[0]
    known = {
        number: language
        for number, (text, script) in enumerate(zip(samples, scripts, strict=True))
        if (language := _by_script_and_words(text, script))
    }
    rest = [number for number in range(len(samples)) if number not in known]
    arabic = [number for number in rest if scripts[number] == "Arab"]
    others = [number for number in rest if scripts[number] != "Arab"]
    if arabic:
        known.update(zip(arabic, nearest([unquoted(samples[number]) for number in arabic], trigrams()), strict=True))
    if others:
        by_ngrams = _by_ngrams([samples[number] for number in others], [scripts[number] for number in others])
        known.update(zip(others, map(_or_uyghur, [samples[number] for number in others], by_ngrams), strict=True))
    return [known[number] for number in range(len(samples))]


def _readable(text: str) -> str:
    if text.isascii():  # a tenth of the time
        return text.translate(_UNREADABLE_ASCII)
    text = fold_presentation_forms(text)
    units = np.frombuffer(text.encode("utf-16-le", "surrogatepass"), dtype="<u2")
    return _UNREADABLE.sub(" ", text) if _DOUBTFUL.take(units).any() else text


def _by_script_and_words(text: str, script: str) -> Language | None:
    """Give the language that the script has, or the first words of a shared one; None when they do not decide."""
    if script == "Zyyy":
        return Language(_UNDETERMINED, script, 0.0)
    if script in _LANGUAGE_OF_SCRIPT:
        return Language(_LANGUAGE_OF_SCRIPT[script], script, 1.0)
    if script in SHARED_SCRIPTS:
        readings = list(_with_and_without_quotes(text))
        if script == "Latn" and not text.isascii() and latin_spellings.is_uyy(text):
            read = latin_spellings.reader(text)
            readings = [list(map(read, each)) for each in readings]
        evidence = max(_evidence(each, script) for each in readings)
        if evidence > 0:
            return Language(UYGHUR, script, 1 / (1 + exp(-evidence)))
        if len(readings[0]) == 1:
            return Language(_UNDETERMINED, script, 0.0)
    return None


def _or_uyghur(text: str, language: Language) -> Language:
    """Give Uyghur if a text in Latin letters leaves letters open as chats do; else the language given.

    Nothing is asked where the language given is sure and far from Uyghur, or the script another one.
    """
    is_sure = language.confidence >= _SURE_CONFIDENCE and language.code not in _TAKEN_FOR
    if language.script != "Latn" or is_sure:
        return language
    odds = log(max(language.confidence, _SMALLEST_DOUBT) / max(1 - language.confidence, _SMALLEST_DOUBT))
    evidence = max(_open_evidence(words, text) for words in _with_and_without_quotes(text))
    is_ours = evidence > max(_LEAST_OPEN_NATS, odds)
    return Language(UYGHUR, "Latn", 1 / (1 + exp(-evidence))) if is_ours else language


def _with_and_without_quotes(text: str) -> Iterator[list[str]]:
    """Give the first words of a text, and again without what it quotes: a title, perhaps, in another language."""
    yield _words_of(text)
    rest = without_quotations(text)
    if rest is not text:
        yield _words_of(rest)


def _words_of(text: str) -> list[str]:
    return [word[0] for word in islice(_WORD.finditer(text), _MAX_SAMPLE_WORDS)]


def _by_ngrams(texts: Sequence[str], scripts: Sequence[str]) -> Iterator[Language]:
    """Give the language that each text's groups of letters fit best."""
    models = ngrams()
    points = models.points(
        [_apart(text) if script == "Hani" else text for text, script in zip(texts, scripts, strict=True)]
    )
    for row, script in enumerate(scripts):
        if script in _MAIN_LANGUAGE:
            points[row, models.codes.index(_MAIN_LANGUAGE[script])] += 1
        if script == "Cyrl" and _OTHER_TURKIC_CYRILLIC.search(texts[row]):
            points[row, models.codes.index(UYGHUR)] = 0
    _raise_by_other_writings(points, texts, scripts)
    likelihood = np.where(points > 0, points - _rarity(), -np.inf)
    likelihood[:, 0] = _POINTS_OF_CHANCE
    likelihood *= _NATS_OF_POINT
    sure = 1 / np.exp(likelihood - likelihood.max(1, keepdims=True)).sum(1)
    for column, share, script in zip(likelihood.argmax(1).tolist(), sure.tolist(), scripts, strict=True):
        yield Language(models.codes[column], script, share) if column else Language(_UNDETERMINED, script, 0.0)


def _raise_by_other_writings(points: NDArray[np.float64], texts: Sequence[str], scripts: Sequence[str]) -> None:
    """Raise the points of a text for a language where the text fits the language's other writing better, in place."""
    sizes = np.array(
        [len(text) if script in SHARED_SCRIPTS else 0 for text, script in zip(texts, scripts, strict=True)]
    )
    best = points.max(1)
    misfits = np.flatnonzero(best < _POINTS_OF_FITTING_CHARACTER * sizes).tolist()
    readings = [(row, *reading) for row in misfits for reading in respelled(texts[row], scripts[row])]
    if not readings:
        return
    models = ngrams()
    least = np.maximum(_LEAST_POINTS_OF_RESPELLED_CHARACTER * sizes, _LEAST_GAIN * best)
    for (row, code, _), reread in zip(readings, models.points([text for _, _, text in readings]), strict=True):
        column = models.codes.index(code)
        if reread[column] >= least[row]:
            points[row, column] = max(points[row, column], reread[column])


def _apart(text: str) -> str:
    """Give the hanzi of a text, each as a word."""
    return " ".join(islice(_HAN.findall(text), _MAX_SAMPLE_HANZI))


@load_once
def _rarity() -> NDArray[np.float64]:
    """Give the points by which each language must be likelier than English."""
    rarity = {code: number for number, codes in enumerate(_BY_SHARE_OF_WEB) for code in codes.split()}
    return np.array([rarity.get(code, len(_BY_SHARE_OF_WEB)) * _POINTS_OF_RARITY for code in ngrams().codes])


def is_uyghur(text: str) -> bool:
    """Whether a text with Arabic letters is rather Uyghur than another language of that script."""
    return _ARABIC.search(text) is not None and nearest([text], trigrams())[0].code == UYGHUR


def nearest(texts: Sequence[str], models: Trigrams) -> list[Language]:
    """Choose the likeliest of the models' languages for each text of Arabic letters, whose forms are folded."""
    likelihood = -models.language_costs(texts).astype(np.float64)
    ours = models.codes.index(UYGHUR)
    rivals = [column for column in range(len(models.codes)) if column != ours]
    rival = likelihood[:, rivals].max(1)
    for number in np.flatnonzero(abs(likelihood[:, ours] - rival) < _CLOSE_CALL_NATS).tolist():
        likelihood[number, ours] += _word_evidence(texts[number])
    sure = 1 / np.exp(likelihood - likelihood.max(1, keepdims=True)).sum(1)
    return [
        Language(models.codes[column], "Arab", share)
        for column, share in zip(likelihood.argmax(1).tolist(), sure.tolist(), strict=True)
    ]


def _word_evidence(text: str) -> float:
    """Give the evidence for Uyghur, in nats, of words that the lexicon knows and of words that it does not."""
    words = TOKEN.findall(text)
    known = sum(word in lexicon() for word in words)
    return known * _KNOWN_WORD_NATS + (len(words) - known) * _UNKNOWN_WORD_NATS


def _evidence(words: list[str], script: str) -> float:
    """Give the evidence for Uyghur, in nats, of words in a script that it is rare in; below 0 it is not Uyghur."""
    evidence = -_UYGHUR_RARITY_NATS
    hope = _FOREIGN_LETTER_NATS * sum(map(len, words))
    for word in words:
        evidence += _evidence_of(word, SHARED_SCRIPTS[script])
        hope -= _FOREIGN_LETTER_NATS * len(word)
        if evidence + hope < 0:  # the other words can no more make it Uyghur
            break
    return evidence


def _open_evidence(words: list[str], text: str) -> float:
    """Give the evidence for Uyghur, as ``_evidence`` does, of the habit of leaving letters open that fits best."""
    evidence = [-_UYGHUR_RARITY_NATS - price for price in open_letters.prices(len(words))]
    hope = _FOREIGN_LETTER_NATS * sum(map(len, words))
    read = latin_spellings.reader(text)
    for word in words:
        arabic = None if word.lower() in _words_of_neighbours() else in_arabic(read(word), Script.LATIN)
        costs = open_letters.costs(arabic) if arabic else (inf,) * len(evidence)
        most = _FOREIGN_LETTER_NATS * len(word)
        limit = 0.0 if _NEIGHBOURS_I.search(word) else inf
        evidence = [
            before + min(max(most - cost, -_MAX_EVIDENCE_AGAINST_NATS), limit)
            for before, cost in zip(evidence, costs, strict=True)
        ]
        hope -= most
        if max(evidence) + hope < 0:
            break
    return max(evidence)


@load_once
def _words_of_neighbours() -> frozenset[str]:
    """Give frequent words of languages near Uyghur that no Uyghur word is spelled like, in any of its Latin spellings.

    They are rows of ``neighbours.tsv``; a greeting is mostly of words that all these languages share.
    """
    return frozenset(word for word, _ in rows_of(Path(__file__).with_name("neighbours.tsv"), "word", "language"))


@lru_cache(maxsize=20_000)  # the words of a language are few, and an unknown one is costly to weigh
def _evidence_of(word: str, script: Script) -> float:
    if word.lower() in _words_of_neighbours():
        return -_NEIGHBOUR_NATS
    read = in_arabic(word, script)
    cost = lexicon().cost(read) if read else inf
    evidence = max(_FOREIGN_LETTER_NATS * len(word) - cost, -_MAX_EVIDENCE_AGAINST_NATS)
    return min(evidence, 0.0) if _NEIGHBOURS_I.search(word) else evidence
