from pathlib import Path

import pytest

from extraction.lexicon import person_names as lexicon
from extraction.lexicon.person_names import NameRole, folded, names

ROWS = Path(lexicon.__file__).with_name("person_names.tsv").read_text(encoding="utf-8").splitlines()[1:]


def test_every_row_has_a_role_and_names_in_small_letters() -> None:
    for row in ROWS:
        language, script, role, text = row.split("\t")
        assert (language, script, text) == (language.lower(), script.capitalize(), text.lower())
        assert NameRole(role)
        assert not set("’‘ʻʼ`´").intersection(text)


def test_no_name_stands_twice_in_a_role_and_every_role_has_names() -> None:
    rows = [row.split("\t") for row in ROWS]
    every = [
        (role, script, language if script in ("Hani", "Jpan") else "", name)
        for language, script, role, text in rows
        for name in text.split()
    ]
    assert len(every) == len(set(every))
    assert {role for role, *_ in every} == {str(role) for role in NameRole}


@pytest.mark.parametrize(
    "name", ["mária", "MARÍA", "maria", "Jürgen", "Łukasz", "Ольга", "Γιώργος", "ئابدۇللا", "राजेश"]
)
def test_names_are_known_in_any_letters_with_accents_or_without(name: str) -> None:
    assert folded(name) in names(NameRole.GIVEN_NAME)


def test_surnames_are_given_by_language() -> None:
    assert "佐々木" in names(NameRole.SURNAME, "ja")
    assert "佐々木" not in names(NameRole.SURNAME, "zh")
    assert "王" in names(NameRole.SURNAME, "zh")
