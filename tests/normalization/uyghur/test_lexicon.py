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
    assert [fresh.count(word) for word in words] == searched
    assert "counts" in vars(fresh)  # so many words are found sooner with one
    assert fresh.cost(words[0]) == fresh.known_cost(words[0])
