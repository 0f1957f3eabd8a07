"""Articles that begin with a message of software are told from its pages by what they go on about."""

import pytest

from mezmun.core.outcomes import Outcome
from workers.error_pages import message_about
from workers.error_pages.articles import explains_message, has_narrative
from workers.pipeline import process

ARTICLES = {
    "en": (
        "You are not logged in",
        "You are not logged in. So the swimming bath answered me this morning.",
        "I walked over, and a man at the door laughed and gave me a towel. The water was cold.",
        "In the evening the lamps were lit along the river, and the children sang until the boats came home.",
    ),
    "de": (
        "Seite nicht gefunden",
        "Seite nicht gefunden. So begrüßt das Bad seit Montag alle, die schwimmen wollen.",
        "Der Bademeister winkt ab und kocht Kaffee. Wer will, kommt einfach vorbei.",
        "Am Abend brannten die Lampen am Fluss, und die Kinder sangen, bis die Boote nach Hause kamen.",
        "Im Sommer blieb das Wasser warm, und niemand dachte mehr an den Montag, der alle geärgert hatte.",
    ),
    "zh": (
        "页面不存在",
        "页面不存在。昨天我想订一张船票，看到的就是这句话。",
        "船夫笑着请我喝茶。傍晚我们一起过了河。",
        "晚上河边点起了灯，孩子们唱着歌，直到小船回来。大家都说这是今年最好的一天。",
    ),
    "ug": (
        "بۇ بەت تېپىلمىدى",
        "بۇ بەت تېپىلمىدى. ئەتىگەن كېمە بېلىتى ئالماقچى بولسام شۇنداق جاۋاب چىقتى.",
        "كېمىچى كۈلۈپ ماڭا چاي قۇيۇپ بەردى. كەچتە دەريادىن بىللە ئۆتتۇق.",
        "كەچتە دەريا بويىدا چىراغلار يورۇدى، بالىلار كېمىلەر قايتىپ كەلگۈچە ناخشا ئېيتتى.",
    ),
}
ADVICE = {
    "en": (
        "Page not found",
        "The page you requested could not be found. It may have been moved when we changed our website.",
        "Please use the search, or go back to the home page. Tell us if the link is on our own site.",
    ),
    "de": (
        "Seite nicht gefunden",
        "Die angeforderte Seite wurde nicht gefunden. Aus rechtlichen Gründen stehen Artikel nicht immer im Archiv.",
        "Bitte nutzen Sie die Suche oder gehen Sie zurück zur Startseite. Prüfen Sie die Adresse.",
    ),
    "zh": (
        "页面不存在",
        "抱歉，您访问的页面不存在或已被删除。",
        "请检查网址是否正确，或者返回首页继续浏览。如有疑问，请联系客服。",
    ),
    "ug": (
        "بۇ بەت تېپىلمىدى",
        "كەچۈرۈڭ، بۇ بەت تېپىلمىدى. ئاپتورنىڭ تەلىپى بىلەن بۇ يازما ئۆچۈرۈۋېتىلدى.",
        "باش بەتكە قايتىپ باشقا يازمىلارنى ئىزدەڭ. ئادرېسنى قايتا تەكشۈرۈڭ.",
    ),
}


def dated(title, *paragraphs):
    text = "".join(f"<p>{each}</p>" for each in paragraphs)
    head = f'<title>{title}</title><meta property="article:published_time" content="2024-03-05T10:00:00Z">'
    return f"<html><head>{head}</head><body><article><h1>{title}</h1>{text}</article></body></html>".encode()


@pytest.mark.parametrize("language", ARTICLES)
def test_a_dated_article_that_begins_with_a_message_is_a_document(language):
    assert process(dated(*ARTICLES[language]), method="mezmun").outcome == Outcome.STORED


@pytest.mark.parametrize("language", ADVICE)
def test_a_dated_page_on_which_software_goes_on_is_none(language):
    assert process(dated(*ADVICE[language]), method="mezmun").outcome == Outcome.ERROR_PAGE


def test_a_day_at_the_foot_of_an_error_page_makes_no_article_of_it():
    title, *paragraphs = ARTICLES["en"]
    text = "".join(f"<p>{each}</p>" for each in (*paragraphs, "Last updated: 5 March 2024"))
    page = f"<html><head><title>{title}</title></head><body><h1>{title}</h1>{text}</body></html>"
    assert process(page.encode(), method="mezmun").outcome == Outcome.ERROR_PAGE


def test_an_article_for_subscribers_has_a_title_of_its_own_above_the_message():
    offer = ["You must log in to view this article.", "Our reporters live in every valley. They know each bridge."]
    assert message_about("Council votes on the bridge", offer, dated=True, states_day=True) == "log-in"


@pytest.mark.parametrize(
    ("title", "explanation"),
    [
        ("Page not found", "This message appears when an address no longer leads anywhere."),
        ("Sie sind nicht angemeldet", "Diese Meldung erscheint, wenn der Browser keine Cookies speichert."),
        ("Вы не авторизованы", "Это сообщение появляется, если браузер не сохраняет cookie."),
        ("您尚未登录", "出现这个提示，说明浏览器没有保存您的登录状态。"),
        ("سىز تېخى كىرمىگەن", "بۇ ئۇچۇر توركۆرگۈچ كىرىش ھالىتىڭىزنى ساقلىمىغاندا چىقىدۇ."),
    ],
)
def test_a_page_that_says_when_a_message_appears_is_a_text(title, explanation):
    assert message_about(title, [title]) is not None
    assert message_about(title, [title, explanation]) is not None
    assert message_about(title, [title, *(explanation for _ in range(5))]) is None


@pytest.mark.parametrize(
    "sentences",
    [
        "You don't have permission to access this resource. This error occurs when a folder is closed.",
        "You do not have access to shop.example.\nThis error means that a rule of the site blocked your request.",
    ],
)
def test_software_that_explains_its_own_message_writes_no_text(sentences):
    assert message_about("403 Forbidden", ["403 Forbidden", *sentences.splitlines()]) == "no-permission"


def test_words_between_the_parts_of_an_explanation_stand_in_one_sentence():
    assert explains_message(["Bu mesaj çerezler kapalıyken görünür."] * 6)
    assert not explains_message(["Bu mesaj silindi. Silinen yazılar listede görünür."] * 6)


def test_one_sentence_is_no_narrative():
    reason = "Nobody who was at the river on that evening wants to remember it now."
    assert not has_narrative([reason], lambda _: False)
    assert not has_narrative([f"{reason} The boats lay there until the spring."], lambda _: False)
    several = [f"{reason} The boats lay there until spring. Then a man from the village took the last of them away."]
    assert has_narrative(several, lambda _: False)
    assert not has_narrative(several, lambda _: True)
