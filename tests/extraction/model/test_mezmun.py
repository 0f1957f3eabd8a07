import subprocess
import sys

import numpy as np
import pytest

from extraction import Template, extract, select, update_template
from extraction.methods.method import MethodContext
from extraction.methods.template import learn_template
from extraction.model import mezmun
from extraction.page.lines import lines_of
from extraction.page.node_table import parse

MENU = (
    '<ul class="menu">'
    + "".join(f'<li><a href="/{word}">{word}</a></li>' for word in ["Home", "News", "Sport", "About"])
    + "</ul>"
)
FOOTER = '<div id="footer">© 2024 The Daily River. All rights reserved. <a href="/p">Privacy policy</a></div>'
PARAGRAPHS = (
    "The river rose again on Monday, and by noon the lower bridge was closed to everything but boats.",
    "Farmers on both banks had moved their animals the evening before, when the first warnings came from the hills.",
    "“We have seen worse,” said the keeper of the old mill, “but never in a month that should be dry.”",
)
ARTICLE = f"""<html><head><title>River rises again - The Daily River</title></head><body>{MENU}
<div class="story"><h1>River rises again</h1>{"".join(f"<p>{text}</p>" for text in PARAGRAPHS)}</div>
<div class="sidebar"><h3>Most read</h3>
<a href="/1">Market opens late</a><br><a href="/2">Ten ways to dry a boot</a></div>
{FOOTER}</body></html>"""
CONSENT = (
    "When you visit any website, it may store or retrieve information on your browser, mostly in the form of cookies.",
    "These cookies are necessary for the website to function, and they cannot be switched off in our systems at all.",
    "They allow us to count visits, so that we can measure and improve how well the pages of our site are doing.",
)
POSTS = (
    "Does anybody know how to get the pump of the old mill going again? Mine stopped last night.",
    "Have you looked at the valve? When mine stopped it was only sand in the lower valve.",
    "Same here. I took it apart and cleaned it, and it ran for another two years.",
    "It was the valve indeed, thank you both! It is running since this morning.",
)


def post(number, text):
    return f"""<div class="post" id="p{number}"><div class="profile"><a href="/u/{number}">member{number}</a><br>
Posts: {number}17<br>Joined: 12 May 2009</div><div class="postbody">{text}</div>
<div class="buttons"><a href="#">Quote</a> <a href="#">Reply</a></div></div>"""


THREAD = f"""<html><head><title>Pump stopped - Mill forum</title></head><body>{MENU}<h1>Pump stopped</h1>
{"".join(post(number, text) for number, text in enumerate(POSTS))}{FOOTER}</body></html>"""


def test_an_article_is_its_paragraphs_without_menu_sidebar_and_footer():
    text = extract(ARTICLE, method="mezmun").text
    assert all(paragraph in text for paragraph in PARAGRAPHS)
    assert "Sport" not in text
    assert "Ten ways" not in text
    assert "rights reserved" not in text


def test_a_thread_is_its_posts_without_members_and_buttons():
    text = extract(THREAD, method="mezmun").text
    assert all(post in text for post in POSTS)
    assert "Joined" not in text
    assert "Quote" not in text
    assert "rights reserved" not in text


@pytest.mark.parametrize("html", ["", "<body></body>", "<script>x</script>"])
def test_a_page_without_text_has_none_and_no_confidence(html):
    extraction = extract(html, method="mezmun")
    assert extraction.text == ""
    assert extraction.confidence == 0


def test_confidence_is_a_share_and_other_methods_have_none():
    sure = extract(ARTICLE, method="mezmun").confidence
    assert sure is not None
    assert 0.5 < sure <= 1
    assert extract(ARTICLE, method="all-text").confidence is None


def test_a_model_survives_being_written(tmp_path):
    model = mezmun.shipped()
    model.save(tmp_path / "model.npz")
    again = mezmun.load(tmp_path / "model.npz")
    for html in (ARTICLE, THREAD):
        page = parse(html)
        assert np.array_equal(model.judge(page).probability, again.judge(page).probability)


