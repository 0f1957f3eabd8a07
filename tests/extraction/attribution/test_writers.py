"""Lines that name who wrote, and lines that look like them and name nobody, in the languages that pages are in most."""

import pytest

from extraction import extract
from tests.extraction.attribution.test_contributors import SENTENCES

NAMING = [
    ("en", "By Clara Hill"),
    ("en", "Written by: Clara Hill"),
    ("en", "Author: Clara Hill"),
    ("en", "Clara Hill, Senior Reporter"),
    ("en", "Photos and text: Clara Hill"),
    ("en", "Photo: Clara Hill"),
    ("en", "Edited by Clara Hill"),
    ("en", "Reporting by Clara Hill; editing by Tom Wood"),
    ("en", "Editor: Clara Hill"),
    ("en", "CLARA HILL, Staff Correspondent"),
    ("de", "Von Klara Hügel"),
    ("de", "Text und Fotos: Klara Hügel"),
    ("de", "Autorin: Klara Hügel"),
    ("de", "Klara Hügel, Redakteurin"),
    ("de", "Foto: Klara Hügel"),
    ("de", "Ein Bericht von Klara Hügel"),
    ("de", "Redaktion: Klara Hügel"),
    ("de", "Bericht: Klara Hügel"),
    ("de", "Text: Klara Hügel und Max Wald"),
    ("de", "Von Klara Hügel und Max Wald"),
    ("de", "Das Interview führte Klara Hügel"),
    ("fr", "Par Claire Colline"),
    ("fr", "Texte : Claire Colline"),
    ("fr", "Auteur : Claire Colline"),
    ("fr", "Photo : Claire Colline"),
    ("fr", "Propos recueillis par Claire Colline"),
    ("fr", "Claire Colline, journaliste"),
    ("fr", "Rédaction : Claire Colline"),
    ("fr", "Publié par Claire Colline"),
    ("fr", "Texte et photos : Claire Colline"),
    ("es", "Por Clara Colina"),
    ("es", "Texto: Clara Colina"),
    ("es", "Autora: Clara Colina"),
    ("es", "Redacción: Clara Colina"),
    ("es", "Fotos: Clara Colina"),
    ("es", "Entrevista de Clara Colina"),
    ("es", "Clara Colina, corresponsal"),
    ("es", "Texto y fotos: Clara Colina"),
    ("ru", "Автор: Вера Холмова"),
    ("ru", "Вера Холмова, обозреватель"),
    ("ru", "Подготовила Вера Холмова"),
    ("ru", "Фото: Вера Холмова"),
    ("ru", "Текст: В. Холмова"),
    ("ru", "Записала Вера Холмова"),
    ("ru", "Беседовала Вера Холмова"),
    ("ru", "Корреспондент Вера Холмова"),
    ("ru", "Редактор: Вера Холмова"),
    ("ru", "Материал: Вера Холмова"),
    ("tr", "Haber: Derya Tepe"),
    ("tr", "Yazar: Derya Tepe"),
    ("tr", "Fotoğraf: Derya Tepe"),
    ("tr", "Derya Tepe, muhabir"),
    ("tr", "Hazırlayan: Derya Tepe"),
    ("tr", "Yazan: Derya Tepe"),
    ("tr", "Çeviri: Derya Tepe"),
    ("tr", "Röportaj: Derya Tepe"),
    ("tr", "Haber - Fotoğraf: Derya Tepe"),
    ("tr", "Editör: Derya Tepe"),
    ("kk", "Авторы: Дана Төбебай"),
    ("kk", "Дайындаған: Дана Төбебай"),
    ("kk", "Дана Төбебай, журналист"),
    ("kk", "Сұхбаттасқан Дана Төбебай"),
    ("kk", "Сурет: Дана Төбебай"),
    ("kk", "Мәтін: Дана Төбебай"),
    ("kk", "Әзірлеген Дана Төбебай"),
    ("kk", "Редактор: Дана Төбебай"),
    ("zh", "作者：林小河"),
    ("zh", "记者 林小河"),
    ("zh", "编辑/林小河"),
    ("zh", "文/林小河"),
    ("zh", "文/咪蒙"),
    ("zh", "责任编辑：林小河"),
    ("zh", "（记者 林小河）"),
    ("zh", "本报记者 林小河 通讯员 周山"),
    ("zh", "摄影：林小河"),
    ("zh", "撰稿：林小河"),
    ("zh", "编辑：林小河 校对：周山"),
    ("zh", "林小河 文/图"),
    ("zh", "采访：林小河"),
    ("zh", "翻译：林小河"),
    ("ug", "ئاپتور: دىلنۇر ئەركىن"),
    ("ug", "مۇھەررىر: دىلنۇر ئەركىن"),
    ("ug", "مۇخبىر: دىلنۇر ئەركىن"),
    ("ug", "تەييارلىغۇچى: دىلنۇر ئەركىن"),
    ("ug", "مۇخبىرىمىز دىلنۇر ئەركىن"),
    ("ug", "تەرجىمە قىلغۇچى: دىلنۇر ئەركىن"),
    ("ug", "سۈرەتكە ئالغۇچى: دىلنۇر ئەركىن"),
    ("ug", "مەسئۇل مۇھەررىر: دىلنۇر ئەركىن"),
    ("ug", "يازغۇچى: دىلنۇر ئەركىن"),
    ("en", "This is a guest post by Clara Hill, founder of Green Valleys."),
    ("en", "Hosted by Clara Hill"),
    ("en", "Clara Hill, freelance journalist."),
    ("fr", "Traduit de l'anglais par Claire Colline"),
    ("es", "Por Clara Colina, g1 — Madrid"),
    ("uz", "Dilnoza Tepa tayyorladi."),
    ("he", "מאת דנה גבעתי"),
    ("he", "צילום: דנה גבעתי"),
    ("ko", "김민수 기자 minsu@example.org"),
    ("ko", "글=박지영"),
    ("th", "โดย สมชาย วงศ์ดี"),
    ("th", "ภาพ: สมชาย วงศ์ดี"),
    ("ur", "تحریر: اسلم فاروقی"),
    ("vi", "Tác giả: Trần Quốc Bảo"),
    ("vi", "Ảnh: Trần Quốc Bảo"),
]
NAMING_NOBODY = [
    ("en", "Written by Clara Hill in 1912, the book is still read today."),
    ("en", "Hosted by South Africa, the summit ends on Friday."),
    ("en", "Follow the path to the bridge"),
    ("fr", "Traduit de l'anglais"),
    ("he", "צילום: איך לצלם נהר בלילה חשוך"),
    ("ko", "기자 회견"),
    ("ko", "글=쓰는 법"),
    ("th", "โดยทั่วไป"),
    ("th", "ภาพ: สะพานเก่าข้ามแม่น้ำในฤดูหนาว"),
    ("vi", "Ảnh: cây cầu cũ"),
    ("en", "Text: how to read"),
    ("en", "Text: How To Read a Map"),
    ("en", "Photo: the valley in spring"),
    ("en", "Photo: The Valley in Spring"),
    ("en", "By the river"),
    ("en", "Interview: the mayor of the valley"),
    ("en", "By 2030"),
    ("en", "Words: a short history"),
    ("en", "Picture: What We Saw"),
    ("en", "Edited by hand"),
    ("en", "Written by nobody"),
    ("en", "By Accident"),
    ("en", "Editor and publisher"),
    ("en", "Editor/Publishing"),
    ("en", "Reporter of the Year"),
    ("de", "Von hier nach dort"),
    ("de", "Von Berlin nach Hamburg"),
    ("de", "Von Mai bis Juni"),
    ("de", "Foto: der Hafen im Winter"),
    ("de", "Foto: Der Hafen im Winter"),
    ("de", "Text: wie man liest"),
    ("de", "Redaktion und Verlag"),
    ("de", "Interview: Was nun?"),
    ("de", "Von Anfang an"),
    ("de", "Von Kopf bis Fuß"),
    ("de", "Bild: Die neue Brücke"),
    ("en", "Post by the river"),
    ("de", "Beitrag von allen"),
    ("fr", "Par la rivière"),
    ("fr", "Par exemple"),
    ("fr", "Par monts et par vaux"),
    ("fr", "Texte : comment lire"),
    ("fr", "Photo : la vallée au printemps"),
    ("fr", "Entretien : les Alpes en hiver"),
    ("fr", "Par Avion"),
    ("fr", "Par Toutatis"),
    ("fr", "Enquête : la Poste"),
    ("es", "Por el río"),
    ("es", "Por San Juan y la Rioja"),
    ("es", "Texto: cómo leer"),
    ("es", "Foto: el valle en primavera"),
    ("es", "Por Ejemplo"),
    ("es", "Entrevista: el alcalde del valle"),
    ("es", "Redacción: reglas y ejemplos"),
    ("ru", "Автор неизвестен"),
    ("ru", "Текст: как читать"),
    ("ru", "Фото: долина весной"),
    ("ru", "Фото: Долина весной"),
    ("ru", "Перевод: трудности"),
    ("ru", "Редактор и издатель"),
    ("ru", "Интервью: мэр города"),
    ("ru", "Корреспондент года"),
    ("ru", "Видео: Северное сияние"),
    ("ru", "Подготовка: что взять с собой"),
    ("tr", "Metin: nasıl okunur"),
    ("tr", "Fotoğraf: ilkbaharda vadi"),
    ("tr", "Editör ve yayıncı"),
    ("tr", "Çeviri: zor bir iş"),
    ("tr", "Haber: yollar kapandı"),
    ("kk", "Мәтін: қалай оқу керек"),
    ("kk", "Сурет: көктемдегі алқап"),
    ("kk", "Сұхбат: қала әкімі"),
    ("kk", "Жыл журналисі"),
    ("kk", "Редактор және баспагер"),
    ("kk", "Аударма: қиын жұмыс"),
    ("zh", "编辑/出版"),
    ("zh", "编辑部的故事"),
    ("zh", "记者 招聘"),
    ("zh", "记者节快乐"),
    ("zh", "编辑 出版 发行"),
    ("zh", "采访：市长"),
    ("zh", "翻译/口译"),
    ("zh", "策划/设计"),
    ("zh", "报道：世界杯"),
    ("zh", "视频：北极光"),
    ("zh", "图文 教程"),
    ("zh", "翻译 服务"),
    ("zh", "校对 排版"),
    ("zh", "编辑 推荐"),
    ("ug", "تېكىست: قانداق ئوقۇش كېرەك"),
    ("ug", "مۇخبىرلار بايرىمى"),
    ("ug", "سۆھبەت: شەھەر باشلىقى"),
    ("ug", "مۇھەررىر ۋە نەشرىيات"),
    ("ug", "يىلنىڭ مۇخبىرى"),
]


