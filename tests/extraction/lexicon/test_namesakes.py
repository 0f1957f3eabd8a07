from pathlib import Path

import pytest

from extraction.lexicon import namesakes as lexicon
from extraction.lexicon.namesakes import is_namesake

ROWS = Path(lexicon.__file__).with_name("namesakes.tsv").read_text(encoding="utf-8").splitlines()[1:]


def test_every_row_has_a_kind_and_names_in_small_letters() -> None:
    for row in ROWS:
        language, script, kind, names = row.split("\t")
        assert (language, script, names) == (language.lower(), script.capitalize(), names.lower())
        assert kind in {"work", "firm", "place"}
        assert not set("’‘ʻʼ`´").intersection(names)


def test_no_name_stands_twice() -> None:
    every = [name for row in ROWS for name in row.split("\t")[3].split(", ")]
    assert len(every) == len(set(every))


@pytest.mark.parametrize("name", ["Tom Sawyer", "EUGÉNIE GRANDET", "Eugenie Grandet", "Тарас Бульба", "Calvin Klein"])
def test_names_are_known_in_any_letters_with_accents_or_without(name: str) -> None:
    assert is_namesake(name)


def test_a_person_and_a_word_of_a_name_are_none() -> None:
    assert not is_namesake("Anna Berg")
    assert not is_namesake("Tom")
