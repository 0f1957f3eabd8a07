import subprocess
import sys

import pytest

from evaluation.normalization.normalizer_training import letter_costs
from normalization.uyghur.lexicon import lexicon


def test_the_shipped_costs_of_letters_are_those_of_the_shipped_words():
    ours, again = lexicon().letter_costs, letter_costs(lexicon().counts)
    assert len(ours) == len(again)
    # Another processor may round a logarithm another way.
    assert sum(abs(one - other) for one, other in zip(ours, again, strict=True)) <= len(ours) / 10_000


def test_a_word_looked_for_in_the_text_of_all_has_the_count_of_the_table():
    table = lexicon().counts
    fresh = lexicon.__wrapped__()
    words = [*list(table)[:5], *list(table)[-5:], *list(table)[1000:1030], "", "ببببب", "كىتا", next(iter(table))[1:]]
    searched = [fresh.count(word) for word in words]
    assert "counts" not in vars(fresh)  # no table was made
    assert searched == [table.get(word, 0) for word in words]
    assert [word in fresh for word in words] == list(map(bool, searched))
    assert "counts" not in vars(fresh)
    assert [fresh.count(word) for word in words * 200] == searched * 200
    assert "counts" in vars(fresh)  # so many words are found sooner with one
    assert fresh.cost(words[0]) == fresh.known_cost(words[0])
    with pytest.raises(KeyError):
        fresh.known_cost("ببببب")


@pytest.mark.slow
def test_a_page_in_another_language_has_no_table_of_words_made():
    page = "<p>" + "The boat left the harbour before the sun was up, and came back after dark. " * 9
    code = (
        f"import mezmun; assert mezmun.extract({page!r}).language == 'en'\n"
        "from normalization.uyghur.lexicon import lexicon; print('counts' in vars(lexicon()))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"False\n"


@pytest.mark.parametrize("word", ["ببببب", "خۋگتا", "ژژ", "", "شۋارزېنېگگېر"])
def test_an_unknown_word_costs_what_its_likeliest_reading_does(word):
    assert word not in lexicon()
    _, cost = lexicon().likeliest([{letter: 0.0} for letter in word])
    assert lexicon().cost(word) == pytest.approx(cost)


def test_the_table_can_be_made_before_processes_are_forked():
    fresh = lexicon.__wrapped__()
    assert fresh.make_table() == len(lexicon().counts)
    assert "counts" in vars(fresh)
