from mezmun.benchmark.duplicate_benchmark import measure_duplicates


def test_texts_that_overlap_by_four_fifths_are_detected_and_others_are_not():
    figures = measure_duplicates(240, seed=7)
    assert sum(each.pairs for each in figures) == 240
    much = [each for each in figures if each.at_least >= 0.8]
    little = [each for each in figures if each.below <= 0.6]
    assert min(each.pairs for each in much) > 10
    pairs, detected = sum(each.pairs for each in much), sum(each.pairs * each.share_detected for each in much)
    assert detected / pairs >= 0.95
    assert sum(each.pairs for each in little) > 60
    assert sum(each.share_detected for each in little) == 0
