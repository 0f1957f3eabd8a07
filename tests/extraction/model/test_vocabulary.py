import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.model import vocabulary
from extraction.page import attribute_signatures as signatures
from extraction.page import tags
from extraction.page.node_table import parse
from normalization import fold_presentation_forms

DIV = tags.CODE["div"]


def test_names_are_kept_whole_and_in_parts():
    names = vocabulary.names((DIV, "postBody entry-content", "post-1234", "main"))
    assert {"<div", ".postbody", "post", "body", ".entry-content", "entry", "content", "#post-0", "@main"} <= names


def test_words_are_of_short_lines_only():
    assert vocabulary.words("Reply 12") == ["=reply 0", "^reply", "_reply"]
    assert vocabulary.words("long line " * 20) == []
    assert "_回复" in vocabulary.words("回复 本帖")


def test_presentation_forms_are_the_same_words():
    assert vocabulary.words("\ufe8e") == vocabulary.words("\u0627")


def test_elements_named_alike_share_a_signature():
    page = parse("<body><p class=a>1</p><p class=a>2</p><p class=b role=note>3</p>")
    of_element, every = page.signature, page.signatures.all
    rows = [row for row, code in enumerate(page.tag.tolist()) if tags.NAMES[code] == "p"]
    assert of_element[rows[0]] == of_element[rows[1]] != of_element[rows[2]]
    assert every[of_element[rows[2]]] == (tags.CODE["p"], "b", "", "note")


# What the compiled part finds, as Python says it.

DIGITS = re.compile(r"\d+")
PARTS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|[^\W\d_a-zA-Z]+")
WORD = re.compile(r"[\u2e80-\u9fff\uf900-\ufaff]|[^\W_\u2e80-\u9fff\uf900-\ufaff]+")


def small(text):
    return "".join(map(str.lower, text))  # one letter at a time, so that no sigma is a final one


def names_in_python(signature):
    tag, *values = signature
    names = {f"<{tags.NAMES[tag]}"}
    for mark, value in zip(".#@", values, strict=True):
        for name in value.split()[:12]:
            if len(name) <= 40:
                names.add(mark + DIGITS.sub("0", small(name)))
                names.update(small(part) for part in PARTS.findall(name) if len(part) > 1)
    return names


def words_in_python(text):
    line = DIGITS.sub("0", fold_presentation_forms(text).lower())
    words = WORD.findall(line)
    if len(text) > 160 or not words or len(words) > 14:
        return []
    pairs = [a + b for a, b in pairwise(words) if len(a) == len(b) == 1 and a > "\u2e80"]
    return [
        "=" + line,
        "^" + words[0],
        *("_" + word for word in words if len(word) > 1),
        *("_" + each for each in pairs),
    ]


ANY = st.characters(codec="utf-8")
LETTERS = st.sampled_from('aBİΣς9٣-_ .&"<\xa0\u2003中、語ﻼﷲﯼە𠀀𝟘𐐀Ǆ')
TEXT = st.text(LETTERS | ANY, max_size=170)
WRITABLE = st.characters(codec="utf-8", exclude_characters="\0")  # which the parser leaves in no value
VALUE = st.text(LETTERS | WRITABLE | st.sampled_from("ABCabc"), max_size=90)
NAMING = st.tuples(st.just(DIV), VALUE, VALUE, VALUE)


@pytest.mark.slow
@settings(max_examples=500)
@given(TEXT)
def test_words_of_lines_are_what_python_says(text):
    assert vocabulary.words(text) == words_in_python(text)


@pytest.mark.slow
@settings(max_examples=500)
@given(NAMING)
def test_words_of_names_are_what_python_says(signature):
    assert vocabulary.names(signature) == names_in_python(signature)


@given(NAMING)
def test_a_written_signature_is_read_as_it_was(signature):
    assert signatures.serialised([signature]).all == [signature]
