"""Which pages a site's template is learned from."""

from itertools import pairwise

from extraction.methods.site_sample import EVERY, LOOKS, SAMPLE, in_sample, next_look, picked


def test_a_new_site_is_looked_at_often_and_an_old_one_every_so_many_pages():
    looks = [0]
    while len(looks) < 7:
        looks.append(next_look(looks[-1]))
    assert looks == [0, *LOOKS, EVERY, 2 * EVERY, 3 * EVERY]


def test_each_look_has_a_sample_that_ends_with_the_page_before_it():
    looks = [0, *LOOKS, EVERY, 2 * EVERY]
    for before, look in pairwise(looks):
        sample = [number for number in range(before + 1, look + 1) if in_sample(number)]
        assert len(sample) == min(SAMPLE, look - before)
        assert sample[-1] == look
        widest = max(next_ - one for one, next_ in pairwise([before, *sample]))
        assert widest <= -(-(look - before) // len(sample))


def test_the_share_of_pages_that_is_read_for_a_template_falls_to_a_fortieth():
    assert sum(map(in_sample, range(1, 1012))) <= 118
    assert sum(map(in_sample, range(10_001, 20_001))) == 10_000 * SAMPLE // EVERY


def test_all_of_few_pages_are_picked():
    assert all(picked(number, SAMPLE) for number in range(1, SAMPLE + 1))
