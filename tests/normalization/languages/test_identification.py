from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context

import pytest
from hypothesis import given
from hypothesis import strategies as st

from normalization import identify
from normalization.languages.identification import identify_each

TEXTS = {
    ("ug", "Arab"): "ئۇيغۇر تىلى تۈركىي تىللار ئائىلىسىگە كىرىدۇ، بۇ تىلدا سۆزلىشىدىغانلار ناھايىتى كۆپ.",
    ("kk", "Arab"): "بۇل كىتاپ قازاق تىلىن ۇيرەنگىسى كەلگەن ادامدارعا ارنالعان، قازاقشا ويلاۋ كەرەك.",
    ("ky", "Arab"): "بۇل كىتەپ قىرعىز تىلىن ۉيرۅنگۉسۉ كەلگەن كىشىلەرگە جازىلعان، كۅپ تۉردۉۉ سۅز بار.",
    ("ar", "Arab"): "هذا الكتاب موجه إلى كل من يريد أن يتعلم اللغة العربية في وقت قصير.",
    ("fa", "Arab"): "این کتاب برای کسانی است که می‌خواهند زبان فارسی را در زمان کوتاهی یاد بگیرند.",
    ("ckb", "Arab"): "ئەم کتێبە بۆ ئەو کەسانەیە کە دەیانەوێت لە ماوەیەکی کورتدا فێری زمانی کوردی ببن.",
    ("ur", "Arab"): "یہ کتاب ان لوگوں کے لیے ہے جو تھوڑے وقت میں اردو زبان سیکھنا چاہتے ہیں۔",
    ("ug", "Latn"): "uyghur tili türkiy tillar ailisige kiridu, bu tilda sözlishidighanlar nahayiti köp.",
    ("ug", "Cyrl"): "уйғур тили түркий тиллар аилисигә кириду, бу тилда сөзлишидиғанлар наһайити көп.",
    ("zh", "Hani"): "这本书是为想在短时间内学习中文的人写的，书里有很多例子。",
    ("en", "Latn"): "This book is for everybody who would like to learn English in a short time.",
    ("tr", "Latn"): "Bu kitap kısa sürede Türkçe öğrenmek isteyen herkes için yazılmıştır.",
    ("ru", "Cyrl"): "Эта книга написана для всех, кто хочет выучить русский язык за короткое время.",
}


@pytest.mark.parametrize(("code", "script"), TEXTS)
def test_language_and_script_are_identified(code, script):
    identified = identify(TEXTS[code, script])
    assert (identified.code, identified.script) == (code, script)
    assert identified.confidence > 0.5


def test_uyghur_is_identified_in_positional_forms_and_in_a_substitution_alphabet():
    assert identify("ﺋﯘﻳﻐﯘﺭ ﺗﯩﻠﻰ ﺑﻪﻙ ﮔﯜﺯﻩﻝ").code == "ug"
    assert identify("ظذيغذر تصلص بةك گأزةل تصلدذر").code == "ug"


def test_three_words_are_enough():
    assert identify("مەن مەكتەپكە باردىم").code == "ug"
    assert identify("مەن مەكتەپكە باردىم دەدى قازاقشا ويلاۋ").code in {"ug", "kk"}