def _text(language: str, above: str = "", below: str = "") -> str:
    text = f"<p>{SENTENCES[language]}</p>" * 6
    page = f"<html lang={language}><title>1912</title><body><h1>1912</h1>{above}{text}{below}</body></html>"
    return extract(page, method="all-text").text


@pytest.mark.parametrize(("language", "line"), NAMING)
def test_a_line_that_names_who_wrote_is_none_of_the_text(language: str, line: str) -> None:
    assert line not in _text(language, above=f"<p>{line}</p>")
    assert line not in _text(language, below=f"<p>{line}</p>")


PARTS = [
    ("en", "Hosted by Clara Hill. Produced by Tom Wood and Ann Field.", "Clara"),
    ("zh", "【纠错】【责任编辑：王小明】", "王小明"),
    ("ko", "[박뫼솔 기자]", "박뫼솔"),
    ("ko", "박뫼솔 객원기자", "박뫼솔"),
    ("ug", "خەنزۇچىدىن تەرجىمە قىلغۇچى: alim_1985", "alim"),
    ("ug", "تورغا يوللىغۇچى: ئايگۈل مىسال", "ئايگۈل"),
    ("uz", "Tayyorlovchi: Aziz Karimov", "Aziz"),
    ("fa", "نوشته‌ی احمد رضایی", "رضایی"),
]


