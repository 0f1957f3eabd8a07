"""The subjects of names are those of the parts that ``vocabulary.names`` gives."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.model import vocabulary
from extraction.page import attribute_signatures as signatures
from extraction.page import tags

WORDS = sorted(set().union(*signatures.BEGINNINGS.values(), *signatures.WHOLE.values()))
PIECES = st.sampled_from([*WORDS, *map(str.title, WORDS), *map(str.upper, WORDS), *'aZ -_&<"\xa0\u2003中İ1'])
VALUE = st.lists(PIECES | st.characters(codec="utf-8", exclude_characters="\0"), max_size=30).map("".join)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(st.tuples(st.just(tags.CODE["div"]), VALUE, VALUE, VALUE), max_size=4))
def test_names_speak_of_what_their_parts_speak_of(named):
    serialised = signatures.serialised(named)
    for subject in signatures.Subject:
        beginnings, whole = signatures.BEGINNINGS.get(subject, ()), signatures.WHOLE.get(subject, ())
        expected = [
            any(part.startswith(beginnings) or part in whole for part in vocabulary.names(each)) for each in named
        ]
        assert serialised.speaking(subject).tolist() == expected


def test_a_utility_class_far_behind_and_a_very_long_name_say_nothing():
    words = " ".join("xx" for _ in range(12))
    div = tags.CODE["div"]
    named = [(div, f"{words} comment", "comment" + "x" * 40, ""), (div, "", "", "PostComment2")]
    assert signatures.serialised(named).speaking(signatures.Subject.COMMENTS).tolist() == [False, True]


WITHIN = ("cookie", "cook", "sign-up", "signup")
NAMED = st.lists(st.sampled_from([*WITHIN, "COOKIE", "Sign", "-", "up", "coo", "k", " ", "ك", "<"]), max_size=6).map(
    "".join
)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(st.tuples(st.just(tags.CODE["div"]), NAMED, NAMED, NAMED), max_size=4))
def test_signatures_with_a_word_are_those_that_python_finds(named):
    marks = signatures.serialised(named).with_any(signatures.words_within(*WITHIN))
    expected = [any(word in value.lower() for word in WITHIN for value in each[1:3]) for each in named]
    assert (expected if marks is None else marks.tolist()) == expected
    assert (marks is None) == (not any(expected))


def test_a_word_that_begins_in_a_class_and_ends_in_an_id_is_none():
    div = tags.CODE["div"]
    marks = signatures.serialised([(div, "coo", "kie", "cookie"), (div, "x-Cookies", "", "")]).with_any(
        signatures.words_within("cookie")
    )
    assert marks.tolist() == [False, True]
