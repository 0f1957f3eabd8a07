import random

import pytest

from normalization.uyghur.lexicon import lexicon
from normalization.uyghur.scripts import Script, convert


@pytest.mark.parametrize(
    ("arabic", "latin", "cyrillic"),
    [
        ("ئۇيغۇرچە", "uyghurche", "уйғурчә"),
        ("ياخشىمۇسىز؟", "yaxshimusiz?", "яхшимусиз?"),
        ("جەمئىيەت، سائەت", "jem'iyet, sa'et", "җәм'ийәт, са'әт"),
        ("ئەنگىلىيە", "en'giliye", "әнгилийә"),
    ],
)
def test_a_text_is_converted_to_the_other_scripts(arabic, latin, cyrillic):
    assert convert(arabic, Script.LATIN) == latin
    assert convert(arabic, Script.CYRILLIC).replace("йа", "я") == cyrillic
    assert convert(latin, Script.ARABIC, Script.LATIN) == arabic


def test_foreign_words_and_numbers_stay():
    assert convert("Ubuntu 10.04 نەشرى", Script.LATIN) == "Ubuntu 10.04 neshri"
    assert convert("Microsoft shirkiti", Script.ARABIC, Script.LATIN) == "Microsoft شىركىتى"


@pytest.mark.parametrize("script", [Script.LATIN, Script.CYRILLIC])
def test_there_and_back_again_gives_the_word_for_999_of_1000_words(script):
    words = random.Random(0).sample(sorted(lexicon().counts), 5000)
    back = [convert(convert(word, script), Script.ARABIC, script) for word in words]
    assert sum(map(str.__eq__, words, back)) >= len(words) * 0.998
