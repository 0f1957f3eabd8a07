"""Error pages that come with status 200 are known by their message; a long text about such a message is a text."""

from itertools import pairwise

import pytest

from mezmun.core.outcomes import Outcome
from workers.error_pages import MOST_BESIDE_ALONE, MOST_CHARACTERS, lists_folder, message_about, whole_page_about
from workers.error_pages.message_table import message_table
from workers.pipeline import process


@pytest.mark.parametrize(
    ("title", "blocks", "about"),
    [
        ("", ["كەچۈرۈڭ ، سىز ئىزدىگەن يازما ئۆچۈرۈلگەن"], "not-found"),
        ("404 Not Found", ["nginx"], "not-found"),
        ("", ["抱歉，此微博已被作者删除。"], "not-found"),
        ("", ["Сіз сұраған жаңалық жойылған."], "not-found"),
        ("", ["سىز تاللىغان ماقالە ئۆچۈرۈۋېتىلگەن."], "not-found"),
        ("", ["环境异常", "完成验证后即可继续访问。"], "robot-check"),
        ("", ["We're sorry but oasis doesn't work properly without JavaScript enabled."], "server"),
        ("", ["You've reached your monthly limit.", "Log in to read on."], "log-in"),
        ("", ["عفواً، لا يمكنك مشاهدة هذا الموضوع لأنك غير مسجل."], "log-in"),
        ("", ["Чтобы прочитать ответы, необходимо войти."], "log-in"),
        ("", ["Datenbankverbindung fehlgeschlagen."], "database"),
        ("", ["Бұл құжат жоқ."], "not-found"),
        ("", ["Бұл құжат жоқ кезде де халық жерін біліп отырған."], None),
        ("Технические работы на водопроводе", ["Завтра воды не будет с девяти до шести."], None),
        ("Su kesintisi", ["Bakım çalışması nedeniyle yarın sular kesilecek."], None),
        ("", ["Home", "Bandwidth Limit Exceeded", "Please try again later."], "server"),
        ("", ["您没有登录或者您没有权限访问此页面，可能有如下几个原因："], "log-in"),
        ("A blog", ["ERROR ESTABLISHING A DATABASE CONNECTION"], "database"),
        ("Just a moment...", [], "robot-check"),
        ("", ["Die angeforderte Seite wurde nicht gefunden."], "not-found"),
        ("Fehler beim Aufbau einer Datenbankverbindung", [], "database"),
        ("", ["Vous devez être connecté pour voir ce message."], "log-in"),
        ("抱歉，您尚未登錄，沒有權限訪問該版塊", [], "log-in"),
        ("Sidan kunde inte hittas", [], "not-found"),
        ("", ["Az oldal nem található!"], "not-found"),
        ("पृष्ठ नहीं मिला", [], "not-found"),
        ("", ["Bạn cần đăng nhập để xem nội dung này."], "log-in"),
        ("Making sure you're not a bot!", ["Loading...", "Please wait a moment."], "robot-check"),
        ("Forbidden", [], "no-permission"),
        ("", ["Unauthorized"], "log-in"),
        ("", ["It works!"], "server"),
        ("", ["It works! Ten years later the clock of the tower strikes again."], None),
        ("a.example is for sale", ["Buy now for: $2,395"], "server"),
        ("OperationalError at /news/12/", ["could not connect to server"], "server"),
        ("", ["Indisponible pour une maintenance planifiée. Veuillez vérifier à nouveau dans une minute."], "server"),
        ("", ["Бул теманы көрүү үчүн катталыңыз же кириңиз."], "log-in"),
        ("", ["Сіздің сұранысыңыз бойынша ештеңе табылмады."], "not-found"),
        ("", ["Кечирасиз, сиз излаган саҳифа топилмади."], "not-found"),
        ("", ["ببورە، ئەم پەڕەیە نەدۆزرایەوە."], "not-found"),
        ("", ["بښنه غواړو، غوښتل شوې پاڼه ونه موندل شوه."], "not-found"),
        ("", ["You are not logged in."], "log-in"),
        ("Error", ["SQLSTATE[HY000] [2002] Connection refused"], "database"),
        ("安全验证", ["请完成下方验证后继续访问"], "robot-check"),
        ("", ["Подтвердите, что вы не робот"], "robot-check"),
        ("", ["Veritabanı hatası"], "database"),
        ("", ["سىز تېخى كىرمىگەن"], "log-in"),
        ("a.example | 522: Connection timed out", ["Connection timed out Error code 522", "What happened?"], "server"),
        ("Error 522", ["The web server did not answer."], "server"),
        ("Page not found (404)", [], "not-found"),
        ("a.example", ["This domain may be for sale!"], "server"),
        ("a.example", ["您访问的域名正在出售"], "server"),
        ("Домен продаётся", [], "server"),
        ("Service Temporarily Unavailable", [], "server"),
        ("", ["This board has been closed."], "server"),
        ("", ["Enable JavaScript and cookies to continue"], "robot-check"),
        ("", ["بۇ بەت تېپىلمىدى"], "not-found"),
        ("ئۇچۇر", ["كەچۈرۈڭ، تېما مەۋجۇت ئەمەس ياكى ئۆچۈرۈلگەن"], "not-found"),
        ("", ["سىزنىڭ بۇ بەتنى كۆرۈش ھوقۇقىڭىز يوق"], "no-permission"),
        ("", ["مۇنبەر ۋاقىتلىق تاقالدى"], "server"),
        ("", ["Bu sayfa bulunamadı."], "not-found"),
        ("", ["Бұл бет табылмады"], "not-found"),
        (
            "",
            ["Hoppla! Leider existiert diese Seite nicht mehr.", "Die gesuchte Seite wurde verschoben oder gelöscht."],
            "not-found",
        ),
        ("Suche", ["К сожалению, по вашему запросу ничего не найдено."], "not-found"),
        ("", ["Nie masz uprawnień do przeglądania tej strony."], "no-permission"),
        ("", ["Oeps! Sorry, de pagina die je zoekt bestaat niet meer."], "not-found"),
        ("", ["عذرا، الصفحة التي تبحث عنها غير موجودة"], "not-found"),
        ("", ["كەچۈرۈڭ، سىزنىڭ بۇ سەھىپىگە كىرىش ھوقۇقىڭىز يوق"], "no-permission"),
        ("", ["Something went wrong while the page was loaded."], "server"),
        ("A walk", ["w" * MOST_BESIDE_ALONE, "Something went wrong while the page was loaded."], None),
        ("", ["The page you are looking for is in the second drawer, said the old man."], None),
        ("", ["Sorry, but we had no time."], None),
        ("Access denied", ["Reference #18.2d35"], "no-permission"),
        ("", ["Sorry! Access denied to reporters at the summit."], None),
        ("", ["The page you were trying to open does not exist any more."], "not-found"),
        ("", ["Oeps! De pagina die u probeert te openen kan niet gevonden worden."], "not-found"),
        ("", ["The page you gave me, with all that my mother wrote of the war and of the sea, does not exist."], None),
        ("Error 404: what it means", ["The server has no such page."], None),
        ("Account suspended for a joke", ["The network suspended a comedian on Tuesday."], None),
        ("Page not found: a novel", ["Its hero looks for a page that was torn out of a book."], None),
        ("Why readers see error 522", ["Our shop was down for two hours."], None),
        ("Error 522 and what it means", ["Our shop was down for two hours."], None),
        ("数据库错误的解决方法", ["首先检查配置文件，然后重新启动服务。"], None),
        ("Buy this domain and become rich, they said", ["We did not."], None),
        ("Forbidden City opens again", ["The museum opened its doors."], None),
        ("Just a moment of peace", ["She sat down at the lake."], None),
        ("Access denied to reporters", ["The court let nobody in."], None),
        ("Ein Ausflug", ["Um zehn waren wir da.", "Du musst angemeldet sein, um einen Kommentar abzugeben."], None),
        ("Une visite", ["Le musée est ouvert.", "Vous devez être connecté pour publier un commentaire."], None),
        ("My trip", ["We came home at ten.", "The sign read: 404 not found."], None),
        ("Page notes", ["All pages were found again."], None),
        ("", [], None),
        ("", ["The domain shop.example.com is for sale!"], "server"),
        ("Домен lavka.example продаётся", [], "server"),
        ("", ["Esta cuenta ha sido suspendida"], "server"),
        ("انجمن", ["شما وارد سایت نشده اید یا اجازه ندارید."], "log-in"),
        ("", ["axtardığınız səhifə silinib"], "not-found"),
        ("", ["Soʻralgan sahifa topilmadi."], "not-found"),
        ("", ["بۇ تېمىنى كۆرۈش ئۈچۈن ئالدى بىلەن تىزىملىتىڭ."], "log-in"),
        ("", ["404 - 找不到文件或目录。"], "not-found"),
        ("", ["本站需要启用JavaScript才能正常访问。"], "server"),
        ("", ["مۇنبەر ئاسرىلىۋاتىدۇ، سەل تۇرۇپ قايتا كىرىڭ"], "server"),
        ("", ["سىز تىزىملاتمىغان ياكى كىرمىگەن، شۇڭا بۇ يازمىنى كۆرەلمەيسىز"], "log-in"),
        ("", ["رقم الموضوع المطلوب غير صحيح."], "not-found"),
        ("", ["Das gewählte Thema existiert nicht."], "not-found"),
        ("", ["Sinun täytyy kirjautua sisään."], "log-in"),
        ("", ["Δεν έχετε δικαίωμα να δείτε τη σελίδα."], "no-permission"),
        ("", ["Fatal error: Call to undefined function f() in /srv/show.php on line 4"], "server"),
        ("", ["It works! This is the default web page for this server."], "server"),
        ("", ["سىز ئاچماقچى بولغان ماقالە ئۆچۈرۈلۈپ كەتكەن ياكى ئادرېسى خاتا"], "not-found"),
        ("", ["برای مشاهده این بخش باید وارد حساب کاربری خود شوید."], "log-in"),
        ("", ["The requested URL could not be retrieved"], "server"),
        ("ئۆچۈرۈلگەن تېما", ["بۇ تېما مەۋجۇت ئەمەس دېگەن سۆزنى كۆرسەم، يۈرىكىم سىقىلىدۇ."], None),
        ("页面不存在怎么办", ["先检查地址，再清除缓存。"], None),
        ("", ["This topic has been deleted, I read since Monday, and nobody tells me who did it."], None),
        ("", ["「お探しのページは見つかりませんでした」と表示されたら、まずアドレスを確認しましょう。"], None),
        ("", ["La página que buscas no existe: así empieza el mensaje que todos conocemos."], None),
        ("", ["Sayfa bulunamadı diye bir yazı çıkıyor, ne yapmalıyım?"], None),
        ("", ["经核实，文章属实。", "文章不存在抄袭的问题，编辑部说。"], None),
        ("Site en maintenance : les abonnés attendent", ["La ville promet une réponse."], None),
        ("", ["文章不存在或已被删除"], "not-found"),
    ],
)
def test_a_page_is_an_error_page_when_its_title_or_a_block_begins_with_a_message(title, blocks, about):
    assert message_about(title, blocks) == about


