import sys
import unicodedata

import pytest

from evaluation.metrics.tokenisation import characters, fold, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don’t STOP, it’s 3.5 km_long", ["don", "t", "stop", "it", "s", "3", "5", "km", "long"]),
        ("«سالام» دۇنيا، ياخشى!", ["سالام", "دۇنيا", "ياخشى"]),
        ("2024年的新闻 ok", ["2024", "年", "的", "新", "闻", "ok"]),
        ("ひらカタ漢", ["ひ", "ら", "カ", "タ", "漢"]),
        ("ไทย ລາວ", ["ไ", "ท", "ย", "ລ", "າ", "ວ"]),
        ("ខ្មែរ", list("ខ្មែរ")),
        ("မြန်မာ", list("မြန်မာ")),
        ("한국어 문장", ["한국어", "문장"]),
        ("हिन्दी है।", ["हिन्दी", "है"]),
        (" … — ", []),
    ],
)
def test_words_are_runs_of_letters_and_single_characters_where_a_script_has_no_spaces(text: str, expected: list[str]):
    assert words(fold(text)) == expected


def test_presentation_forms_and_letters_are_the_same_word():
    # U+FEE9 is the vowel U+06D5 in Uyghur; Unicode's NFKC alone would make it U+0647.
    assert fold("\ufedb\ufbe9\ufe98\ufee9") != fold("\ufedb\ufbe9\ufe98\u0647")
    assert fold("ﺳﺎﻻﻡ") == fold("سالام")


@pytest.mark.parametrize("invisible", ["\u200c", "\u200f", "\u00ad", "\ufeff", "\u0640", "\u2066"])
def test_invisible_characters_part_no_word(invisible: str):
    assert words(fold(f"ab{invisible}cd")) == ["abcd"]


def test_width_case_and_composition_do_not_count():
    assert fold("ＡＢ e\u0301 ﬁ") == fold("ab é fi")


def test_characters_leave_out_all_white_space():
    assert characters(fold("a b\u00a0c\u3000d\n e")) == "abcde"


def test_every_format_character_is_deleted():
    left = [
        f"{code:04x}"
        for code in range(sys.maxunicode + 1)
        if unicodedata.category(chr(code)) == "Cf" and fold(chr(code))
    ]
    # Signs of old scripts and musical notation that stand alone, never inside words of these languages.
    assert set(left) <= {"0890", "0891", "08e2", "110bd", "110cd"} | {
        f"{c:04x}" for c in [*range(0x13430, 0x13440), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B)]
    }
