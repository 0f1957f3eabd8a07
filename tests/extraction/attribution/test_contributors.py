from typing import Final

import pytest

from extraction import extract

SENTENCES = {
    "en": "The old bridge over the river was closed on Monday after engineers found cracks in two of its pillars.",
    "de": "Die alte Brücke über den Fluss wurde gesperrt, nachdem Ingenieure Risse in zwei Pfeilern gefunden hatten.",
    "ru": "Старый мост через реку закрыли в понедельник после того, как инженеры нашли трещины в двух опорах.",
    "zh": "河上的老桥在周一被关闭，因为工程师在两个桥墩上发现了裂缝，附近居民都感到担心。",
    "tr": "Nehrin üzerindeki eski köprü, mühendislerin iki ayağında çatlak bulmasının ardından kapatıldı.",
    "kk": "Өзен үстіндегі ескі көпір дүйсенбі күні жабылды, өйткені инженерлер екі тірегінен жарық тапты.",
    "uz": "Daryo ustidagi eski ko'prik muhandislar ikki ustunida yoriq topgandan keyin dushanba kuni yopildi.",
    "fr": "Le vieux pont sur la rivière a été fermé lundi après que des ingénieurs ont trouvé des fissures.",
    "es": "El viejo puente sobre el río fue cerrado el lunes después de que los ingenieros hallaran grietas.",
    "ar": "أغلق الجسر القديم فوق النهر يوم الاثنين بعد أن وجد المهندسون شقوقا في اثنين من أعمدته الكبيرة.",
    "fa": "پل قدیمی روی رودخانه روز دوشنبه پس از آن که مهندسان در دو پایه آن ترک پیدا کردند بسته شد.",
    "ug": "دەريا ئۈستىدىكى كونا كۆۋرۈك ئىنژېنېرلار ئىككى تۈۋرۈكىدىن يېرىق تاپقاندىن كېيىن تاقالدى.",
    "he": "הגשר הישן שמעל הנהר נסגר ביום שני לאחר שמהנדסים מצאו סדקים בשניים מעמודיו הגדולים של הגשר.",
    "ko": "강 위의 낡은 다리는 기술자들이 두 기둥에서 금을 찾아낸 뒤 월요일에 닫혔고 주민들은 걱정하고 있다.",
    "th": "สะพานเก่าข้ามแม่น้ำถูกปิดเมื่อวันจันทร์หลังจากวิศวกรพบรอยร้าวในเสาสองต้นของสะพานและชาวบ้านเป็นกังวล",
    "ur": "دریا پر بنا پرانا پل پیر کے روز بند کر دیا گیا کیونکہ انجینئروں کو اس کے دو ستونوں میں دراڑیں ملیں۔",
    "vi": "Cây cầu cũ bắc qua sông đã bị đóng hôm thứ Hai sau khi các kỹ sư tìm thấy vết nứt ở hai trụ cầu.",
}


MORE: Final = {
    "pt": "A velha ponte sobre o rio foi fechada na segunda-feira depois de os engenheiros verem fendas nos pilares.",
    "pl": "Stary most nad rzeką zamknięto w poniedziałek, gdy inżynierowie znaleźli pęknięcia w dwóch filarach.",
    "it": "Il vecchio ponte sul fiume è stato chiuso lunedì dopo che i tecnici hanno trovato crepe nei pilastri.",
    "bn": "নদীর উপরের পুরোনো সেতুটি সোমবার বন্ধ করা হয়েছে, কারণ প্রকৌশলীরা দুটি স্তম্ভে ফাটল পেয়েছেন।",
    "hi": "नदी पर बना पुराना पुल सोमवार को बंद कर दिया गया क्योंकि इंजीनियरों को दो खंभों में दरारें मिलीं।",
    "ja": "川にかかる古い橋は、二本の橋脚にひびが見つかったため月曜日から通行止めになりました。",
}


