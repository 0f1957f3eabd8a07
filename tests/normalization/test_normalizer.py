import re
import unicodedata
from collections.abc import Iterable, Iterator

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from normalization import DEFAULT_RULES, MASK_RULES, Rule, masking, normalize, normalize_each, normalizer
from normalization.normalizer import explain
from normalization.rules import OPTIONAL_RULES
from normalization.uyghur.alphabet import LETTERS
from normalization.uyghur.presentation import PRESENTATION_FORM

CLEAN = [
    "ئۇيغۇر تىلى تۈركىي تىللار ئائىلىسىگە كىرىدۇ، «يېزىق» ئەرەب ھەرپلىرىدىن تۈزۈلگەن.",
    "بۈگۈن ھاۋا بەك ياخشى؛ بىز باغچىغا باردۇق – سىزچۇ؟",
    "2010-يىلى 3-ئاينىڭ 5-كۈنى سائەت 12:30 دا، Ubuntu 10.04 نەشرى چىقتى (ھەقسىز).",
]
CLEAN += ["نۇر · باھار ٪ ٭ ﴿بىر﴾", "دىگەن كىيىن ادەم", "٢٠١٠ ۲۰۱۰ ² ： １"]
FOREIGN = [
    "لا إله إلا الله محمد رسول الله صلى الله عليه وسلم",
    "این کتاب برای کسانی است که می\u200cخواهند زبان فارسی را یاد بگیرند",
    "بۇل كىتاپ قازاق تىلىن ۇيرەنگىسى كەلگەن ادامدارعا ارنالعان، حالىقتىڭ ءتىلى",
    "بۇل كىتەپ قىرعىز تىلىن ۉيرۅنگۉسۉ كەلگەن كىشىلەرگە جازىلعان",
    "ئەم کتێبە بۆ ئەو کەسانەیە کە دەیانەوێت فێری زمانی کوردی ببن",
    "یہ کتاب ان لوگوں کے لیے ہے جو اردو زبان سیکھنا چاہتے ہیں",
]
WORDS = ["بىز", "مەكتەپكە", "بارىمىز", "ئۇنىڭ", "كىتابى", "ياخشى", "بولىدۇ", "ھەممە", "ئادەم", "سۆزلەيدۇ"]

EMOJI = "[\u2190-\u23ff\u25a0-\u27bf\u2900-\u2bff\U0001f000-\U0001faff]"
VIRAMA = "[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d3b\u0d3c\u0d4d\u0dca]"
NEEDLESS_JOINER = re.compile(f"(?<!{VIRAMA})(?:(?<!{EMOJI})(?<!{EMOJI}\ufe0f)\u200d|\u200d(?!{EMOJI}))(?!{VIRAMA})")

letters = st.sampled_from(LETTERS + "ةصظذثأإؤهحضعیکڧآءۅۉـ\u200d\u200c\u200f\ufeff\u0654\u064e ،.\n15@")
uyghur_like = st.one_of(
    st.text(letters, max_size=60),
    st.text(st.characters(min_codepoint=0x600, max_codepoint=0x6FF), max_size=40),
    st.text(st.characters(min_codepoint=0xFB50, max_codepoint=0xFEFF), max_size=40),
    st.lists(
        st.sampled_from([*WORDS, "بولصدۇ", "ظةمما", "ﺋﯘﻳﻐﯘﺭ", "ﻼﻳﻮﺋ", "تارىخی", "2010", "\ue004", "Ø¦Û‡"]), max_size=12
    ).map(" ".join),
    st.text(st.sampled_from("\u200d\ufe0f\ufeff\u200b\u200cب \U0001f468\U0001f3fd❤♀"), max_size=12),
)
scant_lines = st.lists(
    st.sampled_from(["", "ذ", "ث", "ڪ", " ", "\u200d", "\xad", "\ue0f8", "ذ\u200d"]), min_size=2, max_size=3
).map("\n".join)
"""Lines of which little or nothing is left, so that they are another document then."""


