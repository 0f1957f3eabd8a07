import pytest

from normalization import identify
from normalization.uyghur.latin_spellings import APOSTROPHES, is_uyy
from normalization.uyghur.scripts import Script, convert

UYY = "Uyƣur tili türkiy tillar ailisigə kiridu, ⱨazir nurƣun kixi ixlitidu."
ARABIC = "ئۇيغۇر تىلى تۈركىي تىللار ئائىلىسىگە كىرىدۇ، ھازىر نۇرغۇن كىشى ئىشلىتىدۇ."


@pytest.mark.parametrize(
    ("latin", "arabic"),
    [
        (UYY, ARABIC),
        ("Ⱪəxⱪər qong xəⱨər", "قەشقەر چوڭ شەھەر"),
        ("Ⱪǝxⱪǝr, Ǝmǝt, nǝrsə", "قەشقەر، ئەمەت، نەرسە"),
        ("Uyğur tili vä ädäbiyati", "ئۇيغۇر تىلى ۋە ئەدەبىياتى"),
        ("Şinjañ, uyğur, çong", "شىنجاڭ، ئۇيغۇر، چوڭ"),
        ("mäktäp bilän", "مەكتەپ بىلەن"),
        ("kërek, kêtip, kétip", "كېرەك، كېتىپ، كېتىپ"),
    ],
)
def test_each_spelling_is_read_by_its_letters(latin, arabic):
    assert convert(latin, Script.ARABIC, Script.LATIN) == arabic


@pytest.mark.parametrize("apostrophe", APOSTROPHES)
def test_any_apostrophe_is_the_glottal_stop(apostrophe):
    assert convert(f"jem{apostrophe}iyet", Script.ARABIC, Script.LATIN) == "جەمئىيەت"
    assert convert(f"җәм{apostrophe}ийәт", Script.ARABIC, Script.CYRILLIC) == "جەمئىيەت"


@pytest.mark.parametrize("text", [UYY, "Bu gün bazarƣa berip ⱪoƣun setiwaldim, ⱨəmmə adəm xu yərdə ikən."])
def test_uyy_is_identified_as_uyghur(text):
    assert is_uyy(text)
    assert identify(text).code == "ug"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Azərbaycan dili türk dilləri ailəsinə daxildir və geniş yayılmışdır.", "az"),
        ("Türkçe çok güzel bir dildir ve konuşanı çoktur.", "tr"),
        ("Tatar tele törki tellär törkeminä kerä häm keñ taralğan.", "tt"),
        ("O‘zbek tili turkiy tillar oilasiga kiradi va keng tarqalgan.", "uz"),
    ],
)
def test_kin_of_uyghur_is_none(text, code):
    assert not is_uyy(text)
    assert identify(text).code == code


def test_a_text_in_the_letters_of_uyy_without_its_schwa_writes_one_e_for_both_sounds():
    assert convert("Uyƣur helⱪining tarihi uzun", Script.ARABIC, Script.LATIN) == "ئۇيغۇر خەلقىنىڭ تارىخى ئۇزۇن"
