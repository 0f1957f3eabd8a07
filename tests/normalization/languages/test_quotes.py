"""What a line quotes without quotation marks is left out, and formulas of all Muslims; the rest stays."""

import pytest

from normalization import identify
from normalization.languages.quotes import unquoted


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ("الحمد لله رب العالمين، سەپەر ئوڭۇشلۇق بولدى", "سەپەر ئوڭۇشلۇق بولدى"),
        ("إن شاء اللّٰه ئەتە كېلىمەن دېدى", "ئەتە كېلىمەن دېدى"),
        ("ان شاء الله ئەتە كېلىمەن دېدى", "ئەتە كېلىمەن دېدى"),
        ("دادىسى الســـلامُ عَلَيْكُم دەپ ئۆيگە كىردى", "دادىسى دەپ ئۆيگە كىردى"),
        ("ئايەتتە وَلَا تَنْسَوُا الْفَضْلَ بَيْنَكُمْ دېيىلگەن", "ئايەتتە دېيىلگەن"),
        ("هر که بامش بیش برفش بیشتر دېگەن گەپ بار", "دېگەن گەپ بار"),
    ],
)
def test_formulas_and_runs_without_quotation_marks_are_left_out_of_a_uyghur_line(line, rest):
    assert " ".join(unquoted(line).replace("،", " ").split()) == rest
    assert identify(line).code == "ug"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("قال رضي الله عنه إن العلم نور والجهل ظلام", "ar"),
        ("الحمد لله", "ar"),
        ("ان شاء الله فردا به خانه برمی‌گردیم", "fa"),
        ("ان شاء اللہ کل ہم گھر واپس جائیں گے", "ur"),
        ("معنى هذه الجملة باللغة الأويغورية: ياخشىمۇسىز دوستۇم", "ar"),
        ("قَالَ الشَّاعِرُ وَطَنِي لَوْ شُغِلْتُ بِالْخُلْدِ عَنْهُ", "ar"),
    ],
)
def test_other_lines_are_of_their_own_language(line, code):
    assert identify(line).code == code