@pytest.mark.parametrize("text", CLEAN)
def test_clean_text_comes_out_as_it_went_in(text):
    result = normalize(text)
    assert (result.text, result.changes) == (text, {})


@pytest.mark.parametrize("text", FOREIGN)
def test_other_languages_keep_their_letters(text):
    assert normalize(text).text == text


@pytest.mark.parametrize(
    ("text", "clean", "rule"),
    [
        ("\u0628\u0000ىز", "بىز", Rule.CONTROLS),
        ("بىز\ufdd0\U0001ffff", "بىز", Rule.CONTROLS),
        ("بولدى.\ue004بىز", "بولدى.\n\nبىز", Rule.PRIVATE_USE),
        ("B\ue00c\ue0082\ue009", "B2", Rule.PRIVATE_USE),
        ("\ue2a0\ue2d9\ue2e1\ue2e2", "بر10", Rule.PRIVATE_USE),
        ("ﻗﻪﻟﻪﻣﻨﯩﯔﺋﺎﻟﺪﻯ", "قەلەمنىڭ ئالدى", Rule.LOST_SPACES),
        ("يىغىنىﺋﯧﭽﯩﭗ", "يىغىنى ئېچىپ", Rule.LOST_SPACES),
        ("ﻣﯘﮬ ﻪﺑﺒﻪﺕ", "مۇھەببەت", Rule.LOST_SPACES),
        ("ﻣﯘ ﻫ ﻪﺑﺒﻪﺕ", "مۇھەببەت", Rule.LOST_SPACES),
        ("ﻼﻳﻮﺋ", "ئويلا", Rule.VISUAL_ORDER),
        ("ئ\u200dابدۇللا", "ئابدۇللا", Rule.FORMAT_CHARACTERS),
        ("مەكـــتەپ 1946 ـ يىلى", "مەكتەپ 1946 - يىلى", Rule.TATWEEL),
        ("ـــــــــــ ياخشى", " ياخشى", Rule.TATWEEL),
        ("ـــــــــــ", "", Rule.TATWEEL),
        ("رە\u200fئىسى \u202bكەلدى\u202c", "رەئىسى كەلدى", Rule.FORMAT_CHARACTERS),
        ("بىز\u200cنىڭ كىتاب", "بىزنىڭ كىتاب", Rule.FORMAT_CHARACTERS),
        ("\ufeffبىز", "بىز", Rule.FORMAT_CHARACTERS),
        ("\ue33d\ue347بىر\ue349", "−«بىر»", Rule.PRIVATE_USE),
        ("\uf0b7 بىز", " بىز", Rule.PRIVATE_USE),
        ("ئئادەم كەلدى", "ئادەم كەلدى", Rule.HAMZA),
        ("مۇئامىله ياخشى", "مۇئامىلە ياخشى", Rule.HEH),
        ("رەهمەت سىزگە", "رەھمەت سىزگە", Rule.HEH),
        ("بۇ ڧىلىم ياخشى", "بۇ فىلىم ياخشى", Rule.LOOK_ALIKES),
        ("ياخشی كىتاب", "ياخشى كىتاب", Rule.YEH),
        ("بىز ءۇنىڭ بىلەن", "بىز ئۇنىڭ بىلەن", Rule.HAMZA),
        ("بةك ياخشص بولصدۇ", "بەك ياخشى بولىدۇ", Rule.ALPHABETS),
        ("ظذلار مةكتةپكة باردئ", "ئۇلار مەكتەپكە باردى", Rule.ALPHABETS),
        ("شەھەرعا حۇشال كەلدى", "شەھەرغا خۇشال كەلدى", Rule.ALPHABETS),
        ("Ø¦Û‡ÙŠØºÛ‡Ø±Ú†Û•", "ئۇيغۇرچە", Rule.MOJIBAKE),
    ],
)
def test_each_rule_mends_and_counts_what_it_is_for(text, clean, rule):
    result = normalize(text)
    assert result.text == clean
    assert result.changes[rule] > 0
    assert normalize(text, rules=DEFAULT_RULES - {rule}).text != clean


