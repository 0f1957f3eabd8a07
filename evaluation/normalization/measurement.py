"""Measurements of each step of normalisation, beside the tools that people use today."""

import gzip
import json
import math
import re
import subprocess
import sys
import time
import unicodedata
import zipfile
from collections import Counter, defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from evaluation.data.datasets import read_sets
from evaluation.errors import EvaluationError
from evaluation.normalization.language_accuracy import language_rows
from evaluation.normalization.letter_shapes import in_alphabet, in_forms
from evaluation.normalization.normalizer_training import pack_trigrams, read_lines, read_word_counts
from evaluation.normalization.peer_tools import DECODERS, FOLDERS, IDENTIFIERS
from normalization import DEFAULT_RULES, UNMASKED_RULES, decode, identify, normalize, repair
from normalization.languages.identification import nearest
from normalization.languages.trigrams import Trigrams, unpack
from normalization.rules import Rule
from normalization.uyghur.alphabet import ARABIC_LETTER, ARABIC_MARK, SUSPECT, TOKEN, UYGHUR_WORD
from normalization.uyghur.legacy import spellings
from normalization.uyghur.lexicon import lexicon
from normalization.uyghur.presentation import fold_and_count

OURS = "mezmun"
CLEAN_LINES = "clean lines of the same pages"
# The languages of the files in ``text``, by the code that identification gives; Dari is Persian.
LANGUAGES = {
    "ar": "ar", "fa": "fa", "prs": "fa", "ur": "ur", "ps": "ps", "sd": "sd", "ckb": "ckb", "azb": "az", "kas": "ks",
    "kk_arab": "kk", "ky_arab": "ky",
}  # fmt: skip
_FORMS = re.compile("[\ufb50-\ufdff\ufe70-\ufefc]")
_FULL_ALPHABET = re.compile("[ظذثأإؤ]")
_TWO_LETTERS = re.compile("[ةص]")
_WORD = re.compile(f"[{ARABIC_LETTER}{ARABIC_MARK}\ufb50-\ufdff\ufe70-\ufefc]+")
_FOREIGN_LETTERS = re.compile("[\u0621\u0622\u064b-\u0652\u06a9\u06cc\u06c5\u06c9]|ال")
_FORMAT = re.compile("[\xad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_TAG = re.compile(r"<(script|style)\b.*?</\1\s*>|<!--.*?-->|<[^>]*>", re.DOTALL | re.IGNORECASE)
_NOT_ARABIC = re.compile("[پچگژڭۋۆۈۇېە]")
_LETTERS_CHANGED = DEFAULT_RULES - {Rule.FORMAT_CHARACTERS}
_MIN_LINE_WORDS = 4  # in fewer words no letters tell how a line is written
_MIN_GOLDEN_CASES = 10  # a share of fewer says nothing
_TIMED_SECONDS = 3.0  # for some runs of which the fastest counts
# Run in a process of its own, where nothing else has been loaded.
_PEAK = f"""
import {normalize.__module__.rpartition(".")[0]} as normalization
def peak():
    return next(int(line.split()[1]) for line in open("/proc/self/status") if line.startswith("VmHWM"))
before = peak()
normalization.normalize("\u0628\u0648\u0644\u0635\u062f\u06c7")
normalization.identify("\u0628\u0648\u0644\u0649\u062f\u06c7")
print((peak() - before) / 1024)
"""


@dataclass(frozen=True)
class NormalizationFigure:
    """One figure of a table, by row and system; ``count`` is the number of things it was measured on."""

    table: str
    row: str
    system: str
    value: float
    count: int
    unit: str = "%"


def measure(data: Path, golden: Path | None = None, words: Path | None = None) -> Iterator[NormalizationFigure]:
    """Measure all that a folder has material for: ``encodings``, ``odd_pages``, ``sites``, ``text``, labelled sets.

    ``golden`` are cases with the right answer; ``words`` is a table of words and counts, the vocabulary that words are
    looked up in (the shipped lexicon if left out).
    """
    if not data.is_dir():
        raise EvaluationError(f"{data} is no folder: give the one that holds text, encodings, odd_pages and sites.")
    if (data / "encodings").is_dir():
        yield from _encodings(data / "encodings")
    if golden:
        yield from _golden(golden)
    if any(pages := list(_pages(data))):
        yield from _vocabulary(pages, read_word_counts(words) if words else lexicon().counts)
    if (data / "text").is_dir():
        yield from _clean(data / "text")
        yield from _foreign(data / "text")
        yield from _languages(data / "text")
        yield from _speed(data / "text")
    if sets := [path.parent for path in sorted(data.glob("*/gold"))]:
        systems = {OURS: lambda text: identify(text).code, **IDENTIFIERS}
        for size, language, system, right, of in language_rows(read_sets(sets), systems):
            yield NormalizationFigure(f"language right: {size}", language, system, 100 * right / of, of)


def _encodings(folder: Path) -> Iterator[NormalizationFigure]:
    systems: dict[str, Callable[[bytes], str]] = {OURS: _read, **DECODERS}
    cases = [json.loads(line) for line in (folder / "index.jsonl").read_text("utf-8").splitlines()]
    right = dict.fromkeys(systems, 0)
    for case in cases:
        body = (folder / case["file"]).read_bytes()
        for name, read in systems.items():
            text = unescape(read(body))
            right[name] += all(paragraph in text for paragraph in case["truth"])
    for name, count in right.items():
        yield NormalizationFigure("encodings", "pages decoded exactly", name, count, len(cases), "pages")


def _read(body: bytes) -> str:
    return repair(decode(body).text or "").text


def _golden(path: Path) -> Iterator[NormalizationFigure]:
    cases: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for line in path.read_text("utf-8").splitlines()[1:]:
        kind, _, _, source, expected, *_ = line.split("\t")
        pair = (_from_hex(source), _from_hex(expected))
        cases[kind].append(pair)
        cases[f"{kind.partition(':')[0]} (all)"].append(pair)
    for kind, pairs in sorted(cases.items()):
        if len(pairs) >= _MIN_GOLDEN_CASES:
            for name, fold in _folders().items():
                yield NormalizationFigure(
                    "golden cases", kind, name, _share(fold(source) == wanted for source, wanted in pairs), len(pairs)
                )


def _from_hex(codes: str) -> str:
    return "".join(chr(int(code, 16)) for code in codes.split())


def _folders() -> dict[str, Callable[[str], str]]:
    return {"as is": lambda text: text, OURS: lambda text: normalize(text).text, **FOLDERS}


def _pages(data: Path) -> Iterator[list[str]]:
    """Give the lines of text of each of the odd pages and of the whole sites' pages."""
    for path in sorted((data / "odd_pages").glob("*.html.gz")):
        yield list(_lines_of(gzip.decompress(path.read_bytes())))
    for path in sorted((data / "sites").glob("*.zip")):
        with zipfile.ZipFile(path) as site:
            for name in site.namelist():
                body = b"" if name.endswith("/") else site.read(name)
                if b"<" in body[:1000]:
                    yield list(_lines_of(body))


def _lines_of(body: bytes) -> Iterator[str]:
    html = _read(body)
    for line in unescape(_TAG.sub("\n", html)).split("\n"):
        if len(TOKEN.findall(line)) >= _MIN_LINE_WORDS or _FORMS.search(line):
            yield line.strip()


def kind_of_line(line: str) -> str | None:
    """Choose the table of coverage of a page's line by its raw letters; None: the line is in no table."""
    words = line.split()
    arabic = [word for word in words if TOKEN.search(word) or _FORMS.search(word)]
    if len(arabic) < _MIN_LINE_WORDS:
        return None
    share = sum(map(bool, map(_FORMS.search, arabic))) / len(arabic)
    if share >= 0.5:  # mostly forms
        return "presentation-form lines"
    if share or _FOREIGN_LETTERS.search(line):
        return None
    if all(map(UYGHUR_WORD.fullmatch, TOKEN.findall(line))):
        return CLEAN_LINES
    if not _NOT_ARABIC.search(line):
        return None
    full = sum(map(bool, map(_FULL_ALPHABET.search, arabic)))
    both = sum(bool(_TWO_LETTERS.search(word) or _FULL_ALPHABET.search(word)) for word in arabic)
    if both < len(arabic) * 0.25:  # less is a slip or a quotation
        return None
    if not full:
        return "two-letter lines"
    return "Duldul-family lines" if full >= len(arabic) * 0.1 else None


def _vocabulary(pages: list[list[str]], known: Container[str]) -> Iterator[NormalizationFigure]:
    """Measure the lines of each kind, and as the upper bound the clean lines of the same pages."""
    rows: dict[str, dict[str, None]] = defaultdict(dict)
    for lines in pages:
        by_kind: dict[str | None, list[str]] = defaultdict(list)
        for line in lines:
            by_kind[kind_of_line(line)].append(line)
        clean = by_kind.pop(CLEAN_LINES, [])
        by_kind.pop(None, None)
        for kind, lines_of_kind in by_kind.items():
            if kind:
                rows[kind] |= dict.fromkeys(lines_of_kind)
                rows[f"{kind}: {CLEAN_LINES}"] |= dict.fromkeys(clean)
    for row, lines_of_row in sorted(rows.items()):
        for name, fold in _folders().items():
            words = [word for line in lines_of_row for word in _WORD.findall(fold(line))]
            yield NormalizationFigure(
                "words in vocabulary", row, name, _share(word in known for word in words), len(lines_of_row)
            )


def _texts(folder: Path, names: Iterable[str]) -> dict[str, list[str]]:
    paths = {name: folder / f"{name}.txt.gz" for name in names}
    return {
        name: [line.rstrip("\n") for line in read_lines(path) if line.strip()]
        for name, path in paths.items()
        if path.exists()
    }


def _uyghur(folder: Path) -> dict[str, list[str]]:
    names = sorted(path.name.removesuffix(".txt.gz") for path in folder.glob("ug_*.txt.gz"))
    return _texts(folder, [name for name in names if "latin" not in name])


def _clean(folder: Path) -> Iterator[NormalizationFigure]:
    for name, lines in _uyghur(folder).items():
        for system, fold in _folders().items():
            same = _share(_FORMAT.sub("", fold(line)) == _FORMAT.sub("", line) for line in lines)
            yield NormalizationFigure("clean lines unchanged, format characters aside", name, system, same, len(lines))
    for name, lines in _uyghur(folder).items():
        rules = Counter(rule for line in lines for rule in normalize(line, rules=_LETTERS_CHANGED).changes)
        for rule, count in rules.most_common():
            yield NormalizationFigure("lines that a rule changed", f"{name}: {rule}", OURS, count, len(lines), "lines")


def _foreign(folder: Path) -> Iterator[NormalizationFigure]:
    for name, lines in _texts(folder, LANGUAGES).items():
        for system, fold in (_folders() | {OURS: _unmasked}).items():
            changed = sum(_letters(fold(line)) != _letters(line) for line in lines)
            yield NormalizationFigure(
                "lines of other languages with a changed letter", name, system, changed, len(lines), "lines"
            )


def _unmasked(text: str) -> str:
    return normalize(text, rules=UNMASKED_RULES).text


def _letters(text: str) -> str:
    """Give the letters of a text, whatever their code points: a positional form counts as its letter."""
    text = fold_and_count(text, uyghur=False)[0]
    return unicodedata.normalize("NFC", _FORMAT.sub("", text))


def _languages(folder: Path) -> Iterator[NormalizationFigure]:
    """Train on every other line, and identify the language of the lines between."""
    others = _texts(folder, LANGUAGES)
    trained: dict[str, list[str]] = defaultdict(list)
    for name, lines in others.items():
        trained[LANGUAGES[name]] += lines[0::2]
    models = unpack(pack_trigrams(Counter(lexicon().counts), trained))
    systems: dict[str, Callable[[str], str]] = {
        f"{OURS} (held out)": lambda text: _nearest_code(text, models),
        **IDENTIFIERS,
    }
    for name, lines in (_uyghur(folder) | others).items():
        for kind, strings in (("lines", lines[1::2]), ("3 words", list(_triples(lines[1::2])))):
            for system, tell in systems.items():
                called = _share(tell(string) == "ug" for string in strings)
                yield NormalizationFigure(f"called Uyghur: {kind}", name, system, called, len(strings))


def _nearest_code(text: str, models: Trigrams) -> str:
    return nearest([text], models)[0].code


def _triples(lines: list[str]) -> Iterator[str]:
    for line in lines:
        words = TOKEN.findall(line)
        for start in range(0, len(words) - 2, 3):
            yield " ".join(words[start : start + 3])


def _speed(folder: Path) -> Iterator[NormalizationFigure]:
    clean = "\n".join(line for lines in _uyghur(folder).values() for line in lines if normalize(line).text == line)
    for row, text in (
        ("clean Uyghur", clean),
        ("presentation forms", in_forms(clean)),
        ("two-letter alphabet", in_alphabet(clean, "two-letter")),
        ("Duldul-family alphabet", in_alphabet(clean, "duldul-sad")),
    ):
        yield NormalizationFigure(
            "speed on one core", row, OURS, _speed_of(text, normalize), len(text), "M characters/s"
        )
    # What this machine, with whatever else it is doing, gives for one bare search: 300 when it is idle and of our kind.
    bare = _speed_of(clean, SUSPECT.search)
    yield NormalizationFigure(
        "speed on one core", "one bare search, to compare", OURS, bare, len(clean), "M characters/s"
    )
    asked = subprocess.run([sys.executable, "-c", _PEAK], capture_output=True, text=True, check=True)
    yield NormalizationFigure("memory", "peak added by loading the models", OURS, float(asked.stdout), 1, "MB")


def _speed_of(text: str, work: Callable[[str], object]) -> float:
    """Time the fastest of several runs, each without cached words."""
    work(text[:1000])
    quickest, started = math.inf, time.process_time()
    while (start_of_run := time.process_time()) < started + _TIMED_SECONDS:
        spellings.cache_clear()
        work(text)
        quickest = min(quickest, time.process_time() - start_of_run)
    return len(text) / quickest / 1e6


def _share(truths: Iterable[bool]) -> float:
    counted = list(truths)
    return 100 * sum(counted) / len(counted) if counted else 0.0
