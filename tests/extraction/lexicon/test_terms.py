from collections import Counter

import pytest

from extraction.lexicon.terms import TABLES, TermRole, finder, terms, texts_of
from extraction.page.texts import plain
from normalization.uyghur.scripts import Script, convert

OTHER_WORDS = {"we", "ep", "әп", "baha", "awat", "ават", "salon", "салон", "burun"}
"""Uyghur terms that are other words elsewhere."""


def every_term():
    return [term for name in TABLES for term in terms(name)]


def test_every_term_is_written_as_lines_are_looked_at() -> None:
    for term in every_term():
        assert term.text == plain(term.text).strip()
        assert not set("’‘ʻʼ`´").intersection(term.text)


def test_no_row_stands_twice_and_every_role_has_a_term() -> None:
    assert max(Counter(every_term()).values()) == 1
    assert {term.role for term in every_term()} == set(TermRole)


@pytest.mark.parametrize(
    ("text", "role", "there"),
    [
        ("it was published in may", TermRole.PUBLISHED, True),
        ("the unpublished text", TermRole.PUBLISHED, False),
        ("publishers", TermRole.PUBLISHED, True),
        ("update", TermRole.DATE, False),
        ("文章发布时间", TermRole.PUBLISHED, True),
        ("en son", TermRole.LAST, True),
        ("sonra", TermRole.LAST, False),
        ("don’t miss", TermRole.LEAD_IN, True),
        ("shuningdek oʻqing", TermRole.LEAD_IN, True),
        ("time’s", TermRole.DATE, False),
    ],
)
def test_terms_are_words_but_where_a_script_parts_none(text: str, role: TermRole, there: bool) -> None:
    assert (finder(role).search(text) is not None) is there


def test_a_uyghur_term_is_there_in_each_of_its_scripts() -> None:
    roles_of = {(term.text, term.role) for term in every_term()}
    uyghur = [term for term in every_term() if (term.language, term.script) == ("ug", "Arab")]
    uyghur = [term for term in uyghur if term.role not in {TermRole.MONTH_OF_YEAR, TermRole.YEAR}]  # of many spellings
    assert len(uyghur) > 500
    for script in (Script.LATIN, Script.CYRILLIC):
        converted_terms = {(convert(term.text, script, Script.ARABIC).lower(), term.role) for term in uyghur}
        assert {text for text, _ in converted_terms - roles_of} <= OTHER_WORDS


def test_texts_are_given_by_role() -> None:
    assert "reply" in texts_of(TermRole.REPLY)
    assert "reply" not in texts_of(TermRole.WROTE, TermRole.QUOTE)
