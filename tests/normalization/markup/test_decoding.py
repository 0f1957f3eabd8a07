import pytest
from hypothesis import given
from hypothesis import strategies as st

from normalization import decode
from normalization.markup import decoding
from normalization.markup.decoding import encoding_of

UYGHUR = "ئۇيغۇر تىلى تۈركىي تىللار ئائىلىسىگە كىرىدۇ، «يېزىق» ئەرەب ھەرپلىرىدىن تۈزۈلگەن."
PAGE = "<html><head>{meta}<title>سىناق</title></head><body>" + f"<p>{UYGHUR}</p>" * 4 + "</body></html>"


def page(declared: str | None) -> str:
    return PAGE.format(meta=f'<meta charset="{declared}">' if declared else "")


@pytest.mark.parametrize(
    "declared", [None, "utf-8", "windows-1252", "iso-8859-1", "windows-1256", "gb2312", "nonsense"]
)
def test_valid_utf8_wins_over_any_declaration(declared):
    decoded = decode(page(declared).encode(), f"text/html; charset={declared}" if declared else None)
    assert (decoded.text, decoded.encoding, decoded.evidence) == (page(declared), "utf-8", "utf-8")
    assert decoded.declared == declared


@pytest.mark.parametrize("label", ["gb2312", "gbk", "GB18030", "x-gbk", "chinese"])
def test_chinese_labels_mean_gb18030(label):
    decoded = decode(page(label).encode("gb18030"))
    assert (decoded.text, decoded.encoding, decoded.evidence) == (page(label), "gb18030", "meta")


def test_the_header_wins_over_the_meta_element():
    body = '<meta charset="windows-1251"><p>عربي ي'.encode("cp1256")
    assert decode(body, "text/html; charset=windows-1256").text.endswith("عربي ي")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_a_byte_order_mark_beats_everything(encoding):
    decoded = decode(page("gb2312").encode(encoding), "text/html; charset=windows-1251")
    assert (decoded.text, decoded.evidence) == (page("gb2312"), "bom")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_seen_by_its_zero_bytes(encoding):
    assert decode(page(None).encode(encoding)).text == page(None)


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp1250", "Przecież na świecie jest wielu ludzi, którzy chcą żyć w spokoju. Źródło było nieznane."),
        ("cp1251", "Бывший премьер-министр планирует уйти с поста лидера партии в марте этого года."),
        ("cp1252", "Le président a déclaré hier que l'été sera très chaud. Où êtes-vous, mon âme ? Ça va bien."),
        ("cp1253", "Ο πρωθυπουργός δήλωσε χθες ότι η κυβέρνηση θα συνεχίσει τις μεταρρυθμίσεις."),
        ("cp1254", "Başbakan dün yaptığı açıklamada ışık çok güzeldi, ağaçların gölgesi ıslaktı dedi."),
        ("cp1255", "ראש הממשלה אמר אתמול כי הממשלה תמשיך ברפורמות בכלכלה של המדינה"),
        ("cp1256", "قال رئيس الوزراء أمس إن الحكومة ستواصل الإصلاحات في الاقتصاد الوطني خلال العام المقبل"),
        ("cp1257", "Ministru prezidents vakar paziņoja, ka valdība turpinās reformas, jo cilvēkiem tās ir vajadzīgas."),
        ("cp874", "นายกรัฐมนตรีกล่าวเมื่อวานนี้ว่ารัฐบาลจะดำเนินการปฏิรูปเศรษฐกิจต่อไปในปีหน้า"),
        ("big5", "總理昨天表示，政府將繼續推進經濟改革。"),
        ("shift_jis", "首相は昨日、政府が経済改革を続けると述べた。"),
        ("euc_jp", "首相は昨日、政府が経済改革を続けると述べた。"),
        ("euc_kr", "총리는 어제 정부가 경제 개혁을 계속할 것이라고 말했다."),
    ],
)
def test_the_encoding_of_a_page_that_declares_none_is_detected(encoding, text):
    decoded = decode(f"<p>{text}</p>".encode(encoding))
    assert decoded.text == f"<p>{text}</p>"
    assert decoded.evidence == "detector"


@pytest.mark.parametrize("sign", ["£200 for each", "» Next page", "® and ©2004", "15 ½ miles"])
def test_signs_beside_words_are_no_letters_of_another_language(sign):
    body = f"<p>The fee of the claims court is paid once: {sign}</p>".encode("cp1252")
    assert decode(body).encoding == "cp1252"


def test_a_page_that_is_in_no_encoding_of_the_east_is_given_to_no_detector(monkeypatch: pytest.MonkeyPatch) -> None:
    def detected(body: bytes) -> str:
        raise AssertionError("It takes milliseconds.")

    monkeypatch.setattr(decoding, "_detected", detected)
    body = '<meta charset="iso-8859-1"><p>Créée à Liège, la naïveté « éèê » était partout.</p>'.encode("cp1252")
    assert decode(body).encoding == "cp1252"