@pytest.mark.parametrize(("language", "line", "name"), PARTS)
def test_a_line_of_parts_that_name_who_wrote_is_none_of_the_text(language: str, line: str, name: str) -> None:
    assert name not in _text(language, below=f"<p>{line}</p>")


def test_a_line_of_which_one_part_says_more_stays() -> None:
    line = "Hosted by the city. Clara Hill spoke of the bridge."
    assert line in _text("en", below=f"<p>{line}</p>")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("zh", "纠错机制是量子计算的核心"),
        ("ug", "خەۋەرچى: سىز قانداق ئويلايسىز؟"),
        ("ug", "مۇخبىر: ياشلارغا نېمە دەيسىز؟"),
        ("zh", "记者：王小明怎么看？"),
        ("he", "הכתב: מה דעתך?"),
        ("es", "Con la colaboración de Caja Madrid"),
        ("uz", "Prezident Aziz Karimov bilan suhbatlashdi."),
    ],
)
def test_a_line_with_a_word_that_elsewhere_names_who_wrote_stays(language: str, line: str) -> None:
    assert line in _text(language, above=f"<p>{line}</p>", below=f"<p>{line}</p>")


@pytest.mark.parametrize(("language", "line"), [("ko", "번역: 정하율"), ("th", "โดย ปรียา วงศ์ดี")])
def test_a_page_that_declares_no_language_has_that_of_its_letters(language: str, line: str) -> None:
    text = f"<p>{SENTENCES[language]}</p>" * 6
    page = f"<title>1912</title><body><h1>1912</h1>{text}<p>{line}</p></body>"
    assert line not in extract(page, method="all-text").text
    assert line in extract(page.replace("<title>", "<html lang=en><title>"), method="all-text").text


