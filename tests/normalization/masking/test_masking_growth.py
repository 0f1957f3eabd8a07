import pytest

from normalization import MASK_RULES, normalize
from tests.growth import MOST, TIMES, growth


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    [
        "1", "1 ", "1-", "1.", "(1", "::1", "1:", "a@", "a.a@a.", "@a ", "wechat ", "wechat: a_", "t.me/",
        "13999123456 ", "http://a@b.c?", "http://", "www.", "TR33 0006 ", "A1", "4111-", "[at] ", "203.0.113.",
        "a at b dot ", "mail at a.b ", "a собака b.", "a b @ c . d ", "a#b.", "@a:b.", "Signal: a.1", "1.1.*.",
        "a_1.1.", "dot com ", "010-1234-",
        "نومۇرى ", "تېلېفون 2345678، ", "QQ\n", "QQ\n441872018\n", "\n441872018", "\n\n \n441872018",
        "a_AT_b_DOT_", "УБ ", "УБ88041812", "C.C. 1.", "a در b نقطه ", "नौ ", "[at】", "202-555-0143x",
    ],
)  # fmt: skip
def test_work_grows_with_the_line(piece):
    def work(text: str) -> None:
        normalize(text, rules=MASK_RULES)

    characters = 5_000
    less, more = (piece * (times * characters // len(piece)) for times in (1, TIMES))
    assert growth(work, less, more) < MOST