SHORT = {
    "en": [
        "We are in the sun today",
        "The man is at the sea",
        "I see a man",
        "Hello there, this is a text of some length for you. And it is the second one, which is here for us.",
    ],
    "tr": ["Bir iki üç dört beş", "Bu kitap çok güzel ve ben onu sevdim", "Bar mı yok mu", "Bu yol uzun yol"],
    "uz": [
        "Bu kitob juda yaxshi",
        "Yangi yil bilan tabriklayman",
        "Bu yil hosil juda yaxshi bo'ldi",
        "Saqlash",
        "Salom, yaxshimisiz? Rahmat, yaxshi.",
    ],
    "az": ["Salam dünya necəsən", "Mən bu gün məktəbə getdim", "Biz sizinlə gedəcəyik"],
    "tk": ["Men bu gün mekdebe gitdim we kitap okadym"],
    "id": ["Saya pergi ke sekolah hari ini", "Kami akan makan bersama di rumah ibu"],
    "de": ["Das ist ein gutes Buch", "Es ist nicht so", "Und dann kam der Mann mit dem Hund nach Hause"],
    "nl": ["Ik ben een man", "De kat zit op de mat en de hond slaapt"],
    "es": ["Me gusta el sol", "El hombre tiene un perro y una casa muy grande en el campo"],
    "fr": ["Il y a un chat sur la table"],
    "pl": ["Ala ma kota"],
    "kk": ["Мен бүгін мектепке бардым", "Бұл кітап өте жақсы"],
    "ru": ["Мы живём в большом городе у моря"],
}


@pytest.mark.parametrize("text", [text for texts in SHORT.values() for text in texts])
def test_other_languages_of_shared_scripts_are_never_identified_as_uyghur(text):
    assert identify(text).code != "ug"


@pytest.mark.parametrize(
    "text",
    [
        "Bu kitab nahayiti yaxshi",
        "Men bugün mektepke bérip kitab oqudum",
        "Yéngi yilingizlargha mubarek bolsun",
        "U Google din izdep bir maqale tépip oqudi",
        "Бу китаб наһайити яхши",
        "Мән бүгүн мәктәпкә берип китаб оқудум",
    ],
)
def test_a_few_words_of_uyghur_in_latin_and_cyrillic_letters_are_enough(text):
    identified = identify(text)
    assert identified.code == "ug"
    assert identified.confidence > 0.5


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("ئۇ «بسم الله الرحمن الرحيم» دەپ باشلىدى", "ug"),
        ("«إنما الأعمال بالنيات وإنما لكل امرئ ما نوى» دېگەن ھەدىستە", "ug"),
        ("سەئدى “بنی آدم اعضای یکدیگرند” دەيدۇ", "ug"),
        ("قال الرجل «بىز ھەر كۈنى مەكتەپكە بېرىپ ياخشى دەرس ئوقۇيمىز» ثم ذهب", "ar"),
        ("«إنما الأعمال بالنيات» دېدى", "ar"),
        ("ئۇ خەنزۇچە «学而时习之，不亦说乎» دېگەن جۈملىنى يازدى.", "ug"),
        ("他写了一个维吾尔语的词：«ياخشى»。", "zh"),
        ("中国人民大学 دا ئوقۇيدۇ.", "ug"),
        ("Microsoft Office Word 2016 نى چۈشۈرۈڭ", "ug"),
        ("Международная книга-نىڭ نەشرى", "ug"),
        ("他写了“北京 دا ئوقۇيدۇ”这句话。", "zh"),
        ("Ürümchi (ئۈرۈمچى) is the capital of the region and its largest city.", "en"),
        ("The word نى is a suffix and stands behind the object of a verb in Uyghur", "en"),
    ],
)
def test_a_line_that_quotes_is_of_the_language_around_the_quote_if_that_is_more_than_a_word(text, code):
    assert identify(text).code == code


@pytest.mark.parametrize(
    "line",
    [
        'ئۇ ماڭا "السلام عليكم ورحمة الله وبركاته" دەپ سالام قىلدى',
        "پەيغەمبىرىمىز (إنما الأعمال بالنيات وإنما لكل امرئ ما نوى) دېگەن",
        "‹بسم الله الرحمن الرحيم› دەپ باشلىدى",
        "قۇرئاندا: قل هو الله أحد الله الصمد لم يلد ولم يولد دېيىلگەن",
        "شائىر ھاپىز: اگر آن ترک شیرازی به دست آرد دل ما را دەپ يازغان",
    ],
)
def test_a_uyghur_line_that_quotes_arabic_or_persian_is_uyghur(line):
    assert identify(line).code == "ug"


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("كتب الرجل على باب بيته كلمة ياخشى ثم ذهب إلى السوق ليشتري الخبز والجبن", "ar"),
        ("این مرد در خانه خود کتابی درباره زبان ئۇيغۇر نوشت و به دوستان خود داد", "fa"),
    ],
)
def test_a_line_that_quotes_uyghur_is_of_its_own_language(line, code):
    assert identify(line).code == code