def test_every_writer_of_a_page_is_read_by_his_own_alphabet():
    text = "بىز مەكتەپتە ئوقۇيمىز\nظذلار مةكتةپتة ظوقذيدذ\nلا إله إلا الله محمد رسول الله"
    assert normalize(text).text == "بىز مەكتەپتە ئوقۇيمىز\nئۇلار مەكتەپتە ئوقۇيدۇ\nلا إله إلا الله محمد رسول الله"


def test_a_short_line_leans_to_the_language_of_its_document():
    assert normalize("فیلم", language="fa").text == "فیلم"


@pytest.mark.parametrize(
    "text",
    ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "❤\ufe0f\u200d\U0001f525", "\U0001f3c3\U0001f3fd\u200d♀\ufe0f"],
)
def test_a_joiner_inside_an_emoji_stays(text):
    assert normalize(f"ياخشى {text}").text == f"ياخشى {text}"
    assert normalize(f"{text}\u200d").text == text


@pytest.mark.parametrize(
    "text",
    ["ශ්\u200dරී ලංකා", "അവന്\u200d നന്\u200dമ", "क्\u200dष", "दर्\u200dया", "গর\u200d্যাঙ্ক", "ರ\u200d್ಕ"],
)
@pytest.mark.parametrize("language", [None, "ug"])
def test_a_joiner_beside_a_virama_stays(text, language):
    assert normalize(text, language=language).text == text
    assert normalize(f"\u200d{text}\u200d", language=language).text == text


@pytest.mark.parametrize(
    "text",
    [
        "ภาษา\u200bไทย", "ភាសា\u200bខ្មែរ", "မြန်မာ\u200bဘာသာ", "می\u200cخواهم", "ᠬᠠᠭᠠᠨ\u180eᠠ", "葛\U000e0100",
        "שָׁלוֹם\u200f", "क्\u200cष", "\U0001f3f4\U000e0067\U000e0062\U000e007f", "1\ufe0f\u20e3", "ﬁ ㍿ ½ ｶﾞ",
    ],
)  # fmt: skip
def test_what_other_scripts_spell_with_format_characters_stays(text):
    assert normalize(text).text == text


def test_spelling_is_left_alone_unless_asked_for():
    text = "دىگەن سۆز, شۇنداقمۇ?"
    assert normalize(text).text == text
    assert normalize(text, rules=DEFAULT_RULES | {Rule.SPELLING, Rule.PUNCTUATION}).text == "دېگەن سۆز، شۇنداقمۇ؟"


def test_an_explanation_names_line_and_rule():
    edits = explain("بىز\nئ\u200dابدۇللا")
    assert [(edit.line, edit.rule, edit.after) for edit in edits] == [(2, Rule.FORMAT_CHARACTERS, "ئابدۇللا")]


@given(
    scant_lines | uyghur_like | st.text(),
    st.sampled_from([DEFAULT_RULES, DEFAULT_RULES - MASK_RULES, DEFAULT_RULES | OPTIONAL_RULES]),
    st.sampled_from([None, "ug", "ar"]),
)
def test_normalising_twice_is_normalising_once(text, rules, language):
    once = normalize(text, rules=rules, language=language).text
    assert normalize(once, rules=rules, language=language).text == once


@given(scant_lines)
@example("ذ\n\u200d")
def test_lines_of_which_nothing_is_left_make_no_document_of_another(text):
    once = normalize(text).text
    assert normalize(once).text == once


@given(uyghur_like | st.text() | st.binary().map(lambda body: body.decode("utf-8", "surrogateescape")))
def test_what_comes_out_is_composed_and_free_of_forms_joiners_and_nul(text):
    clean = normalize(text).text
    assert unicodedata.is_normalized("NFC", clean)
    assert not PRESENTATION_FORM.search(clean)
    assert not {"\0", "\ufeff"} & set(clean)
    assert not NEEDLESS_JOINER.search(clean)


@given(st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join))
def test_any_line_of_clean_words_is_untouched(text):
    assert normalize(text) == normalize(text, rules=frozenset())


