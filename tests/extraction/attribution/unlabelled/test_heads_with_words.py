import pytest

from extraction import extract

_POSTS = {
    "ru": ("Подскажите, чем лучше пропитать доски для забора, чтобы они простояли лет десять, номер {}?"),
    "en": ("How long should oak boards dry before they can be planed for a table top, number {}?"),
}


def _text(language: str, heads: list[str]) -> str:
    posts = "".join(
        f"<div><div>{head}</div><div>{_POSTS[language].format(at)} {_POSTS[language].format(at + 9)}</div></div>"
        for at, head in enumerate(heads)
    )
    return extract(f"<html lang={language}><title>1912</title><body><h1>1912</h1>{posts}", method="all-text").text


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("ru", ["Barsik77 писал(а):", "mara_k писал(а):", "otto.w писал(а):", "Lesnik4 писал(а):"]),
        ("en", ["Re: barsik wrote:", "Re: mara_k wrote:", "Re: Lesnik4 wrote:"]),
    ],
)
def test_who_wrote_each_post_is_left_out(language: str, heads: list[str]) -> None:
    text = _text(language, heads)
    assert not any(head in text for head in heads)
    assert all(_POSTS[language].format(at) in text for at in range(len(heads)))


@pytest.mark.parametrize(
    "heads",
    [
        ["barsik_7 wrote:", "mara_k wrote:"],
        ["Anna said:", "Ben said:", "Anna said:", "Ben said:"],
        ["Jane Oakley wrote:", "Peter Holm wrote:", "Ada Brook wrote:"],
    ],
)
def test_two_alone_or_names_as_persons_have_may_lead_to_words_of_the_text(heads: list[str]) -> None:
    text = _text("en", heads)
    assert all(head in text for head in heads)