@pytest.mark.parametrize(
    "text",
    [
        "dostum nimixka telefonni almaysen",  # x for sh
        "etigen saat sekkizde mektep aldida korixeyli",
        "kizim bu yil bashlangguch mektepke kirdi",  # k for q
        "dölitimizning iktisadi tereqqiy kilivatidu",
        "Biznin öyde yaxşi gezitler bar, oğlum okuydu",
        "yahximusiz, qandaq ahwalingiz",  # surely Uzbek, and surely Azerbaijani, for the groups of letters
        "Mən bügün mektepkə bardim, axnilirim bilən oynidim.",
        "men «Harry Potter and the Philosopher's Stone» digen kitabni oqup chiqtim, bek yaxshi iken",
    ],
)
def test_uyghur_as_people_write_it_in_chats_is_identified(text):
    assert identify(text).code == "ug"


@pytest.mark.parametrize(
    "text",
    [
        "Dostum niye telefonu açmıyorsun?",
        "doğum günün kutlu olsun kardeşim",
        "Doʻstim nega telefonni olmaysan?",
        "qizim bu yil universitetga kirdi",
        "Dostum niyə telefonu açmırsan?",
        "Мән бу ҝүн мәктәбә ҝетмирәм, чүнки һава чох сојугдур.",
        "Досум, эмне үчүн телефонду албайсың?",
        "Búgin hawa jaqsı, balalar baǵda oynap júr.",
        "Dostum, näme üçin telefony almaýarsyň?",
        "Қазақстан халқының достығы мықты.",
        "Men bugün mektepke bardım, ocalarımız bizge yañı ders berdi.",
        "Ul mäktäptä matematika uqıta",
        "Universitetta tatar tarixı häm ädäbiyatı därese bar",
        "Men atam menen bazarga bardim",
    ],
)
def test_what_is_like_it_in_related_languages_is_not(text):
    assert identify(text).code != "ug"


@pytest.mark.parametrize("text", ["ok", "Home", "no!", "да", "Kontakt"])
def test_one_word_of_a_shared_script_is_no_language(text):
    assert identify(text).code == "und"


@pytest.mark.parametrize("text", ["", "12345", "!?", "\0"])
def test_no_letters_are_no_language(text):
    assert identify(text).code == "und"


@pytest.mark.parametrize("noncharacter", ["\ufffe", "\ufdd0", "\U0004fffe", "\U0010ffff", "\ud800"])
def test_what_is_no_character_is_passed_over(noncharacter):
    assert identify(f"Эта книга{noncharacter} написана для всех").code == "ru"


@given(st.text())
def test_identifying_never_raises(text):
    assert 0 <= identify(text).confidence <= 1


