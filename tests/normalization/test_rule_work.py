"""The look for what a rule may change gives the places that its pattern gives."""

from hypothesis import given
from hypothesis import strategies as st

from normalization.rule_work import work_of
from normalization.rules import DEFAULT_RULES
from normalization.uyghur.alphabet import SUSPECT

TEXT = st.text(st.sampled_from("ab \n,é“ئ中") | st.characters(), max_size=40)


@given(TEXT, st.integers(0, 3))
def test_the_first_suspect_letter_is_that_which_the_pattern_finds(text, start):
    find_suspect = work_of(DEFAULT_RULES).letter_finders[0]
    suspect = SUSPECT.search(text, start)
    assert find_suspect(text, start) == (suspect.start() if suspect else -1)