@pytest.mark.parametrize("unit", ["ﻗ", "ب", " ", "\u200c", "ص", "\u0640", "ﻗ ﻘ", "1 ", "Ø§", "\ue004 "])
def test_a_very_long_line_takes_no_more_than_its_share_of_time(unit):
    text = unit * 50_000 + "\u200c\ue004"
    assert normalize(normalize(text).text).changes == {}


def test_a_line_without_a_sign_of_what_is_masked_is_read_by_no_mask(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def mask(line: str, masks: Iterable[masking.Mask]) -> Iterator[tuple[Rule, int, str]]:
        looked_at.append(line)
        return masking.mask(line, masks)

    monkeypatch.setattr(normalizer, "mask", mask)
    block = "Seen: yes\nMail: anna@example.org\nDone: yes"
    assert normalize_each([block])[0].text == "Seen: yes\nMail: [e-mail]\nDone: yes"
    assert looked_at == ["Mail: anna@example.org", "Mail: [e-mail]"]  # once more, until nothing changes


def test_quotes_that_were_misread_are_read_again_in_a_line_of_clean_characters():
    line = "itâ€™s the riverâ€™s and the bridgeâ€™s"
    assert normalize(line).text == "it’s the river’s and the bridge’s"
    assert normalize("it says â€™ there").text == "it says â€™ there"


@given(
    st.lists(st.one_of(uyghur_like, st.sampled_from(["plain", "", "a@b.org\nx", "\ufb50", "call 0991-8582305", "لّه"])))
)
def test_blocks_of_a_document_come_out_as_each_for_itself(blocks):
    for rules in DEFAULT_RULES, frozenset({Rule.PHONE}), DEFAULT_RULES - MASK_RULES:
        for_itself = [normalize(block, rules=rules, language="ug") for block in blocks]
        changed = {number: clean for number, clean in enumerate(for_itself) if clean.text != blocks[number]}
        assert normalize_each(blocks, rules=rules, language="ug") == changed


@given(uyghur_like)
def test_a_block_alone_is_spelled_as_a_text_of_its_own(block):
    rules = DEFAULT_RULES | OPTIONAL_RULES
    clean = normalize(block, rules=rules, language="ug")
    assume(Rule.VISUAL_ORDER not in clean.changes)  # turned around, it has other words to spell by
    changed = {} if clean.text == block else {0: clean}
    assert normalize_each([block], rules=rules, language="ug") == changed


def test_a_block_is_spelled_as_another_in_positional_forms():
    blocks = ["ﻗﯧﺮﻗﺎﻧﺒﺎﻳﯧﯟ بۈگۈن كەلدى", "بىز قىرقانبايىۋ بىلەن كۆرۈشتۇق"]
    changed = normalize_each(blocks, rules=DEFAULT_RULES | {Rule.SPELLING}, language="ug")
    assert {number: clean.text for number, clean in changed.items()} == {
        0: "قېرقانبايېۋ بۈگۈن كەلدى",
        1: "بىز قېرقانبايېۋ بىلەن كۆرۈشتۇق",
    }


def test_blocks_of_a_document_are_spelled_as_others_of_it():
    blocks = ["قېرقانبايېۋ بۈگۈن كەلدى", "تاغدا يامغۇر ياغدى", "بىز قىرقانبايىۋ بىلەن كۆرۈشتۇق"]
    rules = DEFAULT_RULES | {Rule.SPELLING}
    changed = normalize_each(blocks, rules=rules, language="ug")
    assert {number: clean.text for number, clean in changed.items()} == {2: "بىز قېرقانبايېۋ بىلەن كۆرۈشتۇق"}
    assert normalize_each(blocks[1:], rules=rules, language="ug") == {}
    assert normalize_each(blocks, language="ug") == {}


@pytest.mark.parametrize("language", ["de", "en", "ru", "ug"])
def test_a_soft_hyphen_is_no_part_of_a_word_in_any_language(language):
    assert normalize("Die Bundes\xadregierung hat ent\xadschieden.", language=language).text == (
        "Die Bundesregierung hat entschieden."
    )
