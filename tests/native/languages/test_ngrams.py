"""The sums over groups of letters, compared with plain Python that follows the definition with numbers of any size."""

import re

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from native.library import lib
from normalization.languages.ngrams import INDEX_BITS, LANGUAGES_OF_GROUP, SLOTS, Ngrams, places_of

LETTERS = "abeio\u00e9\u0436\u4e2d"
MODELS = ["", "en", "zh", "zh-Hant", "ug"]
BEGINS, ENDS, IS_WORD = lib.GROUP_BEGINS, lib.GROUP_ENDS, lib.GROUP_IS_WORD
MEANINGS = 20
TEXT = st.text(f"{LETTERS}AB .\0\u0130\U00010437\ud800", max_size=40)


def mixed(number):
    number = (number ^ number >> 29) * 0xC2B2AE3D27D4EB4F % 2**64
    return number ^ number >> 32


def place_of(letters, marks, rows):
    """The two rows of a group and its check, as ``normalization/data/ngrams.npz`` was made."""
    numbers = [mixed(ord(letter) * 0x165667B19E3779F9 % 2**64) for letter in letters]
    polynomial = sum(number * 0x9E3779B97F4A7C15**power for power, number in enumerate(numbers))
    hashed = mixed((polynomial + marks * 0x165667B19E3779F9) % 2**64)
    first = (hashed // 2**40) * rows // 2**24
    step = (hashed // 2**16 % 2**24) * (rows - 1) // 2**24
    return [first, (first + step + 1) % rows], hashed % 2 ** (32 - INDEX_BITS) or 1


def groups_of(text):
    for word in re.findall(f"[{LETTERS}]+", text.lower()):
        at = 0
        while len(word) - at > 4:
            yield word[at : at + 4], BEGINS * (at == 0)
            at += 3 if word[at + 2] in "aeiou" else 2
        yield word[at:], BEGINS * (at == 0) + ENDS
        yield word[:8], IS_WORD + BEGINS + ENDS * (len(word) <= 8)


def plain_points(text, table, languages, points):
    sums = [0] * len(MODELS)
    for letters, marks in groups_of(text):
        rows, check = place_of(letters, marks, len(table))
        for slot in table[rows].ravel().tolist():
            if slot >> INDEX_BITS == check:
                for language, point in zip(*(each[slot % 2**INDEX_BITS] for each in (languages, points)), strict=True):
                    sums[language] += int(point)
    return [sums[0], sums[1], max(sums[2:4]), sums[4]]


@given(st.lists(st.tuples(st.text(LETTERS, min_size=1, max_size=9), st.integers(0, 7))), st.integers(1, 2**40))
def test_groups_stand_where_their_hash_says(groups, rows):
    places, checks = places_of([letters for letters, _ in groups], [marks for _, marks in groups], rows)
    expected = [place_of(letters, marks, rows) for letters, marks in groups]
    assert list(zip(places.tolist(), checks.tolist(), strict=True)) == expected


@given(TEXT, st.lists(TEXT, max_size=5), st.integers(0, 2**32 - 1), st.integers(1, 9))
def test_a_text_has_the_points_of_its_groups(text, others, seed, rows):
    random = np.random.default_rng(seed)
    table = np.zeros((rows, SLOTS), np.uint32)
    for letters, marks in {group for each in (text, *others) for group in groups_of(each)}:
        (first, second), check = place_of(letters, marks, rows)
        meaning = random.integers(1, MEANINGS)
        table[random.choice([first, second]), random.integers(SLOTS)] = check << INDEX_BITS | int(meaning)
    languages = random.integers(0, len(MODELS), (MEANINGS, LANGUAGES_OF_GROUP), np.uint8)
    points = random.integers(0, 13, (MEANINGS, LANGUAGES_OF_GROUP), np.uint8)
    ngrams = Ngrams(MODELS, LETTERS, table, languages, points)
    texts = [text, *others]
    assert ngrams.points(texts).tolist() == [plain_points(each, table, languages, points) for each in texts]


def test_a_slot_that_means_nothing_there_is_gives_no_points():
    table = np.zeros((2, SLOTS), np.uint32)
    (row, _), check = place_of("ab", BEGINS + ENDS, 2)
    table[row, 0] = check << INDEX_BITS | MEANINGS
    meanings = np.ones((MEANINGS, LANGUAGES_OF_GROUP), np.uint8)
    assert not Ngrams(MODELS, LETTERS, table, meanings, meanings).points(["ab"]).any()
