"""Names alone where an article begins or ends, and what looks like them."""

import pytest

from extraction import extract
from tests.extraction.attribution.test_contributors import MORE, SENTENCES

_JAPANESE = {"ja": "夜のうちに川の水かさが増え、下町の人々は運べるものをみな丘の上の学校へ運びました。"}


def _text(language: str, above: str = "", below: str = "") -> str:
    text = f"<p>{(SENTENCES | MORE | _JAPANESE)[language]}</p>" * 6
    page = f"<html lang={language}><title>1912</title><body><h1>1912</h1>{above}{text}{below}</body></html>"
    return extract(page, method="all-text").text


@pytest.mark.parametrize(
    ("language", "above"),
    [
        ("en", "<p>Clara Hilton"),
        ("en", "<p>Clara Hilton | March 12, 2024"),
        ("en", "<p>March 12, 2024 · Clara Hilton"),
        ("de", "<p>12. März 2024 | Clara Hilton"),
        ("de", "<p>12.03.2024 | 13:10 | Clara Hilton"),
        ("de", "<p>12.03.2024 | 13:10 Uhr | Clara Hilton"),
        ("de", "<p>Clara Hilton, 12. März 2024, 13.10 Uhr"),
        ("en", "<p>Clara Hilton - March 12, 2024, 10:12"),
        ("en", "<p>March 12, 2024 10:12 | Clara Hilton"),
        ("ru", "<p>12 марта 2024, Clara Hilton"),
        ("fr", "<p>Clara Hilton<p>Le 12 mars 2024"),
        ("fr", "<p>Clara Hilton<p>Journaliste"),
        ("en", "<p>CLARA HILTON<br>VALLEY CORRESPONDENT"),
    ],
)
def test_a_name_before_the_text_is_left_out(language: str, above: str) -> None:
    assert "hilton" not in _text(language, above).lower()


def test_what_somebody_does_goes_with_her_name() -> None:
    assert "CORRESPONDENT" not in _text("en", "<p>CLARA HILTON<br>VALLEY CORRESPONDENT")


