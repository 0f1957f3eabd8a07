import numpy as np
import pytest

from extraction.attribution.forms.short_lines import ShortLines
from extraction.boilerplate.lead_ins import lead_ins
from extraction.page.lines import lines_of
from extraction.page.node_table import parse
from tests.growth import MOST, TIMES, growth

PROSE = "<p>The council of the harbour town voted on Tuesday night to build the old railway bridge again.</p>"
LINK = "<a href=/x>Why the new bridge was two years late and cost twice as much</a>"


def all_of(page):
    return np.ones(len(page.text), dtype=np.bool_)


def leads(html, comments=None):
    page = parse(f"<body>{html}")
    of_comments = None if comments is None else np.array([text in comments for text in page.text])
    short = ShortLines.of(page, all_of(page))
    return [short.lines.text[row] for row in sorted(lead_ins(short, all_of(page), of_comments))]


@pytest.mark.parametrize(
    "label", ["Also read:", "READ MORE :", "Lesen Sie auch:", "À lire aussi :", "Les også:", "По теме:", "延伸阅读："]
)
def test_a_link_to_another_article_behind_its_label_is_none_of_the_text(label):
    link = "<a href=/x>Why the new bridge was two years late and cost twice as much</a>"
    assert [each[: len(label)] for each in leads(f"<p>Text.<p><b>{label}</b> {link}<p>More.<p>And more.")] == [label]
    assert leads(f"<p>Text.<p>{label} the bridge was late, see {link[:20]}there</a><p>More.<p>And more.") == []


@pytest.mark.parametrize(
    "label",
    [
        *("อ่านข่าวที่เกี่ยวข้อง", "Bạn có thể quan tâm:", "Paling banyak dibaca", "संबंधित लेख", "এ বিভাগের আরও খবর"),
        *("الأكثر مشاهدة", "پربازدیدترین‌ها", "הנקראות ביותר", "Τα πιο διαβασμένα", "As mais lidas"),
        *("Notizie più lette", "Найпопулярніше", "En çok okunanlar", "Осы тақырыпта", "Don’t miss"),
        *(
            "Shuningdek o‘qing:",
            "Shuningdek oʻqing:",
            "ئاۋات يازمىلار",
            "Eng köp oqulghan",
            "많이 본 콘텐츠",
            "最多人瀏覽",
        ),
    ],
)
def test_a_label_above_links_is_left_out_with_them_whatever_its_language(label):
    links = "".join(f"<p><a href=/{each}>The bridge was late</a>" for each in range(3))
    assert len(leads(f"{PROSE * 3}<p>{label}</p>{links}{PROSE}")) == 4


@pytest.mark.parametrize(
    "label",
    [
        *("Leggi anche:", "Leia também:", "اقرأ أيضاً:", "Читайте також:"),
        *("Διαβάστε επίσης:", "İlgili haber:", "Чытайце таксама:"),
    ],
)
def test_a_link_that_begins_with_the_label_is_left_out(label):
    link = f"{label} why the new bridge was two years late"
    assert leads(f"{PROSE}{PROSE}<p><a href=/x>{link}</a>{PROSE}") == [link]


def test_a_link_shorter_than_its_label_is_another_article_as_well():
    assert leads(f"{PROSE}{PROSE}<p>مۇناسىۋەتلىك خەۋەر: <a href=/x>قوغۇن سودىسى</a>{PROSE}") == [
        "مۇناسىۋەتلىك خەۋەر: قوغۇن سودىسى"
    ]
    assert leads(f"{PROSE}{PROSE}<p>Also read: the report of the council and <a href=/x>this</a>{PROSE}") == []


def test_a_short_text_is_prose_without_the_links_below_a_label():
    links = "<br>".join(
        f"<a href=/{each}>{title}</a>" for each, title in enumerate(("The bridge was late", "No tolls"))
    )
    below = f"<p>Also read:<br>{links}"
    assert leads(f"<h1>The bridge will be built again</h1>{PROSE}{below}") == [
        "Also read:",
        "The bridge was late",
        "No tolls",
    ]
    assert leads(f"<h1>The bridge will be built again</h1>{PROSE}{below}{below}{below}") == []


