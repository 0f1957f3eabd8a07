import numpy as np
import pytest

from extraction import extract
from extraction.boilerplate.remains import code_labels, fold_marks, item_marks, permalinks
from extraction.page.node_table import parse
from tests.growth import MOST, TIMES, growth


def all_of(page):
    return np.ones(len(page.text), dtype=np.bool_)


def signs(html):
    page = parse(f"<body>{html}")
    return [page.text[row].strip() for row in permalinks(page, all_of(page))]


@pytest.mark.parametrize(
    ("html", "sign"),
    [
        ("<h2>On lids <a href='#lids'>¶</a></h2><p>Text.", "¶"),
        ("<h2><a href='#lids'>§</a>On lids</h2><p>Text.", "§"),
        ("<dl><dt>boil()<a href='#boil'><b>¶</b></a><dd>Text.</dl>", "¶"),
        ("<h2><span><a href='#lids'>◆&#160;</a></span>On lids</h2><p>Text.", "◆"),
        ("<a onclick='dig()'>0</a><p>Text.", "0"),
        ("<p><a class=count>0</a>Text.", "0"),
        ("<table><tr><td><a class=count>0</a><div>Text.</div></table>", "0"),
    ],
)
def test_a_link_that_is_a_sign_is_none_of_the_text(html, sign):
    assert signs(html) == [sign]


def test_words_of_a_link_that_is_named_after_what_leads_to_a_heading_are_none_of_the_text():
    link = "<a class=sl-anchor-link href=#lids><span class=sr-only>Section titled lids</span></a>"
    assert signs(f"<div><h2>On lids</h2>{link}</div><p>Text.") == ["Section titled lids"]
    assert signs(f"<h2>On lids{link}</h2><p>Text.") == ["Section titled lids"]
    assert signs(f"<h2>{link}</h2><p>{link} and text.") == []


def test_brackets_around_a_link_without_words_at_the_end_of_a_heading_are_none_of_the_text():
    heading = "<h2>On lids{}<span>[</span><a href=/edit>{}</a><span>]</span></h2><p>Text."
    assert signs(heading.format("", "<svg></svg>")) == ["[", "]"]
    assert signs(heading.format("", "edit")) == signs("<p>An array: <b>[</b><b>]</b></p>") == []


@pytest.mark.parametrize(
    "html",
    [
        "<p>The sign ¶ stands for a paragraph, and 0 for none.",
        "<p>See <a>§ 5</a>, <a>#1</a> and <a>7</a>.",
        "<p>Kettle <a><b>#</b><i>lids</i></a>",
        "<table><tr><td>Lids<td><a href=x>0</a></table>",
    ],
)
def test_what_says_something_stays(html):
    assert not signs(html)


def marks(html):
    page = parse(f"<body>{html}")
    return [page.text[row].strip() for row in item_marks(page, all_of(page))]


@pytest.mark.parametrize(
    ("html", "labels"),
    [
        ("<div class=language-ts><span class=lang>ts</span><pre><code>x</code></pre></div>", ["ts"]),
        ("<div><span>PowerShell</span><button></button></div><pre><code class=lang-powershell>x</pre>", ["PowerShell"]),
        ("<div class=language-ts><p>ts</p><pre>x</pre></div>", []),
        ("<h3>Go</h3><pre><code class=language-go>x</pre>", []),
        ("<div>main.go</div><pre><code class=language-go>x</pre>", []),
    ],
)
def test_the_language_of_code_above_it_is_none_of_the_text(html, labels):
    page = parse(f"<body><p>Text.</p>{html}")
    assert [page.text[row].strip() for row in code_labels(page, all_of(page))] == labels


@pytest.mark.parametrize(
    ("html", "drawn_marks"),
    [
        ("<ul><li><label><b>▢ </b></label>400 g flour<li><span>✓</span> Real wood</ul>", ["▢", "✓"]),
        ("<ol><li><div>1</div><p>Pour.<li><div>2</div><p>Mix.</ol>", ["1", "2"]),
        ("<ol><li><div>1.</div><p>Pour.<li><div>2)</div><p>Mix.</ol>", ["1.", "2)"]),
        ("<ol><li><b>1.</b> Platz<li><b>2</b> eggs<li><div>7</div><p>Mix.</ol>", []),
        ("<ul><li><div>1</div><p>Pour.<li>✓<li>✓ Real wood</ul>", []),
        ("<p><b>▢</b> is a box", []),
    ],
)
def test_bullets_and_numbers_of_items_that_are_drawn_with_letters_are_found(html, drawn_marks):
    assert marks(html) == drawn_marks