@pytest.mark.parametrize(
    ("language", "below", "name"),
    [
        ("en", "Clara Hilton", "Clara Hilton"),
        ("en", "— Clara Hilton", "Clara Hilton"),
        ("en", "Clara Hilton is a columnist for the Ledger and the author of “Nine Bridges”.", "Clara Hilton"),
        ("en", "Follow Clara Hilton on Twitter: @chilton", "Clara Hilton"),
        ("de", "Clara Hilton ist freie Journalistin in Leipzig.", "Clara Hilton"),
        ("de", "Clara Hilton, Jahrgang 1971, ist freie Autorin und lebt in Weimar.", "Clara Hilton"),
        ("en", "Clara Hilton writes about food and travel for the Valley Post.", "Clara Hilton"),
        ("en", "Clara Hilton in Geneva contributed to this report.", "Clara Hilton"),
        ("en", "Clara Hilton and Tom Woodley contributed to this report.", "Clara Hilton"),
        ("en", "Clara Hilton, a journalist at the Valley Post.", "Clara Hilton"),
        ("en", "Associated Press Writers Clara Hilton and Tom Woodley contributed to this report.", "Clara Hilton"),
        ("en", "Clara Hilton, author of Nine Bridges, teaches in Geneva.", "Clara Hilton"),
        ("en", "Clara Hilton was a reporter for the Valley Post until 2020.", "Clara Hilton"),
        ("en", "Clara Hilton is Features Editor for The Garden", "Clara Hilton"),
        ("de", "Clara Hilton, Autorin und Journalistin, lebt in Weimar.", "Clara Hilton"),
        ("fr", "Clara Hilton, journaliste et auteure, vit à Lyon.", "Clara Hilton"),
        ("ru", "Виктор Холмов — журналист, живёт в Перми.", "Холмов"),
        ("tr", "Ali Kaya, gazeteci ve yazar, Ankara'da yaşıyor.", "Ali Kaya"),
        ("kk", "Айгүл Мысалова — журналист, Алматыда тұрады.", "Мысалова"),
        ("ar", "سامي حداد كاتب وصحفي يقيم في عمان. صدر له كتابان.", "سامي"),
        ("hi", "विकास जोशी दिल्ली में रहने वाले पत्रकार हैं।", "विकास"),
        ("ug", "ئايگۈل مىسال — يازغۇچى، 1971-يىلى غۇلجىدا تۇغۇلغان.", "ئايگۈل"),
        ("zh", "王小明，男，1971年生，作家，现居长沙。", "王小明"),
        ("zh", "（作者王小明系河谷大学教授）", "王小明"),
        ("ru", "Виктор ХОЛМОВ", "ХОЛМОВ"),
        ("ug", "— رەيھان نىياز", "رەيھان"),
        ("zh", "（林小河）", "林小河"),
        ("kk", "Айгүл СЕРІКБАЕВА,</p><p>Алматы облысы", "СЕРІКБАЕВА"),
        ("ru", "Виктор ХОЛМОВ, «Вестник».", "ХОЛМОВ"),
        ("ru", "Виктор ХОЛМОВ</p><p>Пермь", "ХОЛМОВ"),
        ("ja", "＜佐藤健一＞", "佐藤"),
        ("ko", "서울에서 홍길동입니다.", "홍길동"),
        ("ko", "지금까지 부산에서 KTV 뉴스 김서연이었습니다.", "김서연"),
        ("ko", "김서연 기자였습니다.", "김서연"),
    ],
)
def test_a_name_behind_the_text_is_left_out(language: str, below: str, name: str) -> None:
    assert name not in _text(language, below=f"<p>{below}</p>")


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Clara Hilton, the author of the report, called for a second bridge next year."),
        ("en", "Mayor Tom Woodley, a former journalist, promised to come back in June."),
        ("en", "Valley Post reporter Tom Woodley was not in the building."),
        ("en", "City Council hired the editor of the local paper to write the catalogue."),
        ("de", "Das Heft enthält die Übersetzung und ein Nachwort."),
        ("pl", "Maria Nowak, redaktor naczelna miesięcznika, zapowiada kolejne wystawy."),
        ("ru", "Виктор Холмов, бывший журналист, обещал вернуться в июне."),
        ("en", "Tom Woodley works hard to free the journalist."),
        ("en", "Clara Hilton, the author of the report, is to speak in June."),
        ("en", "Clara Hilton, a former journalist, would not say where the mayor lives."),
        ("de", "Peter Müller, Redakteur der Zeitung, schreibt, dass die Brücke offen bleibt."),
        ("en", "Maria Lopez is suing the newspaper's editor for libel."),
        ("en", "Clara Hilton, who is the author of the report, called for a second bridge."),
        ("de", "Anna Berg sagte, er habe den Autor nie gesehen."),
        ("de", "Peter Müller ist gestern als Redakteur zurückgetreten."),
        ("fr", "Marie Curie a revu son ami le journaliste en mars."),
        ("tr", "Ali Kaya geçen ay gazeteci oldu."),
    ],
)
def test_a_last_sentence_that_tells_what_somebody_did_stays(language: str, sentence: str) -> None:
    assert sentence in _text(language, below=f"<p>{sentence}</p>")


@pytest.mark.parametrize(
    ("language", "above"),
    [
        ("en", "<p>Old Bridge"),  # a page with "old bridge"
        ("en", "<p>Dear Clara Hilton,"),
        ("en", "<p>Hallo Clara,"),
        ("en", "<p>Who Is Clara?"),
        ("en", "<h2>Clara Hilton</h2>"),
        ("en", "<ul><li>Clara Hilton</ul>"),
        ("en", "<p>Clara Hilton<p>Anna Milford<p>Tom Woodley"),
        ("ug", "<p>كىرىش سۆز"),
    ],
)
def test_a_line_that_is_no_name_stays(language: str, above: str) -> None:
    assert above.removeprefix("<p>").split("<p>")[0].strip("<>/ulih2 ").removeprefix("li>") in _text(language, above)


def test_a_name_that_the_text_speaks_of_stays() -> None:
    sentence = "<p>Clara Hilton has looked after the old bridge for forty years, and her mother did so before her time."
    assert _text("en", "<p>Clara Hilton</p>" + sentence).count("Clara Hilton") == 2
    assert _text("en", sentence, "<p>Clara Hilton</p>").count("Clara Hilton") == 2


@pytest.mark.parametrize(
    ("language", "name", "last"),
    [
        ("en", "Clara Hilton", "First prize"),
        ("ru", "Виктор Холмов", "Вечная память"),
        ("ug", "رەيھان نىياز", "مۇبارەك بولسۇن"),
        ("ar", "سامي حداد", "مبروك"),
    ],
)
def test_a_name_above_words_that_are_no_place_stays(language: str, name: str, last: str) -> None:
    assert name in _text(language, below=f"<p>{name}</p><p>{last}</p>")


