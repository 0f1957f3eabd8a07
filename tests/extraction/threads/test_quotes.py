import numpy as np
import pytest

from extraction.division.division import divide
from extraction.page.lines import lines_of
from extraction.page.node_table import parse
from extraction.rendering.block import BlockKind
from extraction.rendering.render import Parts, render
from extraction.threads.quotes import headers, labelled_quotes, named_containers

POST = (
    '<div class="post" id="p{0}"><a class="who" href="/u{0}">name{0}</a><span class="when">2024-03-0{0}</span>'
    '<a class="nr" href="#{0}">#{0}</a><i class="rank">member</i><b class="count">{0}</b>'
    '<div class="body">{1}</div></div>'
)
ANSWER = "That is what I had in mind, too, when I wrote."


def quoted(box):
    """The quoted blocks of a thread whose second post quotes."""
    html = (
        f"<body class=topic>{POST.format(1, 'Is the kettle hot?')}{POST.format(2, box + ANSWER)}{POST.format(3, 'Yes')}"
    )
    page = parse(html)
    around = ("Home", "name1", "name2", "name3", "member")
    content = np.array([each.strip() not in around and each[0] not in "#0123456789" for each in page.text])
    content |= np.array(["schrieb" in each or "قەۋەت" in each for each in page.text])
    division = divide(page, content, None)
    blocks = render(page, division.content, Parts(division.quotes, division.post, division.records, division.cuts))
    assert division.posts == 3
    assert any(block.text == ANSWER and block.quote == 0 for block in blocks)
    return [(block.kind, block.text, block.quote, block.post) for block in blocks if block.quote]


@pytest.mark.parametrize(
    "box",
    [
        "<blockquote>Is the kettle hot?</blockquote>",
        "<div class=pullquote><p>Is the kettle hot?</p></div>",
        "<div class=blockquote>Is the kettle hot?</div>",
        "<blockquote><div><cite>name1 wrote:</cite>Is the kettle hot?</div></blockquote>",
        '<div class="bbcode_quote"><div><p>Originally Posted by <b>name1</b><p>Is the kettle hot?</div></div>',
        '<table><tr><td><b>name1 schrieb:</b></td></tr><tr><td class="quote">Is the kettle hot?</td></tr></table>',
        '<div class="quote"><blockquote>name1 发表于 2024-3-1 10:11<br>Is the kettle hot?</blockquote></div>',
        '<div class=quoteheader>Quote from: name1 on March 01, 2024:</div><div class="quote">Is the kettle hot?</div>',
        '<aside class="quote"><div class="title">name1:</div><blockquote>Is the kettle hot?</blockquote></aside>',
        '<h6><a href="#1">1-قەۋەتتىكى name1 نىڭ يازمىسى:</a></h6><blockquote>Is the kettle hot?</blockquote>',
        "<blockquote>引用第1楼name1于2024-03-01 10:11发表的 :<br>Is the kettle hot?</blockquote>",
        '<div class="quote"><blockquote>name1 يوللىغان ۋاقتى 2024-3-1 10:11<br>Is the kettle hot?</blockquote></div>',
        "<blockquote><p>name1 жазды:</p>Is the kettle hot?</blockquote>",
        "<blockquote><p>كتب name1:</p>Is the kettle hot?</blockquote>",
        "<blockquote>name1さんが書きました：<br>Is the kettle hot?</blockquote>",
        "<blockquote><div><cite><a>name1</a> rašė: <a>↑</a><i>Sunday</i></cite>Is the kettle hot?</div></blockquote>",
        '<blockquote class="bbquote"><p class="bbquote-title">name1 rašė</p>Is the kettle hot?</blockquote>',
        "<blockquote>name1, lördag 9 apr. 2021, 08:11<br>Is the kettle hot?</blockquote>",
    ],
)
def test_a_quote_is_marked_and_says_not_whose_it_is(box):
    assert quoted(box) == [(BlockKind.QUOTE, "Is the kettle hot?", 1, 2)]


def test_a_user_who_wrote_a_quote_or_is_called_at_its_beginning_is_not_named():
    def texts(name):
        box = f"<blockquote><p><a href=/d/2 class=PostMention>{name}</a> It turns again</p></blockquote>"
        return [text for _, text, _, _ in quoted(box)]

    assert texts("walker") == texts("@walker") == ["It turns again"]


def test_a_quote_in_a_quote_is_deeper():
    box = '<div class="quote">Outer words, many enough to be a text of their own, ' + "and more " * 20
    box += '<div class="quote">Is the kettle hot?</div></div>'
    assert [quote for _, _, quote, _ in quoted(box)] == [1, 2]


