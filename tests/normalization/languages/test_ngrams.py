import numpy as np
import pytest

from normalization.languages.ngrams import INDEX_BITS, SLOTS, Ngrams, ngrams, places_of

LETTERS = "abcdefghijklmnopqrstuvwxyzé"
IS_WORD, BEGINS, ENDS = 4, 1, 2


def table_of(groups: dict[tuple[str, int], tuple[int, int]], rows: int = 5) -> Ngrams:
    """Make a table in which each group, by letters and marks, speaks for one language (a number) by some points."""
    table = np.zeros((rows, SLOTS), np.uint32)
    places, checks = places_of([letters for letters, _ in groups], [marks for _, marks in groups], rows)
    for index, (either, check) in enumerate(zip(places, checks, strict=True), 1):
        row = table[either[index % 2]]
        row[np.flatnonzero(row == 0)[0]] = check << np.uint32(INDEX_BITS) | np.uint32(index)
    languages = np.array([(0, 0, 0), *((language, 0, 0) for language, _ in groups.values())], np.uint8)
    points = np.array([(0, 0, 0), *((point, 0, 0) for _, point in groups.values())], np.uint8)
    return Ngrams(["", "en", "zh", "zh-Hant"], LETTERS, table, languages, points)


def test_groups_of_four_letters_begin_at_each_other_letter_or_after_a_vowel_there():
    groups = {
        ("word", BEGINS): (1, 1),
        ("rdst", 0): (1, 2),
        ("stan", 0): (1, 4),
        ("nds", ENDS): (1, 8),
        ("tand", 0): (1, 99),
    }
    # w-o-r-d, from r on r-d-s-t, from s on s-t-a-n, and the a in third place is passed over: n-d-s
    assert table_of(groups).points(["wordstands"]).tolist() == [[0, 15, 0]]


def test_a_word_is_looked_up_by_its_first_eight_letters_too():
    groups = {("stopword", IS_WORD | BEGINS): (1, 3), ("stop", IS_WORD | BEGINS | ENDS): (1, 5)}
    points = table_of(groups).points(["stopwords", "stop", "STOP, stop!", "stops"])
    assert points[:, 1].tolist() == [3, 5, 10, 0]


def test_of_the_writings_of_a_language_the_likelier_counts():
    groups = {("ab", BEGINS | ENDS): (2, 3), ("cd", BEGINS | ENDS): (3, 4)}
    ngrams = table_of(groups)
    assert ngrams.codes == ["", "en", "zh"]
    assert ngrams.points(["ab cd ab", "cd cd"])[:, 2].tolist() == [6, 8]


def test_a_batch_gives_what_its_texts_give_one_by_one():
    texts = ["Das ist ein Buch.", "", "12 %", "\ud800", "This is a book", "Бұл кітап " * 3000, "это книга"]
    together = ngrams().points(texts)
    assert together.shape == (len(texts), len(ngrams().codes))
    assert [row.tolist() for row in together] == [ngrams().points([text])[0].tolist() for text in texts]


def test_the_shipped_table_is_full_to_nine_tenths_and_knows_its_languages():
    codes = set(ngrams().codes)
    assert {"en", "de", "tr", "uz", "kk", "ky", "tt", "ba", "ug", "tk", "az", "he", "zh", "ja"} <= codes
    assert not {"iw", "jw", "un"} & codes


@pytest.mark.parametrize("word", ["a", "if", "the", "book", "stopwords"])
def test_a_group_is_the_same_wherever_it_stands(word):
    alone = ngrams().points([word])
    assert (
        ngrams().points([f"\u4e00\u3002{'x1' * 700} {word}"]) - ngrams().points([f"\u4e00\u3002{'x1' * 700}"]) == alone
    ).all()