@pytest.mark.parametrize(
    "label", ["Table of Contents", "In this article:", "مۇندەرىجە", "目录", "Содержание:", "İçindekiler"]
)
@pytest.mark.parametrize("list_is_text", [False, True])
def test_the_label_of_a_list_of_contents_that_is_none_of_the_text_is_left_out(label, list_is_text):
    page = parse(
        f"<h1>Bridges</h1><h2>{label}</h2><ul><li><a href=#a>Old ones</a></ul>{PROSE * 3}<p>{label} of the book"
    )
    article = np.array([list_is_text or text != "Old ones" for text in page.text])
    short = ShortLines.of(page, article)
    rows = lead_ins(short, article)
    assert [short.lines.text[row] for row in rows] == ([] if list_is_text else [label])


@pytest.mark.parametrize(
    "label",
    [
        "READ MORE | ",
        "Mehr zum Thema » ",
        "À lire aussi – ",
        "あわせて読みたい｜",
        "함께 읽기 · ",
        "▶ Читайте также → ",
    ],
)
def test_a_sign_of_another_kind_stands_before_the_link_as_well(label):
    assert len(leads(f"<p>Text.<p>{label}{LINK}<p>More.<p>And more.")) == 1


@pytest.mark.parametrize(
    "html",
    [
        f"<p><b>Les også</b> {LINK}",
        "<h2><a href=/x><small>Les også</small> <span>Why the new bridge was late</span></a></h2>",
    ],
)
def test_a_label_that_is_a_text_of_its_own_needs_no_sign_before_the_link(html):
    assert len(leads(f"<p>Text.{html}<p>More.<p>And more.")) == 1


@pytest.mark.parametrize(
    "html",
    [
        f"<p>Read more books than {LINK[:30]}your neighbour</a>",
        "<p><a href=/x>Related works were shown in spring</a>",
        f"<p><b>Les også</b> hva byen vil gjøre: {LINK} og mer om broen, som skal stå klar om to år og koste det samme",
    ],
)
def test_a_sentence_that_begins_like_a_label_stays(html):
    assert not leads(f"<p>Text.{html}<p>More.<p>And more.")


@pytest.mark.parametrize("label", ["Mehr zum Thema", "Lee también", "関連記事", "İlgili haberler", "مواضيع ذات صلة"])
def test_a_label_alone_goes_with_the_links_below_it(label):
    links = "".join(f"<li><a href=/{each}>The story of bridge {each}</a>" for each in range(3))
    assert leads(f"{PROSE * 3}<div><h3>{label}</h3><ul>{links}</ul></div>{PROSE}") == [
        label,
        *(f"The story of bridge {each}" for each in range(3)),
    ]
    assert not leads(f"{PROSE * 3}<h3>{label}</h3>{PROSE * 2}")
    assert not leads(f"{PROSE * 3}<h3>{label}</h3><ul>{links}</ul><pre>make bridge</pre>{PROSE}")


@pytest.mark.parametrize("lead", ["<h3>Read more:</h3>", "<p>See also:<p>In our catalogue:", "<p>参考资料："])
def test_what_leads_to_nothing_is_none_of_the_text(lead):
    text = "<p>One.<p>Two: a thing.<p>Three."
    assert leads(text + lead) == lines_of(parse(f"<body>{lead}")).text


@pytest.mark.parametrize(
    "html",
    [
        "<p>One.<p>Two.<p>See also:<p>On lids",
        "<p>One.<p>Two:",
        "<p>One.<p>Two.<p>What she told us when the kettle was hot and the lid lay on the table was:",
    ],
)
def test_a_colon_that_leads_to_text_or_ends_a_long_or_nearly_the_only_line_stays(html):
    assert not leads(html)


def test_what_leads_to_comments_ends_the_article():
    html = "<p>One.<p>Two.<p>Three.<p>What readers say:<div><p>Well said:</div>"
    assert leads(html, comments={"Well said:"}) == ["What readers say:"]


def test_many_labels_take_no_time_that_grows_faster_than_their_number():
    def table(times):
        page = parse(PROSE + f"<p>See also</p><p>{LINK}</p>" * 400 * times)
        return ShortLines.of(page, all_of(page)), all_of(page)

    assert growth(lambda arguments: lead_ins(*arguments), table(1), table(TIMES)) < MOST


@pytest.mark.parametrize(
    "label", ["Ähnliche Beiträge", "Related articles", "Похожие записи", "相关文章", "مۇناسىۋەتلىك يازمىلار"]
)
def test_a_label_of_other_articles_at_the_end_is_none_of_the_text(label):
    assert leads(f"{PROSE}{PROSE}<p>And more.</p><h3>{label}</h3>") == [label]
    assert leads(f"{PROSE}{PROSE}<h3>{label}</h3><p>And more.</p>") == []
    assert leads(f"{PROSE}{PROSE}<p>And more.</p><h3>{label} of the bridge</h3>") == []
