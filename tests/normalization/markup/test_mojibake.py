from hypothesis import given
from hypothesis import strategies as st

from normalization.markup import mojibake

misread = st.builds(
    lambda text, encoding: text.encode().decode(encoding, "replace"),
    st.text("ئۇيغۇرچە سۆز – “ﻗ” é ж", max_size=6),
    st.sampled_from(["cp1252", "latin-1", "cp1256", "cp1251", "gb18030"]),
)
sound = st.text(st.characters(min_codepoint=0x80, max_codepoint=0x6FF), max_size=6)


@given(st.lists(st.one_of(sound, misread)))
def test_the_look_for_pairs_hides_no_sign(parts):
    text = "".join(parts)
    beyond_ascii = "".join(character for character in text if not character.isascii())
    for misreading in mojibake._misreadings().values():
        assert mojibake._may_show(beyond_ascii) & misreading.bit or not misreading.shows(text)


def test_a_text_without_any_pair_shows_nothing():
    assert mojibake._may_show("قىسقا") == 0
    assert mojibake._may_show("é") == mojibake._may_show("") == 0