@pytest.mark.parametrize("last", ["Clara Hilton", "— Clara Hilton", "Guten Appetit!"])
def test_a_name_behind_short_lines_or_with_a_call_stays(last: str) -> None:
    assert last.lstrip("— ") in _text("en", below=f"<p>And so</p><p>Tom Woodley</p><p>{last}</p>")


@pytest.mark.parametrize(
    ("language", "above", "name"),
    [
        ("en", "<p>Nora Quill and Jo Lind", "Quill"),
        ("en", "<p>Nora Quill, Bristol", "Quill"),
        ("de", "<p>Nora Quill und Jo Lind<p>12. März 2024", "Lind"),
        ("fr", "<p>Nora Quill, Lyon", "Quill"),
        ("ru", "<p>Ирина Белова и Павел Громов", "Громов"),
        ("ru", "<p>Ирина Белова, Москва", "Белова"),
        ("ug", "<p>گۈلنار ئەخمەت", "گۈلنار"),
        ("ug", "<p>گۈلنار ئەخمەت يازدى", "گۈلنار"),
        ("ja", "<p>佐藤美咲<p>2024年3月12日", "佐藤"),
        ("ja", "<p>佐藤 美咲", "佐藤"),
    ],
)
def test_two_names_a_name_with_a_place_and_names_without_capitals_go_before_the_text(
    language: str, above: str, name: str
) -> None:
    assert name not in _text(language, above)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Supreme Court, London"),
        ("en", "New York, London"),
        ("en", "Winter Garden"),
        ("en", "Salt and Pepper"),
        ("fr", "Cour suprême, Paris"),
        ("en", "Rolling Stones, Berlin"),
        ("de", "Frankfurter Buchmesse, Frankfurt"),
        ("fr", "Vin Rouge et Pain Blanc"),
        ("ja", "福田川"),
        ("tr", "Kız Kulesi, İstanbul"),
        ("ru", "Верховный суд, Москва"),
        ("ug", "ئالتۇن كۈز"),
        ("ug", "گۈل باغ"),
        ("ja", "富士山"),
        ("ja", "春の海"),
        ("en", "Tom Sawyer"),
        ("en", "Calvin Klein, New York"),
        ("fr", "Eugénie Grandet"),
        ("ru", "Тарас Бульба"),
    ],
)
def test_a_place_an_institution_or_a_work_before_the_text_is_no_name(language: str, line: str) -> None:
    assert line in _text(language, f"<p>{line}")


@pytest.mark.parametrize(
    ("language", "above"),
    [
        ("es", "<p>Lucía Mar Ibáñez"),
        ("de", "<p>Dr. Nora Quill, Bremen"),
        ("en", "<p>Nora Quill in Nairobi"),
        ("en", "<p>Nora Quill<p>5 min read"),
        ("ru", "<p>Квилова Ирина"),
        ("zh", "<p>王小明 李华"),
        ("ja", "<p>佐々木 健"),
        ("ko", "<p>이서연, 부산"),
        ("ug", "<p>ئابدۇللا تۇرسۇن"),
        ("tr", "<p>Ayşe Kaya/ANKARA"),
        ("de", "<p>Bremen - Dr. Nora Quill"),
        ("kk", "<p>Айгүл Серікбаева,<br>мұғалім"),
    ],
)
def test_names_that_the_table_knows_go_before_the_text(language: str, above: str) -> None:
    assert above.removeprefix("<p>").split("<p>")[0] not in _text(language, above)


@pytest.mark.parametrize(
    ("language", "below"),
    [
        ("de", "Dr. Nora Quill"),
        ("de", "(jlk/ab)"),
        ("de", "jlk"),
        ("tr", "Kaynak: Ayşe Quill"),
        ("ug", "ئاينۇر مەمەت"),
        ("zh", "张伟"),
        ("en", "Nora Quill<p>12 March 2024"),
    ],
)
def test_names_that_the_table_knows_go_behind_the_text(language: str, below: str) -> None:
    assert below.split("<p>")[0] not in _text(language, below=f"<p>{below}")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Victoria Falls, Zimbabwe"),
        ("en", "New York"),
        ("en", "Amazing Grace"),
        ("es", "Santiago de Chile"),
        ("ru", "Нижний Новгород"),
        ("zh", "金华"),
    ],
)
def test_places_and_titles_stay_before_and_behind_the_text(language: str, line: str) -> None:
    assert line in _text(language, f"<p>{line}")
    assert line in _text(language, below=f"<p>{line}")


