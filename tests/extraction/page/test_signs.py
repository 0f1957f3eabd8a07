import re

import pytest

from extraction.page import signs
from extraction.page.signs import one_of


@pytest.mark.parametrize("each", sorted(signs.BEFORE_LABEL + signs.CLOSING_BRACKETS + "^\\"))
def test_a_sign_that_means_something_in_an_expression_stands_for_itself(each: str) -> None:
    others = "".join({*signs.BEFORE_LABEL, *signs.CLOSING_BRACKETS, "^", "\\"} - {each})
    assert re.fullmatch(one_of(each), each)
    assert re.fullmatch(one_of(("a", each)), each)
    assert not re.fullmatch(one_of(others), each)


@pytest.mark.parametrize("sign", ["：", "，", "、", "？", "！", "）", "】"])
def test_wide_signs_are_among_those_that_they_are_forms_of(sign: str) -> None:
    sets = (signs.COLONS, signs.COMMAS, signs.QUESTION_MARKS, signs.EXCLAMATION_MARKS, tuple(signs.CLOSING_BRACKETS))
    assert sum(sign in each for each in sets) == 1


def test_what_stands_around_names_and_labels_is_no_letter() -> None:
    around = {*signs.BEFORE_LABEL, *signs.BEHIND_LABEL, *signs.AROUND_NAME}
    assert not any(each.isalnum() for each in around)
    assert re.fullmatch(f"[{signs.HAN_AND_KANA}]+", "佐々木カズ山谷")
    assert re.fullmatch(f"[{signs.HANGUL}]+", "김민수")
