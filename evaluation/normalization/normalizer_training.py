"""The lexicon and the language models that the normaliser ships, made from text the user supplies."""

import gzip
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

import numpy as np

from evaluation.errors import EvaluationError
from normalization.languages.trigrams import Counts, Numbering
from normalization.uyghur import lexicon
from normalization.uyghur.alphabet import LETTERS, TOKEN, UYGHUR_WORD, VOWELS
from normalization.uyghur.legacy import ALPHABETS
from normalization.uyghur.lexicon import LETTER_NUMBER, STEPS_PER_NAT, SYMBOLS

UYGHUR = "ug"
# Typing errors, not words: no word begins with a bare vowel, nor with hamza before a consonant. In the lexicon, they
# would be evidence for Kazakh and for half-read words.
_SLIP = re.compile(f"^[{VOWELS}]|(?<![{VOWELS}])ئ(?![{VOWELS}])")
# Kazakh and Kyrgyz write no hamza before a vowel: such a line in their text is Uyghur.
_STRAY = re.compile(f"ئ[{VOWELS}]")
_NO_HAMZA = ("kk", "ky")
# Uyghur has a hundred times the text of the others; its counts are brought to their size, so that smoothing is alike.
_UYGHUR_TRIGRAMS = 200_000
# Names that corpora use where identification has a shorter code.
_CODES = {"prs": "fa", "azb": "az", "kas": "ks"}
_MIN_LETTER_COUNT = 150
"""A letter of other languages seen less often than this shares a number with the other rare ones."""


def train(folder: Path, words: Path | None = None, least: int = 5) -> dict[str, bytes]:
    """Make the shipped files from a folder of ``CODE*.txt`` texts and, if given, a table of Uyghur words' counts."""
    texts: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.glob("*.txt*")):
        code = _CODES.get(path.name.partition(".")[0], re.split("[._]", path.name)[0])
        texts[code] += read_lines(path) if "latin" not in path.name else ()
    uyghur = texts.pop(UYGHUR, [])
    counts = read_word_counts(words) if words else count_words(uyghur)
    if not counts or not texts:
        raise EvaluationError(f"{folder} must hold text of Uyghur (ug.txt), or a table of its words, and of others.")
    known = lexicon_words(counts, least)
    return {
        lexicon.FILE: lexicon.pack(known, letter_costs(known)),
        "trigrams.npz": pack_trigrams(counts, texts),
    }


def count_words(lines: Iterable[str]) -> Counter[str]:
    """Count the Uyghur words of clean text."""
    return Counter(word for line in lines for word in TOKEN.findall(line) if UYGHUR_WORD.fullmatch(word))


def read_lines(path: Path) -> Iterator[str]:
    """Read a text file's lines, gzipped or not."""
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as stream:
        yield from stream


def read_word_counts(path: Path) -> Counter[str]:
    """Read a table of ``word TAB count`` lines; a line without a number (a header) is skipped."""
    counts: Counter[str] = Counter()
    for line in read_lines(path):
        word, _, count = line.rstrip("\n").partition("\t")
        if count.isdecimal() and UYGHUR_WORD.fullmatch(word):
            counts[word] += int(count)
    return counts


def lexicon_words(counts: Mapping[str, int], least: int) -> dict[str, int]:
    """Give the words seen at least ``least`` times, slips of the keyboard left out, in their order."""
    return {word: counts[word] for word in sorted(counts) if counts[word] >= least and not _SLIP.search(word)}


def letter_costs(counts: Mapping[str, int]) -> bytes:
    """Make the costs of letters that ``Lexicon`` takes, smoothed by Witten and Bell's method."""
    numbers = np.zeros(0x10000, dtype=np.uint8)
    for letter, number in LETTER_NUMBER.items():
        numbers[ord(letter)] = number
    text = "\n\n\n" + "\n\n\n".join(counts) + "\n\n\n"
    units = numbers[np.frombuffer(text.encode("utf-16-le"), dtype="<u2")]
    # Half-way between types and tokens: unknown words look like rare words, not like the commonest.
    weights = np.repeat(np.sqrt(np.fromiter(counts.values(), np.float32)), [len(word) + 3 for word in counts])
    predicted = (units[3:] > 0) | (units[2:-1] > 0)  # letters, and the one boundary after a word
    weights = weights[predicted]
    lower = np.full((1, SYMBOLS), 1 / SYMBOLS, np.float32)
    key = np.zeros(weights.size, dtype=np.int32)
    for order in range(4):
        key += units[3 - order : units.size - order][predicted].astype(np.int32) * SYMBOLS**order
        seen = np.bincount(key, weights, SYMBOLS ** (order + 1)).astype(np.float32).reshape(-1, SYMBOLS)
        total, kinds = seen.sum(1, keepdims=True), (seen > 0).sum(1, keepdims=True, dtype=np.float32)
        backed = np.tile(lower, (SYMBOLS, 1)) if order else lower
        lower = np.where(total > 0, (seen + kinds * backed) / np.maximum(total + kinds, 1), backed)
    return np.clip(np.round(-np.log(lower) * STEPS_PER_NAT), 0, 255).astype(np.uint8).tobytes()


def pack_trigrams(words: Counter[str], others: dict[str, list[str]]) -> bytes:
    """Pack trigram counts of Uyghur (clean, and in each substitution alphabet) and of the other languages' lines."""
    others = {
        code: [line for line in lines if code not in _NO_HAMZA or not _STRAY.search(line)]
        for code, lines in others.items()
    }
    seen = Counter(letter for lines in others.values() for line in lines for letter in "".join(TOKEN.findall(line)))
    common = {letter for letter, count in seen.items() if count >= _MIN_LETTER_COUNT}
    numbering = Numbering("".join(sorted(common.union(LETTERS))))
    words_only = {word: count for word, count in words.items() if not _SLIP.search(word)}
    tables: dict[str, dict[str, str]] = {UYGHUR: {}} | {f"{UYGHUR}-{name}": table for name, table in ALPHABETS.items()}
    trigram_counts = {name: _of_words(words_only, str.maketrans(table), numbering) for name, table in tables.items()}
    trigram_counts |= {code: _of_lines(lines, numbering) for code, lines in others.items()}
    packed = io.BytesIO()
    np.savez_compressed(
        packed,
        models=list(trigram_counts),
        letters=numbering.letters,
        sizes=[len(keys) for keys, _ in trigram_counts.values()],
        keys=np.concatenate([np.diff(keys, prepend=0) for keys, _ in trigram_counts.values()]).astype(np.uint32),
        counts=np.concatenate([counts for _, counts in trigram_counts.values()]).astype(np.uint32),
    )
    return packed.getvalue()


def _of_words(words: dict[str, int], table: dict[int, str], numbering: Numbering) -> tuple[Counts, Counts]:
    keys = numbering.keys("\n".join(words).translate(table))
    weights = np.repeat(np.fromiter(words.values(), float), [len(word) + 1 for word in words])
    counts = np.bincount(keys, weights * (_UYGHUR_TRIGRAMS / weights.sum()))
    words_only = np.flatnonzero(np.ceil(counts[1:] - 0.5)) + 1
    return words_only, np.ceil(counts[words_only]).astype(np.int64)


def _of_lines(lines: list[str], numbering: Numbering) -> tuple[Counts, Counts]:
    counts = np.bincount(numbering.keys("\n".join(lines)))
    words_only = np.flatnonzero(counts[1:]) + 1
    return words_only, counts[words_only]
