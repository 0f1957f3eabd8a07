import pytest

from extraction import extract

TEXT = "<p>The old bridge was closed to all traffic when the river rose by two metres in a single night.</p>"
POST = "The water is already on the road, please stay at home tonight."


def text_of(below: str) -> str:
    quote = f'<blockquote class="post-embed"><p>{POST}</p>{below}</blockquote>'
    return extract(f"<article>{TEXT}{quote}{TEXT}</article>", method="all-text").text


@pytest.mark.parametrize(
    "below",
    [
        '— Ada Berg (@adaberg) <a href="/s/1">March 5, 2024</a>',
        "&mdash; Ada Berg 🌊 (@ada_berg) <a>5. März 2024</a>",
        "– Ада Берг (@adaberg) 16 мая 2018 г.",
        "— 安達 (@adachi_77) 2019年1月29日",
        "— ئادا (@ada77)",
        "— Ada Berg (River) (@ada.bsky.example) March 5, 2024 at 10:11 AM",
        "— Ada Berg (@ada@social.example) Mar 5, 2024, 10:11",
        "<p>A post shared by Ada Berg (@adaberg)</p>",
        "<p>A post shared by Ada Berg (@adaberg) on Apr 21, 2019 at 4:40am PDT</p>",
        "<p>Ein Beitrag geteilt von Ada (@ada.berg) am 23. Okt 2017 um 0:31 Uhr</p>",
        "<p>Публикация от Ада (@adaberg)</p>",
        "<p>Ada(@adaberg)がシェアした投稿</p>",
        "<p>Ada(@adaberg)님의 공유 게시물</p>",
    ],
)
def test_whose_an_embedded_post_is_is_left_out(below: str) -> None:
    text = text_of(below)
    assert POST in text
    assert "@" not in text
    assert text == text_of("")


@pytest.mark.parametrize(
    "line",
    [
        "<p>— Write to the office (@riveroffice) before you drive there</p>",
        "<p>The office (@riveroffice) counted forty cars.</p>",
        "<p>The mayor (@mayor) said so on March 5, 2024.</p>",
        "<p>— The bridge opens on March 5, 2024</p>",
        "<pre>- a decorator (@cache) 3.9</pre>",
    ],
)
def test_what_else_is_written_of_accounts_stays(line: str) -> None:
    assert text_of(line) != text_of("")