@pytest.mark.parametrize(
    ("html", "left"),
    [
        ("<details><summary>Why?<span>+</span></summary>So.</details>", ["Why?", "So."]),
        ("<h3><button>Why? <i>▾</i></button></h3><p>So.", ["Why?", "So."]),
        ("<details><summary>Grade A+</summary>So <b>+</b></details>", ["Grade A+", "So", "+"]),
        ("<details><summary><b>+</b></summary>So.</details>", ["+", "So."]),
    ],
)
def test_the_sign_of_what_unfolds_is_none_of_its_words(html, left):
    page = parse(f"<body>{html}")
    rows = fold_marks(page, all_of(page))
    assert [text.strip() for row, text in enumerate(page.text) if row not in rows] == left


def test_the_numbers_of_a_long_list_are_all_found():
    numbers = [str(at) for at in range(1, 151)]
    assert marks("<ol>" + "".join(f"<li><div>{number}</div><p>Pour." for number in numbers) + "</ol>") == numbers


def test_the_numbers_of_a_long_list_take_no_time_that_grows_with_its_length():
    def items(times):
        page = parse("<ol>" + "".join(f"<li><b>{at}</b><p>Pour." for at in range(300 * times)))
        return page, all_of(page)

    assert growth(lambda arguments: item_marks(*arguments), items(1), items(TIMES)) < MOST


def test_a_page_of_nothing_but_a_sign_keeps_it():
    assert extract("<body><a>¶</a>", method="all-text").text == "¶"


def test_neither_articles_nor_posts_have_them():
    text = "<h2>On lids<a href=#lids>¶</a></h2><p>The kettle has been hot since the morning, {}."
    text += "<p>And the lid is on it.</p>"
    article = extract(f"<article>{text.format('as she said')}<p>Read more:</article>", method="all-text")
    assert article.text.splitlines()[0] == "On lids"
    assert article.text.splitlines()[-1] == "And the lid is on it."
    posts = "".join(
        f"<div class=post id=p{at}><a class=dig>0</a><div class=body>{text.format('very ' * at)}</div></div>"
        for at in range(1, 5)
    )
    thread = extract(f"<body class=topic>{posts}", method="all-text")
    assert thread.posts == 4
    assert not {"0", "¶"}.intersection(thread.text)


def test_signs_deep_in_a_link_take_no_time_that_grows_with_their_depth():
    def table(times):
        page = parse("<a>" + "<span>" * 200 * times + "<span>#</span>" * 1000 * times + "</span>" * 200 * times)
        return page, np.ones(len(page.text), dtype=np.bool_)

    assert growth(lambda arguments: permalinks(*arguments), table(1), table(TIMES)) < MOST


STORY = (
    "<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go that morning.</p>"
    "<p>On Tuesday the first boats went out again, and the market had fish that everybody had been waiting for.</p>"
)


def text_of(body):
    return extract(f"<html><body><h1>A day at sea</h1>{STORY}{body}{STORY}</body></html>", None, "all-text").text


def test_messages_of_php_are_none_of_the_text():
    message = "<b>Warning</b>:  Undefined variable $boat in <b>/var/www/sea/single.php</b> on line <b>42</b><br />"
    assert text_of(f"<br />\n{message}") == text_of("")
    assert "on line" in text_of(
        "<p>The <b>Warning</b>: look for it <b>far below</b> on line <b>42</b> of the list.</p>"
    )