def test_a_name_behind_a_colon_or_like_names_amid_the_text_stays() -> None:
    assert "Nora Quill" in _text("en", "<p>The winners:<p>Nora Quill")
    sentence = SENTENCES["en"]
    parts = "".join(f"<p>{name}</p><p>{sentence}</p>" for name in ("Nora Quill", "Tom Woodley", "Clara Hilton"))
    text = _text("en", parts)
    assert all(name in text for name in ("Nora Quill", "Tom Woodley", "Clara Hilton"))


@pytest.mark.parametrize(
    ("language", "below", "name"),
    [
        ("ja", "<p>春です。<p>（佐藤美咲）", "佐藤"),
        ("de", "<p>abc/N. Quill", "Quill"),
        ("de", "<p>Nora Quill<p>Fotos: Jo Lind", "Quill"),
        ("ru", "<p>Ирина Белова<p>Фото из архива", "Белова"),
        ("es", "<p>N. Qui.", "Qui"),
    ],
)
def test_names_in_brackets_behind_initials_or_above_a_label_go_behind_the_text(
    language: str, below: str, name: str
) -> None:
    assert name not in _text(language, below=below)


def test_a_last_sentence_that_begins_with_the_name_of_who_wrote_goes() -> None:
    about = "<p>Nora Quill grew up beside the railway and still counts the trains at night."
    assert "Nora Quill" not in _text("en", "<p>By Nora Quill", about)
    assert "Nora Quill" not in _text("en", "<p>By Nora Quill", about + "<p>The opinions are those of the author.")
    assert "Nora Quill" in _text("en", "<p>By Jo Lind", about)
    spoken_of = "<p>That night Nora Quill, the keeper of the bridge, was the last who had crossed it before it fell."
    assert "still counts the trains" in _text("en", "<p>By Nora Quill" + spoken_of, about)


def test_a_name_that_goes_on_with_a_list_of_titles_stays() -> None:
    assert "Nora Quill" in _text("en", "<p>Copper Harbour<p>Silent Barrow<p>Nora Quill")


def test_a_name_amid_the_last_lines_says_that_one_above_is_of_a_part_too() -> None:
    above = "<p>Nora Quill"
    assert "Nora Quill" in _text("en", above, "<p>Ada Lind</p><p>She came last.</p>")
    assert _text("en", above, "<p>Nora Quill</p><p>She came last.</p>").count("Nora Quill") == 1
    team = "<p>The team:</p><p>Ada Lind</p><p>Anna Berg</p><p>Jo Woodley</p><p>They came last.</p>"
    assert "Nora Quill" not in _text("en", above, team)


def test_a_name_above_a_day_goes_behind_a_summary() -> None:
    summary = (
        "<p>The keeper of the bridge has counted everybody who crossed it in the last forty years, and wrote it down."
    )
    assert "Nora Quill" not in _text("en", summary + "<p>Nora Quill<p>The Valley Ledger<p>May 12, 2023 12:00 AM")
    assert "Nora Quill" not in _text("en", summary + "<p>Nora Quill at Ludwell<p>Published: May 12, 2023")
    assert "Nora Quill" in _text("en", summary + "<p>Nora Quill")
    assert "Nora Quill" in _text("en", summary + "<p>Nora Quill<p>May 12, 2023", "<p>Ada Lind<p>She came last.</p>")


def test_a_name_behind_the_text_goes_also_above_comments() -> None:
    comments = (
        "<ul class=comments><li class=comment><p>It was late.</p></li><li class=comment><p>So late.</p></li></ul>"
    )
    assert "Nora Quill" not in _text("en", below=f"<p>– Nora Quill</p>{comments}")


def test_what_the_person_is_may_follow_a_name_behind_the_text() -> None:
    text = _text("fr", below="<p>Birgitta Karlsson</p><p>infirmière, Lyon</p>")
    assert "Karlsson" not in text


@pytest.mark.parametrize(
    "line", ["올해의 독서왕은 김민수입니다.", "다음 강연자는 소설가 김서연입니다.", "제가 좋아하는 작가는 한강입니다."]
)
def test_a_sentence_that_says_who_somebody_is_stays(line: str) -> None:
    assert line in _text("ko", below=f"<p>{line}</p>")


