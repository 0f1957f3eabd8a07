import pytest

from dashboard.text_direction import direction


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("كىتاب ئوقۇش", "rtl"),
        ("Windows 7 نىڭ 32 بىتلىق نەشرى؟", "rtl"),
        ("sudo apt update && sudo apt upgrade", "ltr"),
        ("The book كىتاب is read", "ltr"),
        ("שלום", "rtl"),
        ("مەن a", "rtl"),
        ("2016-05-20", "auto"),
        ("", "auto"),
    ],
)
def test_a_line_is_set_as_most_of_its_letters_are(text, expected):
    assert direction(text) == expected
