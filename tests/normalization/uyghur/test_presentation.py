import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normalization import fold_presentation_forms
from normalization.uyghur.presentation import PRESENTATION_FORM, fold_and_count


@pytest.mark.parametrize(
    ("forms", "letters"),
    [
        ("ﺋﯘﻳﻐﯘﺭ", "ئۇيغۇر"),
        ("\ufe91\ufeea\ufe97", "بەت"),  # NFKC would give U+0647
        ("\ufeeb\ufeea\ufee3\ufee4\ufeea", "ھەممە"),
        ("ﯪﻟﺪﻯ", "ئالدى"),
        ("ﺳﺎﻏﻼﻡ", "ساغلام"),
        ("\ufdf2", "ئاللاھ"),
        ("اﷲنىڭ", "ئاللاھنىڭ"),
        ("\ufbdd\ufee7\ufbe9\ufbd4", "ئۇنىڭ"),
        ("\ufbe0\ufbe2", "ۆۈ"),
        ("\ufe97\ufeee\ufbfc \ufeaf\ufbfd", "توي زى"),  # a consonant after a vowel
        ("\ufbfe\ufe8e", "يا"),
        ("\ufe76\ufbb2", "\u064e"),  # a mark keeps no space before it; a bare dot goes
        ("\ufd3e\ufd3f \U0001f600", "\ufd3e\ufd3f \U0001f600"),
    ],
)
def test_forms_become_uyghur_letters(forms, letters):
    assert fold_presentation_forms(forms) == letters


def test_other_languages_get_unicodes_letters():
    forms = "\ufef3\ufeea\ufbfc"
    assert fold_and_count(forms, uyghur=False)[0] == unicodedata.normalize("NFKC", forms)


@given(st.text() | st.text(st.characters(min_codepoint=0xFB50, max_codepoint=0xFEFF)))
def test_no_form_is_left_and_folding_again_changes_nothing(text):
    folded = fold_presentation_forms(text)
    assert not PRESENTATION_FORM.search(folded)
    assert fold_presentation_forms(folded) == folded