@pytest.mark.parametrize(
    "line",
    [
        "Print this page | E-mail this article",
        "Text size small medium large",
        "خەت چوڭلىقى : كىچىك نورمال چوڭ",
        "【字体：大 中 小】",
        "Subscribe to our newsletter to get the best stories of the week in your inbox every Friday.",
        "Jetzt Newsletter abonnieren und keine Nachricht aus dem Hafen mehr verpassen.",
        "We use cookies to give you the best experience on our website.",
        "提示: 作者被禁止或删除 内容自动屏蔽",
        "**** 本内容被作者隐藏，回复后可见 *****",
        "马上注册，结交更多好友，享用更多功能",
        "本主题需向作者支付 5 金币 才能浏览",
        "Notice: The author has been banned or deleted, content is blocked automatically",
        "Guest, to view the hidden content of this post please reply",
        "Hidden text: you must reply to this topic before you can see it.",
        "You must be registered for see links",
        "This post was flagged by the community and is temporarily hidden.",
        "Скрытый текст (вы должны войти под своим логином и иметь 10 сообщений):",
        "Пользователь был заблокирован. Содержимое скрыто.",
        "ئەسكەرتىش: ئاپتور چەكلەنگەن ياكى ئۆچۈرۈلگەن، مەزمۇن ئاپتوماتىك توسۇلدى",
        "مېھمان، ئەگەر بۇ تېمىنىڭ يوشۇرۇن مەزمۇنىنى كۆرمەكچى بولسىڭىز ئىنكاس يېزىڭ",
        "بۇ يەردىكى مەزمۇن يوشۇرۇلغان، ئىنكاس يازغاندىن كېيىن كۆرەلەيسىز",
        "ئەزا يېزىش چەكلەندى ، بۇ مەزمۇن تاقالدى !",
        "ئاپتورى چەكلەنگەن ياكى ئۆچۈرۈلگەن، مەزمۇنى ئاپتوماتىك توسۇلدى",
        "ئىناۋەتسىز قەۋەت،بۇ تېما ئۆچۈرۈلگەن",
        "*** بۇ مەزمۇننى كۆرۈش ئۈچۈن ئىنكاس يېزىڭ ***",
        "**** 本内容需要回复以后才能浏览 ****",
        "(USER WAS BANNED FOR THIS POST)",
        "Only registered users can see links.",
        "Dieses Mitglied wurde gesperrt.",
        "Vous n'avez pas les permissions nécessaires pour voir les fichiers joints.",
        "Contenido oculto: debes responder para ver",
        "Ukryta treść: musisz się zalogować, aby zobaczyć ten tekst.",
        "Linkleri görebilmek için üye olmanız gerekir.",
        "این کاربر مسدود شده است.",
        "购买主题 本主题需向作者支付 10 金币 才能浏览",
        "この投稿は削除されました",
        "삭제된 댓글입니다.",
        "You need to be logged in to view this content.",
        "ADVERTISEMENT",
        "Read more »",
        "Story continues below advertisement",
        "Anzeige",
        "La suite après la publicité",
        "Continua após a publicidade",
        "Artikel gaat verder onder advertentie",
        "Реклама",
        "广告",
        "【広告】",
        "إعلان",
        "Tags: harbour, boats",
        "Schlagworte: Hafen",
        "Etiketler: liman",
        "Метки: порт",
        "标签：海港",
        "خەتكۈچلەر: پورت",
        "To view this content, you need to update your privacy settings.",
        "We need your consent to load this content.",
        "An dieser Stelle finden Sie einen externen Inhalt, der den Artikel ergänzt.",
        "Follow us on X, Facebook and Instagram.",
        "Folgen Sie uns auf Mastodon.",
        "Suivez-nous sur Facebook",
        "بىزگە ئەگىشىڭ: تېلېگرام",
        "扫描二维码，关注我们的公众号",
        "Download our app from the App Store.",
        "Support independent journalism. Donate today",
        "This summary was created with the help of AI and checked by the newsroom.",
        "Diese Zusammenfassung wurde mit KI erstellt.",
        "無断転載を禁じます",
        "原标题：大桥今夜投票",
        "未经授权不得转载",
        "© Riproduzione riservata",
        "Если вы заметили ошибку, выделите её и нажмите Ctrl+Enter.",
        "Connectez-vous pour commenter",
        "İçeriği göster",
        "Click photo to enlarge",
        "War dieser Artikel hilfreich?",
        "この記事をシェア",
        "▶ 네이버에서 구독하기",
        "앱 다운로드",
        "請繼續往下閱讀...",
        "Báo lỗi bài viết",
        "SCROLL TO CONTINUE WITH CONTENT",
        "แชร์ข่าวนี้",
        "विज्ञापन",
        "हमें फेसबुक पर लाइक करें",
        "বিজ্ঞাপন",
        "لن يتم نشر عنوان بريدك الإلكتروني",
        "انتهای پیام/",
        "פרסומת",
        "הצטרפו לערוץ הוואטסאפ שלנו",
        "Η συνέχεια μετά τη διαφήμιση",
        "Continua depois da publicidade",
        "L’articolo continua dopo la pubblicità",
        "Залишити коментар",
        "Haberin devamı için kaydırın",
        "Join our WhatsApp community and get news on your phone. Click here to join. You can leave at any time.",
        "Have you been affected by this story? Write to the newsroom.",
        "Or by navigating to the user icon in the top right.",
        "Suscríbete para seguir leyendo",
        "Suivez l'actualité en temps réel sur notre chaîne",
        "Dalszy ciąg materiału pod wideo",
        "تابعوا آخر أخبارنا عبر قناتنا على واتساب",
        "카카오톡에서 바다뉴스 채널을 추가하세요",
        "Urmărește cele mai noi știri pe canalul nostru",
        "Пікір қалдыру",
        "Telegramdagi kanalimizga obuna bo‘ling",
        "بۇ ماقالە ياقتىمۇ؟",
        "Ulinishni köchürüsh",
        "Share | Copy link | Print this page",
        "مشغل الفيديو شاهد الفيديو تعذر تشغيل الفيديو",
        "AI summary",
        "ئىنكاسلار (0)",
        "Frequently bought together",
        "Folgen Sie uns, damit Sie nichts verpassen, auf Mastodon, Facebook und überall sonst, wo Sie uns finden.",
    ],
)
def test_what_a_page_says_to_its_readers_is_none_of_the_text(line):
    assert text_of(f"<div>{line}</div>") == text_of("")