def page_with(language: str, line: str, tag: str = "p") -> str:
    text = f"<p>{(SENTENCES | MORE).get(language, SENTENCES['en'])}</p>" * 6
    return f"<html lang={language}><title>1912</title><body><h1>1912</h1><{tag}>{line}</{tag}>{text}</body></html>"


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Anna Berg, staff writer"),
        ("en", "Anna Berg | Staff Writer"),
        ("en", "Anna Berg Staff Writer"),
        ("en", "Staff Writer: Anna Berg"),
        ("en", "Anna Berg, Special to The Valley Times"),
        ("en", "By Anna Berg and Jan Muster for Valley News"),
        ("en", "Anna Berg | 3 min read"),
        ("en", "Anna Berg · Updated March 5, 2024"),
        ("en", "March 5, 2024 by Anna Berg"),
        ("en", "Tuesday 5 March 2024 by Anna M. Berg"),
        ("en", "By Anna Berg Health correspondent, Valley News"),
        ("en", "Words: Anna Berg"),
        ("en", "Text and photos: Anna Berg"),
        ("en", "By JEFFREY McEXAMPLE Associated Press Writer"),
        ("en", "Posted on March 5, 2024 by Anna Berg"),
        ("en", "Last Updated: March 5, 2024 By Anna Berg"),
        ("en", "Anna Berg, Contributing Writer | March 5, 2024"),
        ("en", "Dr. Anna Berg, contributor"),
        ("en", "Guest author: Anna Berg"),
        ("de", "Aktualisiert am 5. März 2024 von Anna Berg"),
        ("de", "5. März 2024 von Anna Berg"),
        ("de", "Lesedauer: 3 Min. | Anna Berg"),
        ("de", "Fotos und Text: Anna Berg"),
        ("zh", "（文/王小明）"),
        ("zh", "王小明/文 李四/图"),
        ("zh", "来源：人民网 记者：王小明"),
        ("tr", "Röportaj: Ayşe Yılmaz Fotoğraf: Ali Kaya"),
        ("kk", "Айгүл Мысалова, «Алқап» газетінің тілшісі"),
        ("de", "Text: Anna Berg"),
        ("de", "Interview: Anna Berg"),
        ("de", "Text: Anna Berg, Fotos: Jan Muster"),
        ("de", "Anna Berg, freie Journalistin"),
        ("de", "Anna Berg | Lesezeit: 3 Minuten"),
        ("de", "Von Anna Berg, Berlin"),
        ("de", "Aufgezeichnet von Anna Berg"),
        ("ru", "Иван Петров, корреспондент"),
        ("ru", "Иван Петров, корреспондент «Вестника»"),
        ("ru", "Автор — Иван Петров"),
        ("ru", "Текст: Иван Петров, фото: Анна Сидорова"),
        ("ru", "Иван ПЕТРОВ, специально для «Вестника»"),
        ("ru", "Иван Петров | 3 мин. чтения"),
        ("zh", "文/王小明 图/李四"),
        ("zh", "文｜王小明"),
        ("zh", "编辑 | 李四"),
        ("zh", "文/本报记者 王小明"),
        ("zh", "王小明 文/图"),
        ("zh", "（通讯员 王小明 李四）"),
        ("zh", "记者 王小明 摄影报道"),
        ("tr", "Haber: Ayşe Yılmaz - Fotoğraf: Ali Kaya"),
        ("tr", "Haber-Fotoğraf: Ali Kaya"),
        ("tr", "Ayşe Yılmaz, muhabir"),
        ("kk", "Айгүл Мысалова, тілші"),
        ("kk", "Мәтін: Айгүл Мысалова"),
        ("uz", "Aziz Karimov, jurnalist"),
        ("uz", "Aziz Karimov tayyorladi"),
        ("uz", "Surat: Aziz Karimov"),
        ("fr", "Anna Dupont, correspondante à Lyon"),
        ("fr", "Texte et photos : Anna Dupont"),
        ("fr", "Propos recueillis par Anna Dupont"),
        ("es", "Ana García, periodista"),
        ("es", "Por: Ana García"),
        ("es", "Texto y fotos: Ana García"),
        ("ar", "بقلم أحمد علي"),
        ("ar", "كتب: أحمد علي"),
        ("ar", "أحمد علي، مراسل"),
        ("fa", "احمد رضایی، خبرنگار"),
        ("fa", "گزارش از احمد رضایی"),
        ("ug", "ئايگۈل مىسال، مۇخبىر"),
        ("ug", "(مۇخبىرىمىز ئايگۈل مىسال)"),
        ("pl", "rozm. Anna Berg"),
        ("pl", "fot. Anna Berg"),
        ("ko", "글 김서연 사진 박정수"),
        ("ja", "構成・文 中村由紀"),
        ("fr", "Anna Berg (avec AFP)"),
        ("fr", "(avec AFP)"),
        ("de", "(dpa/A. Berg)"),
        ("es", "A. Berg / Agencias"),
        ("es", "Redacción / Anna Berg"),
        ("tr", "Ali Kaya - DHA"),
        ("fr", "Critique de Anna Berg"),
        ("it", "Servizio di Anna Berg"),
        ("en", "Posted by anna_berg"),
        ("de", "Eingestellt von Anna B. um 21:14"),
        ("fr", "Publié par Anna Berg à 18:22"),
        ("de", "Anna Berg | Stand: 5. März 2024"),
        ("pl", "oprac. mk"),
        ("zh", "记者｜王小明 编辑｜李四"),
        ("tr", "Fotoğraf: Ali Kaya - DHA"),
        ("fa", "گفت‌وگو از احمد رضایی"),
        ("en", "Notes by Anna Berg"),
        ("en", "Contributors: Anna Berg, Martin Fox"),
        ("bn", "ছবি: মাহমুদ হোসেন"),
        ("hi", "संपादन: विकास जोशी"),
        ("ko", "사진=최민석 기자"),
        ("ko", "글·사진 윤하늘"),
        ("uz", "Jasur Toshev suratga olgan"),
        ("ug", "Рәсимни чүшәргән: Әркин Ясин"),
        ("kk", "ءتىلشى: اينۇر بەكوۆا"),
        ("ar", "تدقيق: سمير حداد"),
        ("ko", "글·사진 남궁민아 기자 minah@example.kr"),
        ("ja", "取材・文：白鳥みずき"),
        ("ja", "構成／早乙女 律"),
        ("en", "Sound design: Clara Hilton"),
        ("en", "Contributors: Clara Hilton, @sporeprint, @jdoe44"),
        ("ru", "Перевод с английского Анны Сидоровой"),
        ("ru", "Звукорежиссёр: Иван Петров"),
        ("zh", "剪辑：王小明"),
        ("en", "This blog post was authored by Anna Berg, Managing Principal, Valley Architecture."),
        ("en", "Contact staff writer Anna Berg at 212-555-0142, annaberg.35 on Signal, or berg@valley.example."),
        ("zh", "封面设计：王小明"),
        ("es", "Guion y locución: Ana García. Montaje: Juan Pérez. Producción: Marta Ruiz."),
        ("uz", "Aziz Karimov suratlari"),
        ("uz", "Ingliz tilidan Aziz Karimov tarjimasi"),
        ("de", "Veröffentlicht am 5. März 2024 um 13:10 Uhr von Anna Berg"),
        ("de", "Stand: 05.03.2024, 13:10 Uhr | Anna Berg"),
        ("de", "Aus Brüssel berichtet Anna Berg"),
        ("fr", "Par Jean Dupont avec AFP"),
        ("fr", "De notre envoyé spécial à Lyon, Jean Dupont"),
        ("es", "Por Ana García, con información de EFE"),
        ("es", "Por: Ana García | Bogotá"),
        ("tr", "Kaynak: AA - Ali Kaya"),
        ("en", "With inputs from Anna Berg"),
        ("ko", "/서울=김민수 기자"),
        ("ko", "(취재기자: 김민수, 영상편집: 이영희)"),
        ("ja", "（編集委員・山田太郎）"),
        ("ja", "（ワシントン支局　山田太郎）"),
        ("zh", "采写/晨报记者 王小明"),
        ("ug", "مۇخبىر ئالىم ئەخمەت خەۋىرى"),
        ("ug", "خەۋەر يازغۇچى: ئالىم ئەخمەت، سۈرەتكە ئالغۇچى: پەرھات ئەلى"),
        ("ug", "Teminligüchi: Alim Exmet"),
        *(("kk", line) for line in ("ماقالا اۆتورى: ايگۇل ساپار", "جاۋاپتى رەداكتورى: ايگۇل ساپار")),
        ("uz", "Мақола муаллифи: Азиз Каримов"),
        *(("zh", line) for line in ("主編：張曉明", "（編譯：張曉明）", "值班編輯／張曉明", "发布者：张晓明")),
        ("ug", "Тәкшүргүчи: Алим Әхмәт"),
        ("es", "Escribe: Carmen Ruiz"),
        ("es", "Una crónica de Carmen Ruiz"),
        ("pt", "Carla Souza, do Rio de Janeiro"),
        ("pl", "Tekst i foto: Karolina Nowak"),
        ("ru", "Мария Лебедева, фото: Олег Зуев"),
        ("ru", "Наш корр. Мария Лебедева"),
        ("ru", "Интервью брала Мария Лебедева"),
        ("ru", "По материалам РИА Новости, Мария Лебедева"),
        ("ru", "Фото автора. Мария Лебедева"),
        ("zh", "记者 陈晓华 北京报道"),
        ("zh", "记者陈晓华 文/图"),
        ("ru", "Мария Лебедева. Фото автора."),
        ("ru", "Мария Лебедева, наш корр."),
        ("ru", "Мария Лебедева, «Сельская новь»."),
        ("es", "Entrevista realizada por Carmen Ruiz"),
        ("fa", "۱۲ اردیبهشت ۱۳۹۸ - نویسنده: مریم احمدی"),
    ],
)
def test_a_name_beside_what_somebody_does_or_made_is_left_out(language: str, line: str) -> None:
    text = extract(page_with(language, line), method="all-text").text
    assert line not in text
    assert text.count((SENTENCES | MORE)[language]) == 6


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Text: how to read"),
        ("en", "Interview: the mayor of the valley"),
        ("en", "Interview: Mayor says bridge will open"),
        ("en", "Anna Berg, editor of the paper, said on Monday"),
        ("en", "“The bridge was old,” said Anna Berg, staff writer"),
        ("en", "The Valley Journalist"),
        ("en", "Journalists Without Borders"),
        ("en", "Anna Berg, who is a journalist"),
        ("en", "Published on March 5, 2024 by the council"),
        ("en", "March 5, 2024 by the river"),
        ("en", "Words: hello, world"),
        ("de", "5. März 2024 von der Brücke gestürzt"),
        ("de", "Von Montag bis Freitag"),
        ("zh", "来源：网络 记者：你怎么看这件事"),
        ("en", "New York for beginners"),
        ("en", "By the river for a week"),
        ("en", "Updated March 5, 2024"),
        ("de", "Text: So liest man ihn"),
        ("de", "Interview: Was die Bürgermeisterin sagt"),
        ("de", "Für Anna Berg"),
        ("de", "Von Berlin für zwei Tage"),
        ("ru", "Текст: как его читать"),
        ("ru", "Перевод: мост через реку"),
        ("ru", "Журналист газеты сказал об этом"),
        ("zh", "文化/体育 图书/报刊"),
        ("zh", "文：化工厂的历史问题"),
        ("zh", "视频：大桥合龙的瞬间"),
        ("zh", "文字处理软件的历史"),
        ("tr", "Haber: Köprü yarın açılıyor"),
        ("tr", "Yazı: nasıl okunur"),
        ("kk", "Сұхбат: әкім не айтты"),
        ("uz", "Suhbat: hokim nima dedi"),
        ("fr", "Texte : comment le lire"),
        ("fr", "Journaliste tué à Lyon"),
        ("es", "Traducción: Puentes del mundo antiguo"),
        ("es", "Por la mañana, niebla"),
        ("ar", "كتب قديمة نادرة جدا"),
        ("ar", "ترجمة النصوص القديمة"),
        ("fa", "خبرنگار ما در محل حادثه بود"),
        ("ug", "خەۋەر: كۆۋرۈك تاقالدى"),
        ("ug", "مۇخبىر بولۇش ئاسان ئەمەس"),
        ("fr", "Critique de la raison pure"),
        ("de", "Kritik der Woche"),
        ("it", "Servizio di qualità"),
        ("fr", "(avec vue sur le pont)"),
        ("en", "Posted by mistake"),
        ("pl", "fot. z archiwum klubu"),
        ("pl", "oprac. nowe"),
        ("en", "Valley Web Services (contributors)"),
        ("en", "Contributors agree to the licence"),
        ("en", "Contributors: read @valley for news"),
        ("en", "Theme music by the river"),
        ("en", "Question: Who came over the bridge? Answer: Anna Berg."),
        ("ko", "사진 찍는 기자"),
        ("ko", "음악 축제"),
        ("ja", "編集：橋の歴史を読む"),
        ("ja", "特派員の手記"),
        ("ja", "支局を開設"),
        ("ug", "مۇخبىر ئەمەس"),
        ("ko", "자막 제공"),
        ("de", "Anna Berg berichtet über die Brücke"),
        ("es", "Crónica de una muerte anunciada"),
        ("nl", "Onze reporter in de jungle"),
        ("ru", "Корреспондент задержан в Казани"),
    ],
)
def test_a_line_that_only_begins_or_ends_so_stays(language: str, line: str) -> None:
    assert line in extract(page_with(language, line), method="all-text").text