@pytest.mark.parametrize(
    ("label", "encoding"),
    [
        (" Latin1 ", "cp1252"),
        ("x-sjis", "shift_jis"),
        ("KS_C_5601-1987", "euc_kr"),
        ("utf-16", "utf-8"),
        ("x-mac-cyrillic", "mac-cyrillic"),
        ("klingon", None),
        ("", None),
    ],
)
def test_labels_mean_what_they_mean_to_browsers(label, encoding):
    assert encoding_of(label) == encoding


def test_gb18030_without_a_declaration_is_detected():
    assert decode(page(None).encode("gb18030")).text == page(None)


def test_a_truncated_character_costs_one_replacement_and_no_more():
    decoded = decode(page("utf-8").encode()[:-1] + b"\xd8")
    assert decoded.encoding == "utf-8"
    assert decoded.bad == 1


def test_an_island_of_gb2312_in_a_utf8_page_is_read():
    body = page("utf-8").encode() + "警告：原有文件".encode("gb2312") + b" /web"
    assert decode(body).text.endswith("原有文件 /web")


def test_a_page_that_really_holds_replacement_characters_is_still_utf8():
    assert decode(("\ufffd" * 50).encode()).encoding == "utf-8"


@pytest.mark.parametrize("through", ["latin-1", "cp1256", "gb18030"])
def test_mojibake_is_undone_and_recorded(through):
    decoded = decode(page("utf-8").encode().decode(through, "replace").encode())
    assert UYGHUR.split("،")[0] in decoded.text
    assert decoded.mojibake


def misread(text, through):
    """UTF-8 read as browsers read windows-1252: bytes without a character there are controls."""
    return "".join(
        bytes([byte]).decode(through) if through == "latin-1" or byte not in b"\x81\x8d\x8f\x90\x9d" else chr(byte)
        for byte in text.encode()
    )


@pytest.mark.parametrize("through", ["latin-1", "cp1252"])
@pytest.mark.parametrize(
    "text",
    [
        "It’s a “river” — and the bridge’s open… again at the café",
        "Мост снова открыт",
        "Η γέφυρα άνοιξε",
        "Die “Brücke” ist wieder “geöffnet”",
    ],
)
def test_text_of_any_script_that_was_read_as_windows_1252_is_read_again(text, through):
    decoded = decode(f"<p>{misread(text, through)}</p>".encode())
    assert (decoded.text, decoded.mojibake) == (f"<p>{text}</p>", "windows-1252")


@pytest.mark.parametrize(
    "text",
    [
        "Ação, coração, não: ÇÃO Ã£ À noite",
        "MENÜ“ und „ÜBER“ und ÖL…",
        "It’s what becomes of quotes: â€™ and â€œ and â€\x9d",
        "It says â€™ there",
        "再给各位讲个有趣的气象小知识，又一个".encode("gb2312").decode("latin-1"),
        "Þórður Ægisson á Íslandi, ÐÞÆ",
    ],
)
def test_honest_letters_stay(text):
    decoded = decode(text.encode())
    assert (decoded.text, decoded.mojibake) == (text, None)


@pytest.mark.parametrize(
    "body",
    [b"%PDF-1.7\n\x00\x01\x02stream", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", bytes(range(256)) * 40],
)
def test_binary_is_no_text(body):
    decoded = decode(body)
    assert (decoded.text, decoded.evidence) == (None, "binary")


def test_no_bytes_are_an_empty_text():
    assert decode(b"").text == ""


@given(st.binary(max_size=400), st.none() | st.text(max_size=40))
def test_decoding_never_raises_and_leaves_no_nul(body, content_type):
    text = decode(body, content_type).text
    assert text is None or "\0" not in text


@given(st.text(st.characters(blacklist_characters="\0", blacklist_categories=("Cs",)), max_size=200))
def test_the_repair_of_mojibake_leaves_utf8_text_alone_unless_it_says_so(text):
    decoded = decode(text.encode())
    assert decoded.mojibake or decoded.evidence == "binary" or decoded.text == text.removeprefix("\ufeff")


def test_rare_hanzi_behind_a_byte_order_mark_are_not_read_as_gb2312() -> None:
    page = "<p>\U00021c21</p>"
    assert decode(page.encode("utf-8-sig")).text == page


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", "汉字文本，这是一个测试页面的正文内容，记者从有关部门获悉。"),
        ("cp1251", "Старый мост через реку закрыли, потому что в опорах нашли трещины."),
        ("shift_jis", "川に架かる古い橋は、橋脚にひびが見つかったため通行止めになった。"),
    ],
)
@pytest.mark.parametrize("declared", ["", "iso-8859-1"])
def test_a_text_behind_long_scripts_is_read_as_one_that_begins_the_page(encoding, text, declared):
    page = f"<script>{'var a = 1;' * 9000}</script><p>{text * 4}</p>"
    believed = declared and encoding != "cp1251"  # which fits the label as well as any of one byte a letter
    decoded = decode(page.encode(encoding), f"text/html; charset={declared}" if believed else None)
    assert (decoded.text, decoded.encoding) == (page, encoding)