@pytest.mark.parametrize(
    "line",
    [
        "Text size matters more than anybody in the office of the printer had ever thought.",
        "Nobody could tell why we use cookies at all.",
        "What they print this year is as good as ever.",
        "Advertisement of the new boats began in spring, and it cost the town a lot.",
        "Anzeige gegen Unbekannt",
        "Read more books than your neighbour, said the teacher.",
        "广告收入去年增长了三成",
        "原标题被编辑改了两次",
        "未经授权的无人机飞过港口",
        "著作権は作者の死後も続く。",
        "無断転載した疑いで港の男が逮捕された。",
        "版权所有者起诉了港口的报社",
        "오류를 발견한 연구진은 항구로 돌아갔다.",
        "이미 회원 십만 명이 항구를 찾았다.",
        "Comments are closed on most sites now, because nobody can pay for moderators.",
        "Testen Sie den Teig mit dem Finger.",
        "Report an error regarding the boat, and nobody listens.",
        "تابعوا المباراة من الشاطئ",
        "Follow us on the way down to the shed, said the children, where the oldest press of the whole country stands.",
        "구독하고 있던 신문을 끊은 항구의 어부들",
        "Nhận tin báo của ngư dân, con tàu rời cảng",
        "Share prices of the port fell",
        "AI summary tools have come to the port",
        "広告メール",
    ],
)
def test_a_sentence_about_such_things_stays(line):
    assert line in text_of(f"<div>{line}</div>")


@pytest.mark.parametrize(
    "line",
    [
        "Haberlerimizi WhatsApp kanalımızdan takip etmek için tıklayın",
        "Liman haberleri üçün Telegram kanalımıza abunə olun!",
        "Порт жаңалықтары үшін Telegram арнамызға жазылыңыз",
        "最新ニュースは公式Xをフォローしてください。",
        "포구 소식은 네이버 채널에서 구독하세요!",
        "ताज़ा ख़बरों के लिए हमें फेसबुक और ट्विटर पर फॉलो करें।",
        "اخبار بندر را در تلگرام دنبال کنید",
        "تازہ خبروں کے لیے ہمارا واٹس ایپ چینل فالو کریں۔",
        "ئۈندىدار سالونىمىزغا ئەگىشىڭ",
        "বন্দরের খবর পেতে ইউটিউব চ্যানেল সাবস্ক্রাইব করুন",
    ],
)
def test_a_request_may_end_with_its_verb(line):
    assert text_of(f"<p>{line}</p>") == text_of("")


@pytest.mark.parametrize(
    "line",
    [
        "Kaptan, tayfasına 'Beni takip edin' dedi ve kanalın girişinde durdu.",
        "Ustalar çıraklara suyun yönünü takip edin dedi, çıraklar güldü",
        "این نور را دنبال کنید",
        "港の灯りは昔からの公式LINEのように人を呼ぶ。",
    ],
)
def test_such_a_verb_amid_a_line_or_with_no_place_to_follow_asks_nothing(line):
    assert line in text_of(f"<p>{line}</p>")


@pytest.mark.parametrize(
    "line",
    ["You need to log in before you can comment on or make changes to this bug.", "You must sign in to comment."],
)
def test_who_may_comment_is_no_text(line):
    assert text_of(f"<p>{line}</p>") == text_of("")


def test_the_arrow_from_a_note_back_to_its_text_is_none_of_the_note():
    assert signs('<ol><li>Page 17. <a href="#r">↩︎</a></ol>') == ["↩︎"]


def test_a_word_in_a_cell_or_a_definition_is_a_datum():
    table = "<table><tr><th>Page<th>What<tr><td>14<td>Werbung<tr><td>15<td>Anzeige</table><dl><dt>Share<dd>A part</dl>"
    assert "14\tWerbung\n15\tAnzeige\nShare\nA part" in text_of(table)


PICTURE = '<div class="image"><img src=/1.jpg><p>The harbour {}</p></div>'


@pytest.mark.parametrize("name", ["credit", "photo-credit", "Fotograf", "image__credits", "urheber"])
def test_who_made_a_picture_is_none_of_the_text_in_an_element_that_is_called_so(name):
    assert "Jo Doe" not in text_of(PICTURE.format(f'<span class="{name}">Jo Doe</span>'))
    assert "The harbour" in text_of(PICTURE.format(f'<span class="{name}">Jo Doe</span>'))


@pytest.mark.parametrize("name", ["accredited", "source", "credit-card"])
def test_another_element_or_one_beside_no_picture_stays(name):
    assert "Jo Doe" in text_of(PICTURE.format(f'<span class="{name}">Jo Doe{" and all others" * 5}</span>'))
    assert "Jo Doe" in text_of('<div><p>The harbour <span class="credit">Jo Doe</span></p></div>')
