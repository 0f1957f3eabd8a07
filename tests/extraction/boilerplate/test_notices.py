import numpy as np
import pytest

from extraction import extract
from extraction.attribution.forms.short_lines import ShortLines
from extraction.boilerplate.notices import notices
from extraction.page.node_table import parse
from tests.growth import MOST, TIMES, growth

PROSE = "".join(
    f"<p class=css-1p>{sentence}</p>"
    for sentence in (
        "The council of the harbour town voted on Tuesday night to build the old railway bridge again.",
        "Engineers had warned for years that its pillars would not survive another winter without repairs.",
        "The first trains could cross the river in two years if the contracts are signed before the summer.",
        "Shopkeepers hope that visitors will return once the line to the coast has been opened again.",
    )
)


BAKERS = (
    "<p>Bakers who had sold bread at the bridge for years, long before it was closed to traffic, moved to the market "
    "and stayed there.</p><p>Their newsletter and their cookies are loved.</p><a href=/x>Photos</a>"
)


def text_of(html):
    return extract(f"<body><article>{html}</article>", method="all-text").text


@pytest.mark.parametrize(
    "box",
    [
        "<h3>The Morning Briefing</h3><p>Stories in your inbox.</p><input type=email><p>We have a privacy policy.</p>",
        "<p>Externer Inhalt</p><p>Personenbezogene Daten gehen an Drittplattformen.</p><button>Laden</button>",
        "<p>Ce contenu demande votre consentement aux cookies.</p><button>J'accepte</button>",
        "<p>本文为会员文章</p><p>订阅后可无限畅读</p><a href=/pay>立即加入</a>",
        "<h4>이메일로 받아 보세요</h4><p>구독하시면 개인정보 처리방침에 동의하게 됩니다.</p><button>확인</button>",
        "<p>Читайте по подписке.</p><p>Войдите или зарегистрируйтесь.</p><p><a href=/login>Вход</a></p>",
    ],
)
def test_a_small_box_that_asks_is_no_part_of_an_article_whatever_it_is_called(box):
    assert text_of(f"{PROSE}<div class=css-9x><div class=css-8y>{box}</div></div>{PROSE}") == text_of(PROSE * 2)


DISCLAIMER = (
    "<div class={}><p>The paper is paid when readers buy what its reporters write of, at no cost to them.</p></div>"
)


def text_of_stated(html):
    head = '<meta property="og:type" content="article">'
    return extract(f"<head>{head}</head><body><article>{html}</article>", method="all-text").text


@pytest.mark.parametrize("name", ["article-disclaimer", "affiliate-disclosure", "js-advertiser_disclosure"])
def test_a_box_named_after_disclaimers_is_no_part_of_what_states_that_it_is_an_article(name):
    box = DISCLAIMER.format(name)
    assert text_of_stated(f"{PROSE}{box}") == text_of(PROSE)
    assert "is paid when" in text_of(f"{PROSE}{box}")


@pytest.mark.parametrize(
    "inside", ["<h1>A bridge</h1><p>It is paid when it stands.", "<p>The paper is paid when it sells." * 9]
)
def test_such_a_box_with_the_title_or_much_of_the_text_stays(inside):
    assert "is paid when" in text_of_stated(f"{PROSE}<div class=disclaimer>{inside}</div>")


def test_in_a_small_box_that_is_named_so_and_holds_a_button_one_word_is_enough():
    promotion = "<p>The Harbour Paper is free. To support it, become a paid subscriber.</p>"
    form = f"{promotion}<form><input type=text><button>Go</button></form>"
    assert text_of(f"{PROSE}<div class=newsletter-promo>{form}</div>{PROSE}") == text_of(PROSE * 2)
    assert "become a paid subscriber" in text_of(f"{PROSE}<div class=newsletter-promo>{promotion}</div>{PROSE}")
    assert "become a paid subscriber" in text_of(f"{PROSE}<div class=css-9x>{form}</div>{PROSE}")


@pytest.mark.parametrize(
    "box",
    [
        "<p>Should the bridge stand?</p><label><input type=radio>Yes</label><br><label><input type=radio>No</label>",
        "<h3>Kila asubuhi</h3><p>Habari muhimu za siku kwa barua pepe yako.</p><input type=email><p>Jiandikishe</p>",
    ],
)
def test_a_poll_and_a_field_for_an_address_need_no_words(box):
    assert text_of(f"{PROSE}<div><div>{box}</div></div>{PROSE}") == text_of(PROSE * 2)


@pytest.mark.parametrize("field", ["text", "checkbox", "radio"])
def test_another_field_or_one_of_its_kind_alone_says_nothing(field):
    html = f"{PROSE}<div><p>The bridge in figures</p><input type={field}></div>{PROSE}"
    assert "The bridge in figures" in text_of(html)


def test_a_paragraph_beside_a_field_stays():
    paragraph = "<p>Bakers who had sold bread at the bridge for years, long before it was closed to all the traffic of"
    html = f"{PROSE}<div>{paragraph} the town, moved to the market</p><p>And stayed</p><input type=email></div>{PROSE}"
    assert "And stayed" in text_of(html)