@pytest.mark.parametrize("tag", ["h2", "li", "blockquote"])
def test_a_heading_an_item_and_a_quotation_stay(tag: str) -> None:
    assert "Text: Anna Berg" in extract(page_with("de", "Text: Anna Berg", tag), method="all-text").text


def test_the_same_line_amid_the_text_stays() -> None:
    lines = "".join(f"<p>{each} of the pillars</p>" for each in "ABCDEFGHIJKLMNOP")
    page = page_with("en", "1912").replace("</body>", f"{lines[:190]}<p>Words: Anna Berg</p>{lines}</body>")
    assert "Words: Anna Berg" in extract(page, method="all-text").text


def test_a_person_in_a_list_of_persons_stays() -> None:
    signed = "<p>Clara Hilton<p>Anna Berg, journalist<p>Tom Woodley, baker<p>Jo Muster, writer<p>Nora Quill"
    page = page_with("en", "1912").replace("</body>", f"{signed}</body>")
    assert "Anna Berg, journalist" in extract(page, method="all-text").text


def test_who_wrote_is_told_in_the_cell_of_a_table_that_lays_out_the_page() -> None:
    page = page_with("en", "Words: Anna Berg").replace("<body>", "<body><table><tr><td>")
    assert "Anna Berg" not in extract(page, method="all-text").text


