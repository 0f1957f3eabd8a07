"""The subjects of names are those of the parts that ``vocabulary.names`` gives."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.model import vocabulary
from extraction.page import attribute_signatures as signatures
from extraction.page import tags
from extraction.page.names import Match, Names, SignatureSubject, words_of

WORDS = sorted({word for subject in SignatureSubject for match in Match for word in words_of(subject, match)})
PIECES = st.sampled_from([*WORDS, *map(str.title, WORDS), *map(str.upper, WORDS), *'aZ -_&<"\xa0\u2003中İ1'])
VALUE = st.lists(PIECES | st.characters(codec="utf-8", exclude_characters="\0"), max_size=30).map("".join)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(st.tuples(st.just(tags.CODE["div"]), VALUE, VALUE, VALUE), max_size=4))
def test_names_speak_of_what_their_parts_speak_of(named):
    serialised = signatures.serialised(named)
    for subject in SignatureSubject:
        beginnings, whole = words_of(subject, Match.BEGINNING), words_of(subject, Match.WHOLE)
        expected = [
            any(part.startswith(beginnings) or part in whole for part in vocabulary.names(each)) for each in named
        ]
        assert serialised.speaking(subject).tolist() == expected


def test_a_utility_class_far_behind_and_a_very_long_name_say_nothing():
    words = " ".join("xx" for _ in range(12))
    div = tags.CODE["div"]
    named = [(div, f"{words} comment", "comment" + "x" * 40, ""), (div, "", "", "PostComment2")]
    assert signatures.serialised(named).speaking(SignatureSubject.COMMENTS).tolist() == [False, True]


def test_signatures_are_given_by_their_roles_in_full():
    div = tags.CODE["div"]
    named = [(div, "dialog", "", "button"), (div, "", "", ""), (div, "", "", "dialog"), (div, "", "x", "button")]
    of = signatures.serialised(named)
    roles = ((b"button",), (b"dialog", b"button"), (b"butto",), (b"",), ())
    assert [of.of_role(*each) for each in roles] == [[0, 3], [2, 0, 3], [], [], []]


BOXES = (Names.NOTICE, Names.LINE_NUMBERS, Names.CAPTION, Names.POST_BODY, Names.COMMENT_BODY, Names.TASK_DONE)
EVERY_WORD = sorted({word for name in BOXES for match in Match for word in words_of(name, match)})
NAMED = st.lists(
    st.sampled_from([*EVERY_WORD, *map(str.upper, EVERY_WORD), "Sign", "-", "up", "coo", "k", " ", "ك", "<"]),
    max_size=6,
).map("".join)


@pytest.mark.slow
@settings(max_examples=500)
@given(st.lists(st.tuples(st.just(tags.CODE["div"]), NAMED, NAMED, NAMED), max_size=4))
def test_signatures_with_a_word_are_those_that_python_finds(named):
    of = signatures.serialised(named)
    for names in ((each,) for each in BOXES):
        marks, anywhere = of.named(*names), [word for name in names for word in words_of(name, Match.ANYWHERE)]
        whole = {word for name in names for word in words_of(name)}
        values = [[value.lower() for value in each[1:3]] for each in named]
        expected = [
            any(any(word in value for word in anywhere) or not whole.isdisjoint(value.split()) for value in each)
            for each in values
        ]
        assert (expected if marks is None else marks.tolist()) == expected
        assert (marks is None) == (not any(expected))


def test_a_word_that_begins_in_a_class_and_ends_in_an_id_is_none():
    div = tags.CODE["div"]
    of = signatures.serialised([(div, "coo", "kie", "cookie"), (div, "x-Cookies", "", ""), (div, "callout", "", "")])
    assert of.named(Names.NOTICE).tolist() == [False, True, False]
    assert of.named(Names.NOTICE, Names.CALLOUT).tolist() == [False, True, True]
    assert of.named(Names.LINE_NUMBERS) is None


def test_a_whole_word_is_all_of_a_name_and_no_part_of_one():
    div = tags.CODE["div"]
    of = signatures.serialised([(div, "psti", "", ""), (div, "a PSTI b", "", ""), (div, "ipsTime", "upsti", "psti")])
    assert of.named(Names.COMMENT_BODY).tolist() == [True, True, False]


@pytest.mark.parametrize(
    ("name", "speaks"),
    [
        ("facts", True),
        ("key-facts", True),
        ("keyFacts", True),
        ("factsBox", True),
        ("facts-2", True),
        ("keyfacts", True),
        ("artifacts", False),
        ("ARTIFACTS", False),
        ("build-artifacts", False),
    ],
)
def test_a_word_that_is_a_beginning_begins_a_part_of_a_name(name, speaks):
    of = signatures.serialised([(tags.CODE["div"], name, "", ""), (tags.CODE["div"], "factbox", "", "")])
    assert of.named(Names.FACTS).tolist() == [speaks, True]


def test_names_of_addresses_are_no_names_of_boxes():
    with pytest.raises(KeyError):
        signatures.serialised([]).named(Names.THREAD_PATH)