@pytest.mark.parametrize(
    ("line", "stays"), [("Т.Цэцэгмаа", False), ("□ Т.Цэцэгмаа", False), ("А.Мост", True), ("2.Хэсэг", True)]
)
def test_an_initial_and_a_name_above_the_text_name_who_wrote_unless_the_text_speaks_of_them(
    line: str, stays: bool
) -> None:
    text = (
        "<p>Мост гэдэг тосгоны дэргэдэх хуучин гүүрийг хоёр тулгуурт нь ан цав илэрсэн тул даваа гарагт хаажээ.</p>" * 6
    )
    page = f"<html lang=mn><title>1912</title><body><h1>1912</h1><p>{line}</p>{text}</body></html>"
    assert (line in extract(page, method="all-text").text) is stays


@pytest.mark.parametrize(
    "line", ["Oliver Grant For The Herald", "Oliver Grant for The Herald", "Oliver Grant - Bristol"]
)
def test_the_paper_or_the_place_behind_a_name_goes_with_it(line: str) -> None:
    assert line not in _text("en", f"<p>{line}")


@pytest.mark.parametrize(
    "line", ["Votes For Women", "Reading with Oliver Grant For Children", "A walk with Oliver Grant"]
)
def test_other_lines_with_such_words_stay(line: str) -> None:
    assert line in _text("en", f"<p>{line}")


@pytest.mark.parametrize(("country", "stays"), [("Việt Nam", False), ("ông Hoài Nam", True)])
def test_a_syllable_of_a_name_in_another_word_is_not_about_the_person(country: str, stays: bool) -> None:
    text = f"<p>Trong đêm, nước sông dâng cao và người dân {country} chuyển đồ đạc lên đồi để tránh lũ.</p>"
    page = f"<html lang=vi><title>1912</title><body><h1>1912</h1>{text * 6}<p>Hoài Nam</p></body></html>"
    assert extract(page, method="all-text").text.endswith("Hoài Nam") is stays


@pytest.mark.parametrize(
    ("language", "above"), [("ug", "ئاپتورى لەرۇزە"), ("fa", "نویسنده شباهنگ"), ("ar", "الكاتب زمردان")]
)
def test_a_label_of_who_wrote_and_one_word_go_above_the_text(language: str, above: str) -> None:
    assert above not in _text(language, f"<p>{above}</p>")


def test_a_short_line_above_verse_that_begins_with_such_a_label_stays() -> None:
    first, verse = "ئاپتورى كەلدى", "كۈز كەلدى كېچە"
    assert first in extract(f"<html lang=ug><body><p>{first}<br>{verse}<br>{verse} ئاي</p>", method="all-text").text


@pytest.mark.parametrize(
    ("below", "stays"), [("（鷺ノ宮珠緒）", False), ("（鷹取千早）", False), ("（また明日も行きます）", True)]
)
def test_a_japanese_name_in_brackets_goes_behind_the_text(below: str, stays: bool) -> None:
    assert (below in _text("ja", below=f"<p>{below}</p>")) is stays


@pytest.mark.parametrize(
    ("above", "stays"),
    [
        ("Аграфена ВЕРХОЗИМИНА, «Степной вестник»", False),
        ("Nərgiz QARATƏPƏLİ, «Səhər xəbəri»", False),
        ("Новости СПОРТА и погоды, «Степной вестник»", True),
    ],
)
def test_a_surname_in_capitals_goes_with_the_name_of_the_paper(above: str, *, stays: bool) -> None:
    assert (above in _text("ru", f"<p>{above}</p>")) is stays


@pytest.mark.parametrize("verse", ["تارىم بويىدا يۈردۈم يالغۇز،<br>كۆڭلۈم ئىچىدە سۆز.", "سۇ ئاقار،<br>ۋاقىت ئۆتەر."])
@pytest.mark.parametrize("page", ["<p>{name}</p>{verse}", "{verse}<p>{name}</p>"])
def test_the_poet_stands_alone_before_or_behind_the_verse(verse: str, page: str) -> None:
    body = page.format(name="ئالىم قاسىم", verse=f"<p>{verse}</p>" * 4)
    text = extract(f"<html lang=ug><title>1912</title><body><h1>1912</h1>{body}", method="all-text").text
    assert "قاسىم" not in text
    assert text.endswith(verse.rpartition(">")[2])