@pytest.mark.parametrize(
    "html",
    [
        # no button, field or link
        f"{PROSE}<div class=css-9x><p>Sign up to the newsletter with your email address.</p></div>{PROSE}",
        # one word
        f"{PROSE}<div class=css-9x><p>The newsletter is a hundred years old.</p><p><a href=/x>Photos</a></p></div>",
        # one line with words, and a link
        f"{PROSE}<div class=css-9x><p>Users consent to cookies.</p><a href=/x>Photos</a></div>{PROSE}",
        # a long sentence of its own
        f"{PROSE}<div class=css-9x>{BAKERS}</div>",
        # a part like all others of the article
        PROSE * 2
        + "".join(
            f"<div class=css-9x><p>{words}</p><p><a href=/x>More</a></p></div>"
            for words in ("The cookies are tracked.", "Consent to cookies is asked.", "It took years.", "Or less.")
        ),
    ],
)
def test_text_about_such_things_stays(html):
    assert "notices" not in {
        each.step for each in extract(f"<body><article>{html}</article>", method="all-text").structure.dropped
    }


def test_last_lines_that_ask_need_no_box():
    asking = "<p>Stories like this come to your inbox with the newsletter.</p>"
    assert text_of(PROSE * 2 + asking) == text_of(PROSE * 2)
    assert "inbox" in text_of(PROSE + asking + PROSE)
    assert "newsletter" in text_of(PROSE * 2 + "<p>The newsletter of the town is a hundred years old.</p>")


def test_words_of_which_the_article_speaks_ask_nothing_in_its_last_line():
    subject = (
        "<p>The newsletter of the town comes to every inbox on Friday, and the baker who writes it at night, behind "
        "the oven, has nine hundred readers.</p>"
    )
    assert text_of(PROSE + subject + PROSE + "<p>Not every newsletter fills an inbox.</p>").endswith("an inbox.")


@pytest.mark.parametrize(
    "asking",
    [
        "<p>Our newsletter in your inbox</p><p>Nothing but the harbour</p><p><button>Subscribe</button></p>",
        "<p>Newsletter „Der Hafen“</p><p>Was der Tag bringt</p><p><a href=/x>Jetzt abonnieren</a></p>",
        "<p>E-bültenimize kaydolun</p><p>Haftanın özeti</p><p><button>Kaydol</button></p>",
    ],
)
def test_short_lines_that_ask_down_to_a_button_need_no_box(asking):
    assert text_of(PROSE + asking + PROSE) == text_of(PROSE * 2)


@pytest.mark.parametrize(
    "html",
    [
        "<p>Cookies and consent come first, they say.</p><p><a href=/x>Subscribe</a></p>",
        "<h2>Cookies and consent</h2><p><a href=/x>Subscribe</a></p>",
        "<p>Cookies and consent</p><p>Then came the storm.</p><p><a href=/x>Subscribe</a></p>",
        "<p>Cookies and consent</p><p><a href=/x>Photos of the harbour</a></p>",
    ],
)
def test_sentences_headings_and_links_to_something_else_are_no_such_lines(html):
    assert "ookies and consent" in text_of(PROSE + html + PROSE)


def test_a_box_among_other_blocks_without_names_is_none_of_many_alike():
    paragraphs = PROSE.replace("<p class=css-1p>", "<div>").replace("</p>", "</div>")
    box = "<div><h3>The Morning Briefing</h3><p>Our newsletter in your inbox</p><button>Go</button></div>"
    tools = "<div><p>12</p></div>" * 2
    assert text_of(paragraphs + box + tools + paragraphs) == text_of(paragraphs + tools + paragraphs)


def test_pages_that_sell_something_keep_their_parts():
    parts = "".join(
        f"<section class=c{each}><h2>Plan {each}</h2><p>Your inbox, sorted</p></section>" for each in "abcd"
    )
    asking = "<section class=d><h2>Start</h2><p>Sign up with your email address</p><a href=/x>Start now</a></section>"
    assert "Sign up" in text_of(parts * 3 + asking)


def test_characters_that_say_more_are_worth_more():
    sentence = "市议会周二晚间投票决定，重建自洪水以来一直关闭的铁路桥，工程师多年来一再警告桥墩将撑不过下一个冬天。"
    other = "如果合同能在夏天之前签订，第一批列车有望在两年后的春天过河，商户们希望线路恢复以后游客能够回来。"
    article = f"<p>{sentence}</p><p>{other}</p>"
    box = "<div class=css-9x><p>订阅我们的简报</p><p>请留下邮箱</p><button>好</button></div>"
    assert "邮箱" not in text_of(f"{article}{box}")


@pytest.mark.parametrize("box", ["<p>Sign up for the newsletter</p><button>x</button>", "<p>Yes</p><input type=radio>"])
def test_many_boxes_in_one_another_take_no_time_that_grows_faster_than_their_number(box):
    def table(times):
        page = parse(f"{PROSE * 300 * times}{('<div>' * 9 + box) * 60 * times}")
        content = np.ones(len(page.text), dtype=np.bool_)
        return ShortLines.of(page, content), content

    assert growth(lambda arguments: notices(*arguments), table(1), table(TIMES)) < MOST
