import pytest

from dashboard.language_codes import language_code
from mezmun.core.errors import InvalidInputError
from normalization.languages.ngrams import ngrams


def test_every_code_that_a_document_may_have_is_one():
    codes = {*ngrams().codes, "zh", "ja", "ug", "ckb", "syr", "und"} - {""}
    assert [code for code in sorted(codes) if language_code(code) != code] == []


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("Uyghur", "did you mean ug (Uyghur)?"),
        ("Uighur", "did you mean ug (Uyghur)?"),
        ("ئۇيغۇرچە", "did you mean ug (Uyghur)?"),
        ("uig", "did you mean ug (Uyghur)?"),
        ("UG", "did you mean ug (Uyghur)?"),
        ("central kurdish", "did you mean ckb (Central Kurdish)?"),
        ("qqq", "such as ug or zh."),
        ("", "such as ug or zh."),
        ("ug\n", "did you mean ug (Uyghur)?"),
        ("\x00", "such as ug or zh."),
    ],
)
def test_what_is_no_code_is_refused_with_the_code_expected(text, hint):
    with pytest.raises(InvalidInputError) as caught:
        language_code(text)
    assert str(caught.value).endswith(hint)
