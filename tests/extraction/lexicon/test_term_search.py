"""Terms are found by their tree where the regular expression of the same terms finds them."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.lexicon.term_search import Ending, TermSearch
from extraction.lexicon.terms import TermRole, expression, finder, texts_of

ROLES = (TermRole.LEAD_IN, TermRole.AGENCY, TermRole.BY, TermRole.QUOTE, TermRole.PUBLISHED)
TEXTS = sorted(texts_of(*ROLES))
JOINS = st.sampled_from([" ", "", "-", "ʻ", "ʼ", "'", "’", "s ", ": ", "\xa0", ". ", "ى", "x"])


@given(role=st.sampled_from(ROLES), pieces=st.lists(st.tuples(st.sampled_from(TEXTS), JOINS), max_size=4))
def test_the_tree_finds_what_the_expression_finds(role, pieces):
    text = "".join(f"{term}{join}" for term, join in pieces)
    by_expression = re.compile(expression(role))
    assert [(each.start(), each.end()) for each in finder(role).finditer(text)] == [
        each.span() for each in by_expression.finditer(text)
    ]
    whole, first = finder(role).fullmatch(text), finder(role).match(text)
    assert (whole is None) == (by_expression.fullmatch(text) is None)
    assert (first and first.word()) == ((match := by_expression.match(text)) and match[0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("read also: more", ["read also"]),
        ("read alsoever", ["read"]),
        ("read-also, reading", ["reading"]),
        ("it\N{RIGHT SINGLE QUOTATION MARK}s read also", ["it\N{RIGHT SINGLE QUOTATION MARK}s", "read also"]),
        ("x来源y来源", ["来源", "来源"]),
        ("", []),
    ],
)
def test_the_longest_term_is_found_as_a_whole_word_or_anywhere(text, words):
    spaced = {"read": Ending.WORD, "read also": Ending.WORD, "readi": Ending.ANY, "it's": Ending.WORD}
    search = TermSearch(spaced, {"来源": Ending.NONE})
    assert [term.word() for term in search.finditer(text)] == words
    assert (search.search(text) is not None) == bool(words)
    assert len(search.sub("", text)) == len(text) - sum(map(len, words))
    assert TermSearch({}, {}).search(text) is None
