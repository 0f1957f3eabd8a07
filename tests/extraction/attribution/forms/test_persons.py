"""Lines that are names of persons, by the names themselves, and lines that look like such."""

import pytest

from extraction.attribution.forms.persons import are_persons, first_full_name


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("pl", "Maria Kowalska"),
        ("de", "Anna-Lena Schmidt, Berlin"),
        ("de", "Dr. Hans Müller"),
        ("de", "Prof. Dr. Petra Vogt"),
        ("en", "Sarah Whitcombe in Nairobi"),
        ("en", "Tom Okafor and Priya Nair"),
        ("en", "Tom Hill"),
        ("es", "María Fernanda Gutiérrez"),
        ("es", "Ana de la Torre"),
        ("nl", "Pieter van den Berg"),
        ("ru", "Ирина Белова, Москва"),
        ("ru", "Белова Ирина"),
        ("kk", "Айгүл Серікбаева"),
        ("kk", "Ерлан НҰРЛАНҰЛЫ, «Дала газеті»"),
        ("kk", "Ерлан Нұрланұлы, Түркістан облысы"),
        ("uz", "Dilshod Karimov, “Xalq soʻzi”"),
        ("vi", "Hoài Nam"),
        ("el", "Γιώργος Παπαδόπουλος"),
        ("vi", "Nguyễn Văn Hùng"),
        ("ug", "ئابدۇللا تۇرسۇن"),
        ("ar", "أحمد الخطيب - القاهرة"),
        ("ar", "محمد عبد الله"),
        ("fa", "مریم حسینی"),
        ("he", "יוסי כהן"),
        ("hi", "राजेश कुमार"),
        ("bn", "রফিকুল ইসলাম"),
        ("th", "สมชาย ใจดี"),
        ("zh", "王小明 李华"),
        ("zh", "张伟"),
        ("zh", "欧阳文"),
        ("zh", "張曉明"),
        ("zh", "蕭敬騰"),
        ("kk", "ايگۇل ساپار"),
        ("ja", "佐々木 健"),
        ("ja", "田中美咲"),
        ("ko", "박지영"),
        ("ko", "김철수·이민호"),
    ],
)
def test_names_of_persons(language: str, line: str) -> None:
    assert are_persons(line, language)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Victoria Falls, Zimbabwe"),
        ("en", "Paris, Texas"),
        ("en", "Alice Springs"),
        ("en", "George Town"),
        ("en", "Hope and Glory"),
        ("en", "Anna and the Wolves"),
        ("en", "Anna writes letters"),
        ("en", "Anna"),
        ("en", "J. P."),
        ("en", "Tom Hill: a life"),
        ("en", "Where is Tom Hill?"),
        ("es", "Santiago de Chile"),
        ("de", "St. Georgen im Schwarzwald"),
        ("fr", "Rose des vents"),
        ("ru", "Нижний Новгород"),
        ("ru", "Вера и Надежда"),
        ("ar", "أمل جديد"),
        ("ug", "ئالتۇن كۈز"),
        ("ug", "گۈل باغ"),
        ("zh", "金华"),
        ("zh", "成都"),
        ("zh", "高温天气"),
        ("zh", "陽光"),
        ("zh", "時代"),
        ("zh", "溫泉"),
        ("ja", "山口県"),
        ("ja", "春の海"),
        ("ko", "정치인"),
        ("ko", "이야기"),
        ("id", "Tanjung Pinang"),
        ("vi", "Việt Nam"),
        ("vi", "Quảng Nam"),
        ("kk", "«Дала газеті»"),
        ("en", "Anna Berg “the Swallow” of Hull"),
    ],
)
def test_places_words_and_sentences_are_no_names(language: str, line: str) -> None:
    assert not are_persons(line, language)


def test_the_first_name_is_given_in_words() -> None:
    assert first_full_name("Tom Okafor and Priya Nair", "en") == ("Tom", "Okafor")
    assert first_full_name("Victoria Falls", "en") == ()