@pytest.mark.parametrize(
    ("text", "script", "code"),
    [
        ("Το βιβλίο είναι πολύ καλό", "Grek", "el"),
        ("ეს წიგნი ძალიან კარგია", "Geor", "ka"),
        ("Այս գիրքը շատ լավն է", "Armn", "hy"),
        ("இந்த புத்தகம் மிகவும் நல்லது", "Taml", "ta"),
        ("이 책은 아주 좋습니다", "Hang", "ko"),
        ("この本はとても良いです", "Jpan", "ja"),
        ("དེབ་འདི་ཡག་པོ་འདུག", "Tibt", "bo"),
        ("ᠮᠣᠩᠭᠣᠯ ᠬᠡᠯᠡ", "Mong", "mn"),
        ("หนังสือเล่มนี้ดีมาก", "Thai", "th"),
        ("ဒီစာအုပ်က အရမ်းကောင်းတယ်", "Mymr", "my"),
        ("הספר הזה טוב מאוד", "Hebr", "he"),
        ("דאָס בוך איז זייער גוט", "Hebr", "yi"),
        ("यह किताब बहुत अच्छी है", "Deva", "hi"),
        ("हे पुस्तक खूप चांगले आहे", "Deva", "mr"),
        ("এই বইটি খুব ভালো", "Beng", "bn"),
        ("ይህ መጽሐፍ በጣም ጥሩ ነው", "Ethi", "am"),
        ("這本書非常好，對於學習很有幫助", "Hani", "zh"),
        ("大分県：大分市、臼杵市、佐伯市、竹田市", "Hani", "ja"),
        ("中国人民银行发布公告", "Hani", "zh"),
    ],
)
def test_a_script_of_one_language_decides_and_in_a_shared_one_the_letters_do(text, script, code):
    identified = identify(text)
    assert (identified.script, identified.code) == (script, code)
    assert 0.3 < identified.confidence <= 1


@pytest.mark.parametrize(
    ("code", "text"),
    [(code, text) for code in ("az", "de", "kk", "nl", "ru", "uz") for text in SHORT[code] if " " in text],
)
def test_short_lines_are_of_their_language(code, text):
    assert identify(text).code == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Бу китап бик яхшы һәм мин аны яраттым, ләкин ул бик озын", "tt"),
        ("Бул китеп абдан жакшы жана мен аны жакшы көрдүм", "ky"),
        ("Был китап бик яҡшы һәм мин уны яраттым", "ba"),
        ("Bu kitob juda yaxshi va men uni yoqtirdim", "uz"),
        ("Бу китоб жуда яхши ва мен уни ёқтирдим", "uz"),
        ("Bu kitap örän gowy we men ony söýdüm", "tk"),
        ("Ця книга дуже гарна, і я її полюбив", "uk"),
        ("Ова книга је веома добра и много ми се свиђа", "sr"),
        ("Cuốn sách này rất hay và tôi thích nó", "vi"),
    ],
)
def test_a_sentence_is_of_its_language(text, code):
    assert identify(text).code == code


def test_a_japanese_article_is_japanese_though_its_code_has_more_letters():
    article = "このモジュールの使い方を説明します。import wasm_module; module.initialize(); console.log(module)\n"
    assert identify(article * 5).code == "ja"


def test_what_most_of_a_mixed_text_is_in_decides():
    english, german = (
        "This is the news of the day, and it is good. ",
        "Das sind die Nachrichten des Tages, und sie sind gut. ",
    )
    assert identify(english * 6 + german).code == "en"
    assert identify(english + german * 6).code == "de"


@pytest.mark.parametrize("text", ["xqz wvk pfj", "%s: %d", "0x1F && !y", "zzzz qqqq", "ꆈꌠꁱꂷ"])
def test_what_fits_no_language_is_none(text):
    assert identify(text).code == "und"


def test_a_long_text_takes_no_longer_than_its_beginning_and_control_bytes_part_words():
    assert identify("Das ist ein gutes Buch. " * 100_000).code == "de"
    assert identify("Das\0ist\x01ein\x02gutes\x7fBuch\x85und nicht so schlecht").code == "de"


def test_threads_and_forked_processes_identify_alike():
    lines = [text for texts in SHORT.values() for text in texts] * 3
    expected = [identify(line) for line in lines]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(identify, lines)) == expected
    with ProcessPoolExecutor(2, mp_context=get_context("fork")) as processes:
        assert list(processes.map(identify, lines, chunksize=20)) == expected


def test_a_batch_is_identified_as_its_texts_one_by_one():
    texts = [*TEXTS.values(), "", "ok", "12", "大分市", "Hello"]
    assert identify_each(texts) == [identify(text) for text in texts]