def test_names_behind_labels_of_who_made_a_film_stay() -> None:
    film = "<p>Director: Clara Hilton<p>Camera: Anna Berg<p>Costumes: Tom Woodley"
    page = page_with("en", "1912").replace("</body>", f"{film}</body>")
    assert "Camera: Anna Berg" in extract(page, method="all-text").text


def test_writers_above_and_below_a_brief_text_are_counted_apart() -> None:
    bridge = "<p>أغلق الجسر القديم.<p>سيفتح في الربيع."
    lines = f"<p>كتب: سامي الحلواني{bridge}<p>تصوير: ليلى منصور<p>ترجمة: هدى قاسم<p>إعداد: نبيل عطية"
    text = extract(f"<html lang=ar><title>1912</title><body><h1>1912</h1>{lines}", method="all-text").text
    assert not any(name in text for name in ("سامي", "ليلى", "هدى", "نبيل"))
    assert "سيفتح في الربيع." in text


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("bn", "প্রতিবেদন: মাহবুব আলম চৌধুরী; সম্পাদনা: শামীম রহমান"),
        ("ckb", "نووسینی: ئاسۆ محەمەد"),
        ("ckb", "وێنە: ڕێبین عەلی"),
        ("bg", "Снимка: Георги Иванов"),
        ("sr", "Пише: Драган Петровић"),
        ("tt", "Язды: Алсу Хәбибуллина"),
        ("mn", "Гэрэл зургийг Д.Ганболд"),
        ("sw", "Picha na Juma Hassan"),
        ("sw", "Mhariri: Rehema Juma"),
        ("am", "ዘጋቢ፦ ዮናስ በቀለ"),
        ("he", "כתבה: יעל כהן"),
        ("th", "เรื่อง: ปิยะนุช วงศ์ทอง"),
        ("ro", "Sursa foto: Mihai Ionescu"),
        ("lt", "Nuotrauka: Jonas Petraitis"),
        ("hy", "Լուսանկար: Արամ Պետրոսյան"),
        ("ug", "Muxbirimiz Gülchëhre"),
        ("ug", "مۇخبىرىمىز گۈلچېھرە"),
        ("ug", "Сүрәтни чүшәргән Рабик Исмайилов."),
        ("ar", "(إعداد محمد العلي؛ تحرير ليلى حداد)"),
        ("pt", "*Estagiária sob supervisão de Renato Barbosa"),
        ("pt", "Por Marina Albuquerque, g1 PE"),
        ("mn", "Сурвалжилсан: Б.Энхтуяа"),
        ("bo", "འགོད་མཁན། བསོད་ནམས་དབང་རྒྱལ།"),
        ("kk", "06 мамыр 2024 Айдос Нұрланұлы Көрілім: 310"),
        ("en", "Contributors: Rowena Castell, Hamish Dunbar"),
        ("en", "Media Contact: Anna Berg, press@alder.example, 01 23 45 67"),
        ("it", "Contatto: Davide Rinaldi, Responsabile Comunicazione"),
        ("pl", "Kontakt dla mediów: Anna Nowak"),
    ],
)
def test_labels_of_many_languages_name_who_wrote_or_whom_to_ask(language: str, line: str) -> None:
    assert line not in extract(page_with(language, line), method="all-text").text
    assert (
        line
        not in extract(page_with(language, "1912").replace("</body>", f"<p>{line}</p></body>"), method="all-text").text
    )


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "Editor: vim or any other program for plain text"),
        ("en", "Contributors: 12"),
        ("en", "Media contact: the office on the second floor"),
        ("it", "Ufficio stampa Teatro Regio"),
        ("th", "ภาพ: สะพานเก่าข้ามแม่น้ำในฤดูหนาว"),
        ("sw", "Picha: daraja la zamani juu ya mto"),
        ("bg", "Снимка: Старият мост"),
    ],
)
def test_labels_of_many_languages_before_something_else_stay(language: str, line: str) -> None:
    assert line in extract(page_with(language, line), method="all-text").text