ABOUT_MESSAGES = {
    "quotes": ("404 Not Found", ["The show is called “404 Not Found”.", "It collects pictures that were taken down."]),
    "quotes at the beginning": ("Page introuvable", ["« Page introuvable », son deuxième roman, est court et juste."]),
    "quotes in Japanese": (
        "",
        ["お探しのページは見つかりませんでした。", "「お探しのページは見つかりませんでした」の歴史。"],
    ),
    "a note below a text": (
        "Brass lamp",
        ["A ship's lamp of brass, made in the forties, with its glass.", "This product is no longer available."],
    ),
    "a list of messages": (
        "HTTP status codes",
        ["401 Unauthorized", "403 Forbidden", "404 Not Found", "502 Bad Gateway"],
    ),
    "a short predicate that goes on": ("", ["该新闻不存在虚假内容，编辑部说。"]),
    "what bars no page": ("", ["You must be logged in to post a comment.", "يجب عليك تسجيل الدخول لإضافة تعليق."]),
    "a long text in Chinese": ("", ["该页面不存在。", "河" * (MOST_CHARACTERS // 3)]),
}


@pytest.mark.parametrize("subject", ABOUT_MESSAGES)
def test_a_page_that_tells_of_a_message_is_none(subject):
    title, blocks = ABOUT_MESSAGES[subject]
    assert message_about(title, blocks) is None


@pytest.mark.parametrize(
    ("title", "blocks"),
    [
        ("", ["Бет табылмады немесе жойылған"]),
        ("", ["该帖子不存在或审核中"]),
        ("", ["“该内容已被发布者删除。”"]),
        ("Not Found", ["The requested URL /a/b.php was not found on this server."]),
        ("提示信息", ["抱歉，您尚未登录", "GMT+8, 2024-3-5 10:21 , Processed in 0.021 second(s), 5 queries ."]),
    ],
)
def test_a_message_may_go_on_and_have_a_foot(title, blocks):
    assert message_about(title, blocks, dated=True)


@pytest.mark.parametrize(
    ("line", "about"),
    [
        ("قەرەللىك ئاسراش سەۋەبىدىن ۋاقىتلىق تاقالغان.", "server"),
        ("Упс! Мы столкнулись с некоторыми проблемами.", "server"),
        ("SQL ERROR [ mysqli ]", "database"),
        ("未将对象引用设置到对象的实例。", "server"),
        ("Запрашиваемый ресурс не найден.", "not-found"),
        ("Im Archiv\nDie angeforderte Seite konnte nicht gefunden werden.", "not-found"),
    ],
)
def test_messages_of_widespread_software_are_known_in_any_line(line, about):
    assert message_about("A site", [line]) == about


def test_a_long_text_about_such_a_message_is_a_text():
    assert message_about("404 Not Found", ["404 Not Found", "w" * MOST_CHARACTERS]) is None


def test_an_error_page_ends_with_its_outcome_and_without_a_text():
    page = process(b"<title>Oops</title><p>The requested topic does not exist.</p>", method="mezmun")
    assert (page.outcome, page.detail, page.text) == (Outcome.ERROR_PAGE, "not-found", "")


@pytest.mark.parametrize(
    ("title", "blocks"),
    [
        (
            "Page introuvable",
            ["Mon panier affiche ce message depuis lundi, que faire ?", "Essaie un autre navigateur."],
        ),
        ("Seite nicht gefunden – wer hilft?", ["Das steht da immer, wenn ich etwas bestelle.", "Leere deinen Cache."]),
        ("بەت تېپىلمىدى", ["مۇنبەرنى ئاچسام شۇنداق چىقىدۇ، نېمە قىلسام بولىدۇ؟", "كۈكىنى تازىلاڭ."]),
        ("网站已关闭，用户投诉", ["多名用户反映该网站突然关闭，余额无法取出。"]),
        ("No hay resultados", ["Hasta la noche no se habían publicado los resultados del recuento."]),
    ],
)
def test_a_message_that_is_only_the_title_of_a_dated_text_is_what_it_is_about(title, blocks):
    assert message_about(title, blocks, dated=True) is None
    assert message_about(title, blocks)


@pytest.mark.parametrize(
    ("title", "blocks", "about"),
    [
        ("Page not found", ["Page not found", "Sorry, the page you are looking for could not be found."], "not-found"),
        ("Page not found", ["It may have been moved."], "not-found"),
        ("A forum", ["You are not logged in. Fill in the form at the bottom of this page and try again."], "log-in"),
        ("Database error", ["Too many connections", "Date: Friday, May 24th 2024", "Script: index.php"], "database"),
    ],
)
def test_an_error_page_may_show_a_day(title, blocks, about):
    assert message_about(title, blocks, dated=True) == about


def test_a_thread_about_a_message_is_a_thread():
    texts = ["Seit heute steht das auf meinem Blog, was tun?", "Sieh zuerst nach dem Passwort.", "Danke, das war es!"]
    posts = "".join(
        f'<div class="post" id="p{day}"><div class="author"><a href="/u/{day}">user{day}</a></div>'
        f'<div class="date">2014-05-1{day} 10:2{day}</div><div class="content">{text}</div></div>'
        for day, text in enumerate(texts, 1)
    )
    html = f"<title>Datenbankfehler</title><h2>Datenbankfehler</h2><div>{posts}</div>"
    assert process(html.encode(), method="mezmun").outcome == Outcome.STORED


def test_a_message_that_was_dropped_as_a_notice_is_read_all_the_same():
    html = """<title>Foro</title><div id="header"><a href="/">Foro</a></div><div class="panel" id="message">
    <h2>Información</h2><p>Debes iniciar sesión para ver este tema.</p></div>"""
    assert process(html.encode(), method="mezmun").outcome == Outcome.ERROR_PAGE


@pytest.mark.parametrize(
    ("box", "about"),
    [
        ("<body class='home error404'><p>{}</p>", "not-found"),
        ("<div class=noarticletext><p>{}</p></div>", "not-found"),
        ("<div class=nfl><div id=messagetext class=alert_error><p>{}</p></div></div>", "message"),
        ("<div class=standard_error><h2>Foro</h2><div>{}</div></div>", "message"),
    ],
)
def test_a_box_that_software_names_after_its_messages_needs_no_known_words(box, about):
    text = "Wona mweya iwo hauna kuwanikwa pano nhasi."  # as in a language of which the table has no row
    page = process(f"<title>Foro</title>{box.format(text)}".encode(), method="mezmun")
    assert (page.outcome, page.detail) == (Outcome.ERROR_PAGE, about)


def test_a_thread_or_a_long_text_in_a_box_of_such_a_name_is_none():
    text = "<p>The road to the pass was closed in the morning, so we waited in the village and had tea.</p>" * 10
    assert process(f"<body class=error404>{text}".encode(), method="mezmun").outcome == Outcome.STORED


def test_a_page_whose_foot_alone_was_taken_for_text_is_read_whole():
    html = """<title>提示 - 绿洲</title><div class=wrap><a href=/>绿洲</a></div><div id=main><table>
    <tr><th>提示</th></tr><tr><td><div><font color=red><b>您没有登录或者您没有权限访问此页面</b></font><br><br>
    <a href="javascript:history.go(-1)">返回</a></div></td></tr></table></div>
    <div class=bottom>Powered by <b>PHPWind</b> v7.5 © 2003-09 PHPWind.com</div>"""
    assert process(html.encode(), method="mezmun").outcome == Outcome.ERROR_PAGE


@pytest.mark.parametrize(
    "text",
    ["Кәчүрүң, сиз издигән темини тапалмидуқ, бу бәт тепилмиди.", "Kechürüng, siz achmaqchi bolghan téma öchürülgen."],
)
def test_a_message_in_uyghur_of_other_letters_is_read_in_arabic_letters(text):
    assert process(f"<title>www</title><p>{text}</p>".encode(), method="mezmun").outcome == Outcome.ERROR_PAGE


FILES = ["paper-2019.pdf", "music/", "notes.txt", "backup.tar.gz", "IMG_0001.jpg", "Release"]


def pre(name):
    return f'<a href="{name}">{name}</a>                12-Mar-2019 10:10      77'


LISTINGS = {
    "nginx": ("Index of /pub/files/", "<h1>Index of /pub/files/</h1><hr><pre>{}</pre><hr>", pre),
    "apache": (
        "Index of /data",
        (
            "<h1>Index of /data</h1><table><tr><th>Name</th><th>Last modified</th><th>Size</th></tr>{}</table>"
            "<address>Apache/2.4.29 (Ubuntu) Server at files.example Port 80</address>"
        ),
        lambda name: f'<tr><td><a href="{name}">{name}</a></td><td>2019-03-12 10:10</td><td>1.2M</td></tr>',
    ),
    "lighttpd": (
        "Index of /files/",
        (
            "<h2>Index of /files/</h2><div class=list><table><thead><tr><th>Name</th><th>Type</th></tr></thead>{}"
            "</table></div><div class=foot>lighttpd/1.4.45</div>"
        ),
        lambda name: f'<tr><td><a href="{name}">{name}</a></td><td>application/octet-stream</td></tr>',
    ),
    "iis": (
        "files.example - /data/",
        "<h1>files.example - /data/</h1><hr><pre><a href=/>[To Parent Directory]</a><br><br>{}</pre><hr>",
        lambda name: f' 3/12/2019 10:10 AM        99 <a href="/data/{name}">{name}</a><br>',
    ),
    "python": (
        "Directory listing for /data/",
        "<h1>Directory listing for /data/</h1><hr><ul>{}</ul><hr>",
        lambda name: f'<li><a href="{name}">{name}</a></li>',
    ),
    "caddy": (
        "data",
        (
            '<header><h1><a href="/">/</a><a href="">data</a>/</h1></header><main><table>{}</table></main>'
            "<footer>Served with <a href=https://caddyserver.com>Caddy</a></footer>"
        ),
        lambda name: f'<tr class=file><td><a href="./{name}"><span class=name>{name}</span></a><td>1.2 KiB</tr>',
    ),
}


@pytest.mark.parametrize("times", [1, 30])
@pytest.mark.parametrize("server", LISTINGS)
def test_lists_of_files_that_servers_make_are_no_documents(server, times):
    title, body, row = LISTINGS[server]
    rows = "\n".join(row(f"{number}{name}") for number in range(times) for name in FILES)
    page = f"<html><head><title>{title}</title></head><body>{body.format(rows)}</body></html>"
    read = process(page.encode(), method="mezmun", url="http://files.example/data/")
    assert (read.outcome, read.detail) == (Outcome.ERROR_PAGE, "folder")


def test_texts_that_resemble_such_lists_are_documents():
    about = "Apache makes a list of the files of a folder that has no index.html, unless one forbids it."
    assert not lists_folder("Index of /", ["Index of /pub", "notes.txt", about])
    assert not lists_folder("Files of the release", ["notes.txt", "paper-2019.pdf"])
    assert not lists_folder("Index of refraction", ["n = c / v"])
    assert not lists_folder("/etc/fstab", ["Which file systems are mounted, and where"])
    assert not lists_folder("His/her name", ["a.txt"])


OF_SEARCH_ENGINE = [
    "Our systems have detected unusual traffic from your computer network. This page checks to see if it's you.",
    "This page appears when Google automatically detects requests coming from your computer network. "
    + "The block will expire shortly after those requests stop. " * 12,
    "This traffic may have been sent by malicious software.",
]


def test_a_long_page_that_software_wrote_as_a_whole_is_known_by_its_paragraphs():
    assert sum(map(len, OF_SEARCH_ENGINE)) > MOST_CHARACTERS
    assert whole_page_about(OF_SEARCH_ENGINE) == "robot-check"
    page = f"<html><body>{''.join(f'<p>{each}</p>' for each in OF_SEARCH_ENGINE)}</body></html>"
    assert process(page.encode(), method="mezmun").outcome == Outcome.ERROR_PAGE


def test_each_part_of_such_pages_is_looked_for():
    parts = sorted(message_table().parts)
    assert all(whole_page_about([part, other]) for part, other in pairwise(parts))


def test_who_quotes_such_a_page_writes_more_around_it():
    own = "Since yesterday I see this whenever I look for something, and nobody in the house runs any program. " * 12
    assert whole_page_about([own, *OF_SEARCH_ENGINE]) is None
    assert whole_page_about(OF_SEARCH_ENGINE[:1] * 3) is None
    assert whole_page_about([*OF_SEARCH_ENGINE, "x" * 4000]) is None


def test_the_message_of_a_firewall_in_a_frame_is_read_where_the_page_shows_nothing():
    frame = "<iframe src=/_Incapsula_Resource>Request unsuccessful. Incapsula incident ID: 877000230-123456</iframe>"
    read = process(f"<html><body>{frame}</body></html>".encode(), method="mezmun")
    assert (read.outcome, read.detail) == (Outcome.ERROR_PAGE, "robot-check")
    text = "<p>" + "The boat left before the sun was up, and nobody saw it go. " * 9
    assert process(f"<html><body>{text}{frame}</body></html>".encode(), method="mezmun").outcome == Outcome.STORED
