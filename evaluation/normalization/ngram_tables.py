"""The table of groups of letters that identification ships, made of the tables in CLD2's source."""

import io
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from evaluation.errors import EvaluationError
from normalization.languages.ngrams import INDEX_BITS, LANGUAGES_OF_GROUP, SLOTS, places_of

_TABLES = "cld2_generated_quad0122.cc", "cld2_generated_deltaocta0122.cc", "cld2_generated_distinctocta0122.cc"
"""These files have the points of groups, of words, and of words that set a language apart from those near to it."""
_HANZI_TABLES = "cld_generated_cjk_uni_prop_80.cc", "cld2_generated_cjk_compatible.cc"
_HANZI = range(0x3400, 0xA000)
_SCRIPTS = {"LATIN", "COMBINING", "CYRILLIC", "DEVANAGARI", "BENGALI", "HEBREW", "ETHIOPIC"}
"""Scripts of several languages. Arabic has models of its own, and hanzi stand alone."""
_LEFT_OUT = {"un", "tlh", "zzp", "zza", "zzb", "zze", "zzh"}
"""What is no language, and what nobody writes pages in."""
_MIN_GROUPS = 500
"""A language of fewer has its pages in another script, and here single words of them."""
_ISO = {"iw": "he", "jw": "jv"}
"""CLD2's codes that ISO 639 has others for."""
_FULLNESS = 0.9
"""Slots in use: with two rows to choose from, every group then finds one (cuckoo hashing)."""
_BUCKET = re.compile(r"^   \{\{(\w+),(\w+),(\w+),(\w+)\}\},\s*// (?:\[\w+\] |  )(.*), *$", re.MULTILINE)
_NUMBER_OF_POINTS = 8  # in a row of CLD2's ``kLgProbV2Tbl``


_Group = tuple[str, int]
"""The letters of a group, and marks of where it stands in its word."""
_Meaning = tuple[tuple[str, int], ...]
"""Languages that a group speaks for, each with its points."""


def pack_ngrams(source: Path) -> bytes:
    """Pack the groups of ``cld2/internal``, the folder of CLD2's C++ files."""
    meanings: dict[_Meaning, int] = {}
    indices = {
        group: meanings.setdefault(meaning, len(meanings) + 1)
        for group, meaning in _with_kept_languages(_read(source)).items()
    }
    models = ["", *sorted({code for meaning in meanings for code, _ in meaning})]
    languages = np.zeros((len(meanings) + 1, LANGUAGES_OF_GROUP), np.uint8)
    values = np.zeros_like(languages)
    for meaning, index in meanings.items():
        for place, (code, point) in enumerate(meaning):
            languages[index, place] = models.index(code)
            values[index, place] = point
    packed_file = io.BytesIO()
    np.savez(
        packed_file,
        models=models,
        letters="".join(sorted(set().union(*(group for group, _ in indices)))),
        table=_table(indices),
        languages=languages,
        points=values,
    )
    return packed_file.getvalue()


def _read(source: Path) -> dict[_Group, Counter[str]]:
    """Give the points of each group for each language, as the tables have them.

    Raises:
        EvaluationError: the folder does not hold the tables.
    """
    try:
        names = (source / "generated_language.cc").read_text("utf-8")
        shared = (source / "cldutil_shared.h").read_text("utf-8")
        quads, words, distinct = (list(_groups((source / name).read_text("utf-8"))) for name in _TABLES)
        characters = [(source / name).read_text("utf-8") for name in _HANZI_TABLES]
    except OSError as error:
        raise EvaluationError(f"{source} is not the folder cld2/internal of CLD2's source: {error}.") from error
    latin, others = (_codes(names, f"kPLangToLanguage{kind}[256]") for kind in ("Latn", "Othr"))
    points = _points(shared)
    entries: dict[_Group, Counter[str]] = defaultdict(Counter)
    for is_word, groups in (False, quads), (True, words), (True, distinct):
        for group, packed in groups:
            letters = group.strip("_")
            scripts = {unicodedata.name(letter, "").split(" ")[0] for letter in letters}
            if scripts <= _SCRIPTS:  # a pair of words has lines between them, which are of no script
                key = letters, group.startswith("_") + 2 * group.endswith("_") + 4 * is_word
                for number, point in _points_of(packed, points):
                    entries[key][(latin if "LATIN" in scripts else others)[number]] += point
    for letter, speaks_for in _hanzi(*characters):
        entries[letter, 3] = speaks_for
    return entries