def test_a_cell_of_a_table_that_holds_a_text_is_none_of_data() -> None:
    cell = f"<p>{SENTENCES['en']}</p>" * 3 + "<p>Text: Anna Berg</p>"
    page = f"<html lang=en><title>1912</title><body><h1>1912</h1><table><tr><td>{cell}</td></tr></table>"
    assert "Anna Berg" not in extract(page, method="all-text").text


def test_a_name_below_the_heading_of_whom_to_ask_goes() -> None:
    contact = "<h4>Press contact</h4><p>Anna Berg<br>Alder Works<br>01 23 45 67</p><p>The works stand in Bremen.</p>"
    text = extract(page_with("en", "1912").replace("</body>", f"{contact}</body>"), method="all-text").text
    assert "Anna Berg" not in text
    assert "Alder Works" in text


def test_who_sent_a_mail_stands_before_an_address_above_the_day_whatever_the_name() -> None:
    head = "<b>kettle-drum</b> <a href=mailto:x>kettle at alder.example</a><br><i>Mon Feb 6 10:11:12 CET 2006</i>"
    text = f"<p>{SENTENCES['en']}</p>" * 6
    page = f"<html lang=en><title>1912</title><h1>1912</h1>{head}<hr>{text}</html>"
    assert "kettle-drum" not in extract(page, method="all-text").text
    undated = page.replace("<i>Mon Feb 6 10:11:12 CET 2006</i>", "<i>Open in summer</i>")
    assert "kettle-drum" in extract(undated, method="all-text").text


@pytest.mark.parametrize("head", ["<p>{}</p>", "<ul><li>To: bells@alder.example</li><li>{}</li></ul>"])
def test_the_field_from_of_a_mail_names_who_sent_it_whatever_the_name_and_wherever_it_stands(head: str) -> None:
    text = f"<p>{SENTENCES['en']}</p>" * 6
    page = f"<html lang=en><title>1912</title><h1>1912</h1>{{}}<hr>{text}</html>"
    sender, other = "<em>From</em>: kettle drum &lt;kettle@alder.example&gt;", "Left drum: kettle@alder.example"
    assert "kettle drum" not in extract(page.format(head.format(sender)), method="all-text").text
    assert "Left drum" in extract(page.format(head.format(other)), method="all-text").text
