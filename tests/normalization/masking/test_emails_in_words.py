import pytest

from normalization import normalize
from normalization.masking import emails_in_words


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("olga собака example точка ru ждёт", "[e-mail] ждёт"),
        ("Mein Freund: hans AT example PUNKT de", "Mein Freund: [e-mail]"),
        ("mail tom dot baker at example dot co dot uk", "mail [e-mail]"),
        ("minsu88골뱅이example.com 으로", "[e-mail] 으로"),
        ("求资料 li88#example.com 谢谢", "求资料 [e-mail] 谢谢"),
        ("tanaka_1★example.co.jp まで", "[e-mail] まで"),
        ("write: ali_k at gmail.com", "write: [e-mail]"),
        ("email: ali at example.com", "email: [e-mail]"),
        ("info★example.jp（★を@に変えてください）", "[e-mail]（★を@に変えてください）"),
    ],
)
def test_a_word_or_another_sign_stands_for_the_at(text, masked):
    assert normalize(text).text == masked


@pytest.mark.parametrize(
    "text",
    [
        "He works at example dot com was a bubble",
        "look at example.com: the shop_1 opens",
        "The mail arrives at example.com soon",
        "Собака example точка",
        "see page1.html#top.part and index.php#a.b",
        "WE MEET AT EXAMPLE DOT COM",
        "Bake the bread in the oven at that point to keep its crust",
        "http://example.com/a1#b.com",
        "lib#example.com and @param",
    ],
)
def test_words_and_signs_of_other_meanings_survive(text):
    assert normalize(text).text == text


def test_places_are_those_of_the_whole_address():
    assert list(emails_in_words.find("to a_b arroba example punto es.")) == [(3, 30)]
