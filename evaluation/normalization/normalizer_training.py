"""The lexicon and the language models that the normaliser ships, made from text the user supplies."""

import gzip
import io
import lzma
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np

from evaluation.errors import EvaluationError
from normalization.languages.trigrams import Counts, Numbering
from normalization.uyghur.alphabet import LETTERS, TOKEN, UYGHUR_WORD, VOWELS
from normalization.uyghur.legacy import ALPHABETS

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
    return {"lexicon.txt.xz": pack_lexicon(counts, least), "trigrams.npz": pack_trigrams(counts, texts)}


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


def pack_lexicon(counts: Counter[str], least: int = 5) -> bytes:
    """Pack the words seen at least ``least`` times, slips of the keyboard left out, into the shipped form."""
    kept = sorted((word, count) for word, count in counts.items() if count >= least and not _SLIP.search(word))
    text = "\n".join(f"{word} {count}" for word, count in kept)
    return lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)


def pack_trigrams(words: Counter[str], others: dict[str, list[str]]) -> bytes:
    """Pack trigram counts of Uyghur (clean, and in each substitution alphabet) and of the other languages' lines."""
    others = {
        code: [line for line in lines if code not in _NO_HAMZA or not _STRAY.search(line)]
        for code, lines in others.items()
    }
    seen = Counter(letter for lines in others.values() for line in lines for letter in "".join(TOKEN.findall(line)))
    common = {letter for letter, count in seen.items() if count >= _MIN_LETTER_COUNT}
    numbering = Numbering("".join(sorted(common.union(LETTERS))))
    kept = {word: count for word, count in words.items() if not _SLIP.search(word)}
    tables: dict[str, dict[str, str]] = {UYGHUR: {}} | {f"{UYGHUR}-{name}": table for name, table in ALPHABETS.items()}
    trigram_counts = {name: _of_words(kept, str.maketrans(table), numbering) for name, table in tables.items()}
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
    kept = np.flatnonzero(np.ceil(counts[1:] - 0.5)) + 1
    return kept, np.ceil(counts[kept]).astype(np.int64)


def _of_lines(lines: list[str], numbering: Numbering) -> tuple[Counts, Counts]:
    counts = np.bincount(numbering.keys("\n".join(lines)))
    kept = np.flatnonzero(counts[1:]) + 1
    return kept, counts[kept]