@pytest.mark.parametrize(("language", "line"), NAMING_NOBODY)
def test_a_line_that_names_nobody_stays(language: str, line: str) -> None:
    assert line in _text(language, above=f"<p>{line}</p>")
    assert line in _text(language, above=f"<h2>{line}</h2>")
    assert line in _text(language, below=f"<p>{line}</p>")


@pytest.mark.parametrize(
    ("language", "name", "more"),
    [
        (
            "en",
            "Anna Berg",
            ", 45, lives in Norwich with two dogs. She keeps bees, and is at work on a book about rivers.",
        ),
        ("en", "Anna Berg", " has covered three floods and two droughts. She lives in Norwich."),
        ("de", "Cornelius Habicht", ", Jahrgang 1971, lebt in Weimar. Zuletzt erschien von ihm ein Buch."),
        ("ru", "Анна Сидорова", " — живёт в Перми. Написала три книги."),
        ("tr", "Ayşe Yılmaz", ", 1985 yılında Bursa'da doğdu. Yazıları çeşitli dergilerde yayımlandı."),
        ("zh", "柳玉珍", "，湖南人，中学教师，出版散文集两部。"),
    ],
)
def test_what_is_told_of_the_writer_behind_the_text_goes_with_her_name(language: str, name: str, more: str) -> None:
    above = f"<div class=author-name>{name}</div>"
    assert name not in _text(language, above, f"<p>{name}{more}</p>")
    speaks = f"<p>{name}{more}</p><p>{SENTENCES[language]} {name}: {SENTENCES[language]}</p>"
    assert more in _text(language, above, speaks)  # the text speaks of her


def test_what_is_told_of_the_writer_above_the_text_goes_too() -> None:
    above = "<div class=author-name>Anna Berg</div><p>Anna Berg has covered three floods. She lives in Norwich.</p>"
    assert "Berg" not in _text("en", above)
    subject = f"<p>{SENTENCES['en']} Anna Berg had warned of it. {SENTENCES['en']}</p>"
    assert "Anna Berg has covered" in _text("en", above, subject)


def test_what_only_begins_with_words_of_a_box_of_the_writer_stays() -> None:
    line = "Assistant Professor, dual appointment in rivers and in bridges of the valley"
    above = "<div class=author-title>Assistant Professor</div>"
    assert line in _text("en", above, f"<p>{line}</p>")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("ug", "تەرجىمە قىلىپ تەييارلىغۇچى: ئالىم ئەخمەت"),
        ("ug", "يوللىغۇچى memtimin — 2012-05-06 10:22"),
        ("en", "Author Jane Roe | March 5, 2024"),
    ],
)
def test_a_label_with_a_name_is_left_out_also_without_a_colon_before_a_day(language: str, line: str) -> None:
    assert line not in _text(language, above=f"<p>{line}</p>")
