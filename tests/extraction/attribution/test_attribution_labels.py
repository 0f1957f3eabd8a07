"""Labels and forms of who wrote in further languages, and what looks like them."""

import pytest

from extraction import extract
from tests.extraction.attribution.test_contributors import MORE, SENTENCES


@pytest.mark.parametrize(
    ("language", "line", "name"),
    [
        ("es", "Traducción del inglés de Clara Colina", "Colina"),
        ("es", "Texto y fotografías de Clara Colina", "Colina"),
        ("es", "Por Clara Colina | Fotos: Pedro Valle", "Colina"),
        ("en", "Contributors: Clara Hilton, @m_kestler", "kestler"),
        ("en", "Last updated: March 12, 2024. Contributors: Clara Hilton, @m_kestler", "kestler"),
        ("en", "Translated from the Uyghur by Clara Hilton", "Hilton"),
        ("ru", "Перевод с английского Анны Сидоровой", "Сидоров"),
        ("zh", "译者：王小明　校对：李大伟", "王小明"),
        ("ja", "取材・文：佐藤みどり", "佐藤"),
        ("ko", "이하늬 기자", "하늬"),
        ("ko", "작성자 감자전 작성일 22-11-03 14:20 조회 532회 댓글 3건", "감자전"),
        ("zh", "作者 王小明 发布时间 2024-03-12", "王小明"),
    ],
)
def test_forms_of_translators_and_of_users_name_who_wrote(language: str, line: str, name: str) -> None:
    text = f"<p>{(SENTENCES | MORE)[language] if language in SENTENCES | MORE else SENTENCES['en']}</p>" * 6
    page = f"<html lang={language}><title>1912</title><body><h1>1912</h1>{text}<p>{line}</p></body></html>"
    assert name not in extract(page, method="all-text").text


_OTHERS = {
    "kk": "Бір түнде өзен суы екі метрге көтеріліп, ескі көпір барлық көлік үшін жабылды деп хабарлады әкімдік.",
    "mn": "Нэг шөнийн дотор голын ус хоёр метрээр нэмэгдэж, хуучин гүүрийг бүх тээврийн хэрэгсэлд хаасан байна.",
    "am": "በአንድ ሌሊት ወንዙ በሁለት ሜትር ከፍ አለ፤ አሮጌው ድልድይም መሐንዲሶች እስኪመረምሩት ድረስ ለሁሉም ተሽከርካሪዎች ተዘግቷል።",
    "ko": "하룻밤 사이에 강물이 이 미터나 불어났고, 오래된 다리는 점검을 마칠 때까지 모든 차량의 통행이 금지되었다.",
}


@pytest.mark.parametrize(
    ("language", "line", "stays"),
    [
        ("kk", "Мақаланы әзірлеген Айгүл Омарова.", False),
        ("mn", "Орчуулагч: Б.Сарангэрэл", False),
        ("mn", "Англи хэлнээс орчуулсан Б.Сарангэрэл", False),
        ("am", "ተርጓሚ፡ አበበ ተስፋዬ", False),
        ("am", "አዘጋጅ፡- አበበ ተስፋዬ", False),
        ("am", "በጋዜጠኛ አበበ ተስፋዬ የተዘጋጀ", False),
        ("am", "አሮጌው ድልድይ", True),
        ("ko", "강가에 선 사진 찍는 기자", True),
        ("ko", "[사진 찍는 기자]", True),
    ],
)
def test_who_wrote_in_kazakh_mongolian_and_amharic_and_who_only_takes_pictures(
    language: str, line: str, stays: bool
) -> None:
    text = f"<p>{_OTHERS[language]}</p>" * 6
    page = f"<html lang={language}><title>1912</title><body><h1>1912</h1>{text}<p>{line}</p></body></html>"
    assert (line in extract(page, method="all-text").text) is stays


def test_by_may_be_a_prefix_of_the_name() -> None:
    page = "<html lang=am><title>1912</title><body><h1>1912</h1><p>{}</p>" + f"<p>{_OTHERS['am']}</p>" * 6
    assert "ተስፋዬ" not in extract(page.format("በአበበ ተስፋዬ"), method="all-text").text
    assert "በአዲስ ድልድይ" in extract(page.format("በአዲስ ድልድይ"), method="all-text").text
