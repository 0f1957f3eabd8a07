from evaluation.normalization.normalizer_training import letter_costs
from normalization.uyghur.lexicon import lexicon


def test_the_shipped_costs_of_letters_are_those_of_the_shipped_words():
    ours, again = lexicon().letter_costs, letter_costs(lexicon().counts)
    assert len(ours) == len(again)
    # Another processor may round a logarithm another way.
    assert sum(abs(one - other) for one, other in zip(ours, again, strict=True)) <= len(ours) / 10_000