def _with_kept_languages(entries: Mapping[_Group, Counter[str]]) -> dict[_Group, _Meaning]:
    """Give what each group speaks for most, among the languages of enough groups; groups of none are left out."""
    groups_of = Counter(code for speaks_for in entries.values() for code in speaks_for)
    kept_codes = {code for code, count in groups_of.items() if count >= _MIN_GROUPS} - _LEFT_OUT
    return {
        group: tuple(shares.most_common(LANGUAGES_OF_GROUP))
        for group, speaks_for in entries.items()
        if (shares := Counter({code: point for code, point in speaks_for.items() if point and code in kept_codes}))
    }


def _groups(text: str) -> Iterator[tuple[str, int]]:
    """Give each group, in the comments of a table, with its languages and points in CLD2's packed form."""
    mask = int(re.findall(r"KeyMask = (0x\w+);", text)[0], 16)
    listed = re.findall(r"uint32 \w+Ind\[\w+\] = \{(.*?)\n\};", text, re.DOTALL)[0]
    meanings = [int(number, 16) for number in re.findall("0x[0-9a-f]{8}", re.sub("//.*", "", listed))]
    for *slots, comment in _BUCKET.findall(text):
        for slot, group in zip(slots, comment.split(", "), strict=True):
            if group.strip() != "--":
                yield group.strip(), meanings[int(slot, 16) & ~mask & 0xFFFFFFFF]


def _hanzi(states: str, meanings: str) -> Iterator[tuple[str, Counter[str]]]:
    """Give what each hanzi speaks for: a state machine over its three bytes in UTF-8 leads to one of the meanings."""
    listed = re.sub("//.*", "", states[states.index("CjkUni[] = {") :].split("{", 1)[1].split("};")[0])
    state = np.array(re.sub(r"\bX__\b", "0", listed).replace(",", " ").split(), dtype=np.int64)
    points_of = {
        int(number): Counter({"zh": int(simplified), "zh-Hant": int(traditional), "ja": int(japanese)})
        for number, simplified, traditional, japanese in re.findall(
            r"// \[(\d+)\] zh\.(\d+) zhT\.(\d+) ja\.(\d+)", meanings
        )
    }
    for code in _HANZI:
        first, second, third = chr(code).encode()
        block = state[first] << 10
        block += int(state[block + second].astype(np.int8)) << 6
        yield chr(code), points_of.get(int(state[block + third]), Counter())


def _codes(text: str, table: str) -> list[str]:
    """Give the code of each of a script's languages, by the number that the tables have for it."""
    names = re.findall(r"^ +(\w+),\s*// \d+", text[text.index(table) :].split("};")[0], re.MULTILINE)
    listed = text[text.index("kLanguageToCode[kLanguageToCodeSize]") :].split("};")[0]
    code_of = {name: code for code, name in re.findall(r'^ +"([^"]*)",\s*// \d+ (\w+)', listed, re.MULTILINE)}
    codes = [code_of.get(name, "un").partition("-")[0] for name in names]
    return [_ISO.get(code, code) for code in codes]


def _points(text: str) -> list[list[int]]:
    """Give the points of the first, second and third language, by the number that stands for the three."""
    listed = re.sub("//.*", "", text[text.index("kLgProbV2Tbl[kLgProbV2TblSize * 8] = {") :].split("};")[0])
    numbers = list(map(int, re.findall(r"\d+", listed.split("{")[1])))
    return [numbers[start + 5 : start + 8] for start in range(0, len(numbers), _NUMBER_OF_POINTS)]


def _points_of(packed: int, points: list[list[int]]) -> Iterator[tuple[int, int]]:
    for place in range(LANGUAGES_OF_GROUP):
        if language := packed >> 8 * (place + 1) & 0xFF:
            yield language, points[packed & 0xFF][place]


def _table(entries: Mapping[_Group, int]) -> np.ndarray:
    """Lay the groups out: each in that of its two rows which has fewer."""
    table = np.zeros((round(len(entries) / SLOTS / _FULLNESS), SLOTS), np.uint32)
    places, checks = places_of([group for group, _ in entries], [marks for _, marks in entries], len(table))
    values = (checks << INDEX_BITS | np.array(list(entries.values()), np.uint32)).tolist()
    choices = places.tolist()
    rows: list[list[int]] = [[] for _ in table]
    for number, (first, second) in enumerate(choices):
        group, row = number, min(first, second, key=lambda row: len(rows[row]))
        while len(rows[row]) == SLOTS:  # the one that is here longest goes to its other row
            rows[row].append(group)
            group = rows[row].pop(0)
            row = sum(choices[group]) - row
        rows[row].append(group)
    for row, here in enumerate(rows):
        table[row, : len(here)] = [values[group] for group in here]
    return table
