"""Error pages that come with status 200 are known by their message; a long text about such a message is a text."""

import pytest

from mezmun.core.outcomes import Outcome
from workers.error_pages import MOST_BESIDE_ALONE, MOST_CHARACTERS, message_about
from workers.pipeline import process


@pytest.mark.parametrize(
    ("title", "blocks", "about"),
    [
        ("", ["كەچۈرۈڭ ، سىز ئىزدىگەن يازما ئۆچۈرۈلگەن"], "not-found"),
        ("404 Not Found", ["nginx"], "not-found"),
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
        ("Access denied", ["Sorry! Access denied to reporters at the summit."], "no-permission"),
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
    ],
)
def test_a_page_is_an_error_page_when_its_title_or_a_block_begins_with_a_message(title, blocks, about):
    assert message_about(title, blocks) == about


def test_a_long_text_about_such_a_message_is_a_text():
    assert message_about("404 Not Found", ["404 Not Found", "w" * MOST_CHARACTERS]) is None


def test_an_error_page_ends_with_its_outcome_and_without_a_text():
    page = process(b"<title>Oops</title><p>The requested topic does not exist.</p>", method="mezmun")
    assert (page.outcome, page.detail, page.text) == (Outcome.ERROR_PAGE, "not-found", "")