def test_the_shipped_model_is_small_and_holds_no_objects():
    path = mezmun.SHIPPED
    assert path.stat().st_size < 5_000_000
    with np.load(path, allow_pickle=False) as arrays:
        assert all(arrays[name].dtype != object for name in arrays.files)


@pytest.mark.slow
def test_another_process_judges_alike():
    script = (
        "import sys\nfrom extraction.model import mezmun\nfrom extraction.page.node_table import parse\n"
        "print(mezmun.shipped().judge(parse(sys.stdin.read())).probability.tobytes().hex())"
    )
    options = {"input": THREAD, "capture_output": True, "text": True, "check": True}
    other = subprocess.run([sys.executable, "-c", script], **options, env={"PYTHONHASHSEED": "7"})
    assert other.stdout.strip() == mezmun.shipped().judge(parse(THREAD)).probability.tobytes().hex()


def test_select_and_judge_agree():
    page = parse(THREAD)
    assert np.array_equal(
        mezmun.MEZMUN.select(page, MethodContext(page)), mezmun.MEZMUN.judge(page, MethodContext(page)).content
    )


def test_a_thread_is_held_to_be_one_and_an_article_is_not():
    thread, article = (mezmun.MEZMUN.judge(page, MethodContext(page)).thread for page in map(parse, (THREAD, ARTICLE)))
    assert article < 0.1 < 0.3 < thread


def test_what_a_site_repeats_is_held_to_be_less_likely():
    page = parse(ARTICLE)
    repeated = ["<div class=story><p>" + PARAGRAPHS[1] + "</p></div>"] * 3
    template = learn_template(parse(html) for html in repeated)
    alone, beside = mezmun.shipped().judge(page), mezmun.shipped().judge(page, template)
    line = lines_of(page).text.index(PARAGRAPHS[1])
    assert beside.probability[line] < alone.probability[line]
    others = np.arange(len(alone.probability)) != line
    assert np.array_equal(beside.probability[others], alone.probability[others])


NOTICE = "Welcome to the questions of our mill. Ask what you like."
QUESTIONS = (
    "<ul class=list>"
    + "".join(
        f'<li><a href="/q/{word}-{{0}}">{word} {{0}}</a> <span>3 answers</span></li>' for word in ("Valve", "Pump")
    )
    + "</ul>"
)


def with_notice(body):
    return (
        f"<html><head><title>The Daily River</title></head><body>{MENU}<div>{NOTICE}</div>{body}{FOOTER}</body></html>"
    )


def test_a_page_whose_only_text_is_a_notice_of_its_site_has_none():
    lists = [with_notice(QUESTIONS.format(number)) for number in range(12)]
    template = update_template(select(html, template=Template()).observation for html in lists)
    alone, beside = select(lists[0]), select(lists[0], template=template)
    assert alone.text == NOTICE
    assert (beside.text, beside.confidence) == ("", 0)
    story = with_notice("".join(f"<p>{text}</p>" for text in PARAGRAPHS))
    assert select(story, template=template).text == "\n".join(PARAGRAPHS)


def test_posts_that_many_members_write_alike_are_kept():
    template = update_template([select(THREAD, template=Template()).observation] * 3)
    assert select(THREAD, template=template).text == select(THREAD).text


@pytest.mark.parametrize(
    "name", ["onetrust-consent-sdk", "CybotCookiebotDialogBody", "didomi-host", "cky-consent-container"]
)
def test_nothing_is_text_in_what_asks_for_consent_to_cookies(name):
    asked = "".join(f"<h4>Cookies {number}</h4><p>{text}</p>" for number, text in enumerate(CONSENT))
    box = f'<div id="{name}"><div role="dialog">{asked}</div></div>'
    assert extract(ARTICLE.replace("</body>", f"{box}</body>")).text == extract(ARTICLE).text
    assert extract(ARTICLE.replace("<body>", f'<body class="{name}-open">')).text.endswith("\n".join(PARAGRAPHS))
    assert CONSENT[0] not in extract(f"<h1>News</h1>{box}").text
    assert CONSENT[0] in extract(f"<h1>News</h1>{box.replace(name, 'story')}").text
