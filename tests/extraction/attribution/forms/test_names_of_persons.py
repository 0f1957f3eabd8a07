"""Names of persons in scripts that part no words, or have no capitals."""

import pytest

from extraction.attribution.forms.contributor_forms import contributor_reason


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("bo", "རྩོམ་པ་པོ། ཉི་ཟླ་མཚོ་འཕྲེང་།"),
        ("bo", "རྩོམ་པ་པོ་ཚེ་རིང་།"),
        ("ko", "두루미 기자 durumi77@haneul.example"),
        ("ko", "가마솥 기자 [gama@haneul.example]"),
        ("tt", "Ләйсирә ТИМЕРБУЛАТ әзерләде"),
    ],
)
def test_a_line_names_somebody_beside_a_word_for_her_work(language: str, line: str) -> None:
    assert contributor_reason(line, language) is not None


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("bo", "རྩོམ་པ་པོ་ཞིག་ཡིན་ན་མི་དམངས་ཀྱི་འཚོ་བ་ཤེས་དགོས།"),
        ("bo", "རྩོམ་པ་པོ། མི་དམངས་ཀྱི་འཚོ་བ་ཤེས་དགོས་པ་ཡིན།"),
        ("ko", "두루미 기자"),
        ("tt", "Казан шәһәре бәйрәм әзерләде инде"),
    ],
)
def test_a_sentence_with_such_a_word_names_nobody(language: str, line: str) -> None:
    assert contributor_reason(line, language) is None