def test_a_quote_in_a_short_quote_that_goes_on_is_deeper():
    quoted = (
        "<blockquote>Dear all, the sea is wide.<blockquote>It gives and takes.</blockquote>So he wrote.</blockquote>"
    )
    text = "<p>The mayor wrote a letter to the fishermen, and one of them read it aloud in the evening in the inn.</p>"
    page = parse(f"<div>{text}{quoted}{text}</div>")
    division = divide(page, np.ones(len(page.text), dtype=bool), None)
    blocks = render(page, division.content, Parts(division.quotes))
    assert [block.quote for block in blocks] == [0, 1, 2, 1, 0]


def test_what_is_named_like_a_header_and_holds_all_of_a_quote_is_none():
    assert [text for _, text, _, _ in quoted("<blockquote><cite>Is the kettle hot?</cite></blockquote>")] == [
        "Is the kettle hot?"
    ]


def test_a_blockquote_around_every_post_quotes_nothing():
    posts = "".join(POST.format(number, f"<blockquote>Text {number}</blockquote>") for number in (1, 2, 3))
    page = parse(f"<body class=topic>{posts}")
    content = np.array([text.startswith("Text") for text in page.text])
    assert divide(page, content, None).quotes == frozenset()


SENTENCES = (
    "Text of the kettle, which is long enough for a post",
    "Text that answers it, and says a thing or two besides",
    "Text on the lid, since nobody has spoken of that so far",
    "Text in the end, when all that there was to say is said",
)


def test_a_quote_in_every_post_quotes_what_the_post_answers():
    posts = [
        POST.format(at, f"<blockquote>Text {'abcd'[at]}</blockquote><p>{sentence}")
        for at, sentence in enumerate(SENTENCES)
    ]
    page = parse(f"<body class=topic>{''.join(posts)}")
    content = np.array([text.startswith("Text") for text in page.text])
    assert len(divide(page, content, None).quotes) == 4


def test_a_quote_in_a_post_of_which_nothing_was_marked_is_one_too():
    answer = '<div class="quote"><blockquote>name1 2024-3-1 10:11<br>One</blockquote></div>No'
    posts = [POST.format(at, sentence) for at, sentence in enumerate((*SENTENCES, answer))]
    page = parse(f"<body class=topic>{''.join(posts)}")
    division = divide(page, np.array([text.startswith("Text") for text in page.text]), None)
    blocks = render(page, division.content, Parts(division.quotes, division.post, division.records, division.cuts))
    assert [(block.text, block.quote) for block in blocks if block.post == 5] == [("One", 1), ("No", 0)]


def test_what_is_named_after_comments_between_headings_of_the_text_is_text():
    part = "<h3>{0}</h3><div class=api-comment><p>Gives how long the kettle {0}.</p></div>"
    for parts, commented in ((2, 2), (3, 0)):
        html = "".join(map(part.format, ("boils", "cools", "whistles")[:parts]))
        page = parse(f"<p>All that a kettle does.</p>{html}")
        of_comments = named_containers(page, np.ones(len(page.texts), dtype=bool)).comments
        assert (0 if of_comments is None else of_comments.sum()) == commented


def test_what_is_named_after_comments_beside_what_is_declared_is_text():
    comment = "<div class=comment><p>Gives how long the kettle boils.</p></div>"
    page = parse(f"<p>All that a kettle does.</p><div class=member-signature>boil()</div>{comment}")
    assert named_containers(page, np.ones(len(page.texts), dtype=bool)).comments is None


@pytest.mark.parametrize("word", ["Quote", "Цитата", "Zitat", "اقتباس", "نەقىل"])
def test_a_box_may_be_a_quote_by_the_word_above_it_alone(word):
    box = f"<div><div>{word}:</div><table><tr><td>Is the kettle hot?</td></tr></table></div>"
    page = parse(f"<div class=body>{box}{ANSWER}</div><p>{word}: none</p><p>Name:</p>")
    assert {page.texts[lines_of(page).start[row]] for row in labelled_quotes(page).values()} == {f"{word}:"}
    assert [page.inner_text(row, 200).split(":")[0] for row in labelled_quotes(page)] == [word]


def test_the_header_of_a_quote_of_which_nothing_else_was_marked_says_whose_it_is():
    header = '<div class="quote-header">Original by walker</div>'
    box = f'<div class="quote">{header}<div class="words">It turns again</div></div>'
    table = parse(f"<div>{box}<p>{'I saw it turn with my own eyes on Sunday. ' * 3}</p></div>")
    content = np.array(["It turns" not in text for text in table.text])
    rows = named_containers(table, content).quoting
    dropped = headers(table, content, frozenset(rows.tolist()))
    assert [table.text[row] for row in np.flatnonzero(dropped)] == ["Original by walker"]
