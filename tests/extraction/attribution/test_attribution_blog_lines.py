"""Lines that blog and portal software writes: who put a text there, and when, in the order of each language."""

import pytest

from extraction import extract
from tests.extraction.attribution.test_contributors import MORE, SENTENCES

_OTHERS = {"id": "Jembatan tua di atas sungai itu ditutup sejak Senin karena para insinyur menemukan retakan di tiang."}


def _text(language: str, above: str = "", below: str = "") -> str:
    text = f"<p>{(SENTENCES | MORE | _OTHERS)[language]}</p>" * 6
    page = f"<html lang={language}><title>1912</title><body><h1>1912</h1>{above}{text}{below}</body></html>"
    return extract(page, method="all-text").text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("es", "Publicado por Ana García en 18:22"),
        ("ar", "نشر بواسطة أحمد علي في 5 مارس 2024"),
        ("ar", "مرسلة بواسطة أحمد علي في 10:15 ص"),
        ("fa", "ارسال شده توسط احمد رضایی در 12:40"),
        ("vi", "Đăng bởi Lan Anh lúc 08:25"),
        ("id", "Diposting oleh Dewi di 09.15"),
        ("id", "Diposkan oleh Dewi pada 21.40"),
        ("tr", "Ayşe Yılmaz tarafından 5 Mart 2024 tarihinde yayınlandı"),
        ("tr", "5 Mart 2024 tarihinde gezgin35 tarafından eklendi"),
        ("ug", "misal_7 تەرىپىدىن 2015-يىلى 9-ئاينىڭ 14-كۈنى يوللاندى"),
        ("uz", "Aziz tomonidan 2021-yil 5-mart kuni joylandi"),
        ("ug", "2019-04-01 | ئالىمجان | 3 ئىنكاس"),
        ("ug", "ئالىمجان · 2019-04-01 · 120 قېتىم كۆرۈلدى"),
        ("en", "April 1, 2019 | Ada Berg | 3 Comments"),
        ("en", "ada / April 1, 2019 / Views: 120"),
        ("de", "1. April 2019 | Ada Berg | 3 Kommentare"),
        ("ru", "01.04.2019 | Иван | 3 комментария"),
        ("tr", "1 Nisan 2019 | Ali Kaya | 3 yorum"),
        ("zh", "2019-04-01 | 王小明 | 3 条评论"),
        ("zh", "本文由 晒书的王小明 发布"),
        ("zh", "原创 王小明 河谷读书会 2024-03-05 18:00"),
        ("ar", "كتب - أحمد علي:"),
        ("en", "Anna Berg with AP"),
        ("fr", "Anna Dupont avec AFP"),
        ("fa", "ترجمه احمد رضایی"),
        ("ru", "Фото Ивана Сидорова"),
    ],
)
def test_who_put_a_text_there_is_left_out(language: str, line: str) -> None:
    assert line not in _text(language, above=f"<p>{line}</p>")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("tr", "Kitap, Alkım Yayınları tarafından 5 Mart 2024 tarihinde yayınlandı ve kısa sürede tükendi."),
        ("tr", "Köprü, belediye başkanı tarafından 5 Mart 2024 tarihinde açıldı."),
        ("es", "Publicado por Alameda en 2010, el libro sigue entre los más prestados."),
        ("id", "Ditulis oleh Andrea Lembah, novel itu paling banyak dipinjam."),
        ("zh", "本文由来已久的争论，其实与老桥的位置有关。"),
        ("zh", "记者：您是什么时候开始修这座桥的？"),
        ("zh", "记者：那您后来回过家乡吗"),
        ("ar", "كتب أحمد شوقي قصائده بين القاهرة والأندلس، وهي محفوظة هنا."),
        ("en", "Dinner with Anna was shown in the garden, and many came to see it."),
        ("ug", "سۈرەتنى كىم تارتقانلىقىنى ھېچكىم بىلمەيدۇ، ئەمما ئۇ بەك ياخشى چىققان."),
        ("ug", "بۇ كىتابنى ئەركىن سىدىق تەرجىمە قىلغان بولۇپ، ئوقۇرمەنلەر ئۇنى بەك ياخشى كۆرىدۇ."),
        ("uz", "Kitobni ingliz tilidan Abdulla Misol tarjima qilgan va u juda mashhur."),
    ],
)
def test_a_sentence_about_who_wrote_or_asked_stays(language: str, line: str) -> None:
    assert line in _text(language, above=f"<p>{line}</p>")
    assert line in _text(language, below=f"<p>{line}</p>")


@pytest.mark.parametrize(
    ("language", "line", "name"),
    [
        ("uz", "Ingliz tilidan Kamola Saidova tarjima qildi", "Kamola"),
        ("ug", "سۈرەتنى دىلشات رىشات تارتقان", "دىلشات"),
        ("ug", "ئاۋاز بەرگۈچى: زۆھرە ئىمىن", "زۆھرە"),
        ("ug", "رەسىمگە تارتقۇچى: ياقۇپ ھاشىم", "ياقۇپ"),
        ("kk", "Суретті түсірген: Ерлан Оспан", "Ерлан"),
        ("zh", "本文由 漫步者老周 原创", "老周"),
    ],
)
def test_who_made_a_part_of_it_is_left_out_below_it(language: str, line: str, name: str) -> None:
    assert name not in _text(language, below=f"<p>{line}</p>")
