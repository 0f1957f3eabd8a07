import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.page.node_table import parse
from extraction.rendering.block import BlockKind, text_of
from extraction.rendering.markdown import markdown
from extraction.rendering.markup.marks import Mark, Markup, Span
from extraction.rendering.markup.spans import moved, nested
from extraction.rendering.render import render

EVERYTHING = Markup.of(links=True, images=True, formatting=True)
ADDRESS = "https://example.org/a/page"


def blocks_of(html, markup=EVERYTHING, url=ADDRESS):
    page = parse(html, with_markup=True)
    return render(page, np.ones(len(page.text), dtype=bool), markup=markup, url=url)


def marked(html, **options):
    """Each span of the first block, with the text it has."""
    block = blocks_of(html, **options)[0]
    return [(span.kind, block.text[span.start : span.end], span.target) for span in block.spans]


def test_inline_elements_are_spans_on_the_plain_text():
    html = (
        "<p>A <b>bold\n and <i>old</i></b> boat, <code>x  = 1</code>, H<sub>2</sub>O, 10<sup>3</sup>, <s>40</s> <em>now"
    )
    assert marked(html) == [
        (Mark.STRONG, "bold and old", ""),
        (Mark.EMPHASIS, "old", ""),
        (Mark.CODE, "x = 1", ""),
        (Mark.SUBSCRIPT, "2", ""),
        (Mark.SUPERSCRIPT, "3", ""),
        (Mark.DELETED, "40", ""),
        (Mark.EMPHASIS, "now", ""),
    ]


def test_only_what_is_asked_for_is_kept():
    html = "<p>A <b>bold</b> <a href='/x'>link</a>"
    assert marked(html, markup=Markup.NONE) == []
    assert marked(html, markup=Markup.LINKS) == [(Mark.LINK, "link", "https://example.org/x")]
    assert marked(html, markup=Markup.FORMATTING) == [(Mark.STRONG, "bold", "")]


def test_texts_left_out_take_no_place():
    page = parse("<p>One <b>two</b> three <i>four</i> five")
    chosen = np.array([text.strip() != "two" for text in page.text])
    [block] = render(page, chosen, markup=EVERYTHING)
    assert block.text == "One three four five"
    assert [(span.kind, block.text[span.start : span.end]) for span in block.spans] == [(Mark.EMPHASIS, "four")]


def test_a_mark_around_paragraphs_cells_and_lines_is_in_each_of_them():
    paragraphs = blocks_of("<b><p>one<p>two<br>three</b><table><tr><td><i>a<td>b</table>")
    assert [[block.text[s.start : s.end] for s in block.spans] for block in paragraphs[:2]] == [
        ["one"],
        ["two", "three"],
    ]


def test_headings_are_not_emphasised_and_code_is_left_as_it_is():
    assert marked("<h2>A <b>bold</b> <a href='/x'>day</a></h2>") == [(Mark.LINK, "day", "https://example.org/x")]
    [block] = blocks_of("<pre class='x lang-c'><b>int</b> <a href='/x'>y</a>;</pre>")
    assert (block.kind, block.spans, block.language) == (BlockKind.PREFORMATTED, (), "c")


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ("<pre><code class='hljs language-Python'>x", "python"),
        ("<div class='highlight-source-shell'><pre>x</pre></div>", "shell"),
        ("<pre class='brush: js; gutter: false'>x", "js"),
        ("<pre data-lang='rust'>x", "rust"),
        ("<pre class='language-none'>x", ""),
        ("<div class=language-ts><span>ts</span><pre><code>x</code></pre></div>", "ts"),
        ("<div class=language-ts><p>This is how one writes it.</p><pre><code>x</code></pre></div>", ""),
        ("<pre><code class='rust hljs'>x", "rust"),
        ("<pre><code class='hljs css'>x", "css"),
        ("<pre><code class='language-go hljs'>x", "go"),
        ("<div class='highlight-python notranslate'><div class=highlight><pre>x", "python"),
        ("<div class='highlight-default notranslate'><div class=highlight><pre>x", ""),
        ("<div class='lang-en'><p>other<pre>x</pre></div>", ""),
    ],
)
def test_code_says_its_language_where_the_page_does(html, language):
    assert blocks_of(html)[-1].language == language


def test_a_note_and_what_points_to_it_have_one_number():
    html = (
        "<p>Text<sup><a href='#n1' id=r1>[1]</a></sup> goes on <a href='#more'>here</a>."
        "<p id=more>More.<ol><li id=n1>The note. <a href='#r1'>1</a></ol>"
    )
    first, more, note = blocks_of(html)
    assert [(span.kind, span.target) for span in first.spans] == [(Mark.FOOTNOTE, "1")]
    assert (more.footnote, note.footnote, note.spans) == ("", "1", ())


@pytest.mark.parametrize(
    "sign",
    ["<sup>[<a href='#n'>2</a>]</sup>", "<cite>[<a href='#n'>2</a>]</cite>", "<span>(<a href='#n'>2</a>)</span>"],
)
def test_the_brackets_of_a_sign_belong_to_it_where_they_are_no_link(sign):
    first, note = blocks_of(f"<p>Der Zoll war alt {sign}.<p id=n>Er galt noch lange.")
    assert [(span.kind, first.text[span.start : span.end]) for span in first.spans][:1] == [
        (Mark.FOOTNOTE, "[2]" if "[" in sign else "(2)")
    ]
    assert note.footnote == "2"


def test_a_second_note_of_a_number_has_a_label_of_its_own():
    html = (
        "<p>Der Zoll war alt [<a href='#q1'>1</a>].<sup><a href='#n1'>1</a></sup> Er galt noch.<sup><a href='#n1'>1</a>"
        "</sup><p id=n1>1 Bis 1411.<p id=q1>[1]R. Beispiel, Zölle."
    )
    first, note, source = blocks_of(html)
    labels = [span.target for span in first.spans if span.kind is Mark.FOOTNOTE]
    assert (labels, note.footnote, source.footnote) == (["1", "1-2", "1-2"], "1-2", "1")
    assert markdown((first, note, source)).split("\n\n")[1:] == ["[^1-2]: Bis 1411.", "[^1]: R. Beispiel, Zölle."]


@pytest.mark.parametrize(
    "notes",
    [
        "<p><sup>1</sup> Mehr dazu.<p><sup>[2]</sup>Noch mehr.",
        "<div class=footnotes><p>1. Mehr dazu.<p>[2] Noch mehr.</div>",
        "<section id=footnotes><ol><li>Mehr dazu.<li>Noch mehr.</ol></section>",
    ],
)
def test_a_number_above_the_line_is_a_sign_where_a_note_of_that_number_follows(notes):
    first, second, third, *of_notes = blocks_of(
        f"<p>Der Zoll war alt.<sup>1</sup> Er galt 1411<sup>2</sup> noch.<p>Auf 12 km<sup>2</sup>, x<sup>2</sup>."
        f"<p>Davon 3<sup>3</sup>, sagt man.<sup>4</sup>{notes}"
    )
    assert [(span.kind, span.target) for span in first.spans] == [(Mark.FOOTNOTE, "1"), (Mark.FOOTNOTE, "2")]
    assert {span.kind for span in (*second.spans, *third.spans)} == {Mark.SUPERSCRIPT}
    assert [note.footnote for note in of_notes] == ["1", "2"]


def test_marks_around_marks_of_their_kind_are_none():
    deep = "<b><i>" * 300 + "<p>words" + "<p>more" * 40
    assert {span.kind for block in blocks_of(deep) for span in block.spans} == {Mark.STRONG, Mark.EMPHASIS}


INLINE = ["b", "i", "code", "sub", "a href=/x", "span", "math", "del"]
PIECES = st.recursive(
    st.sampled_from([" ", "word", "日本 ", "\n", " a-b ", "<br>", "ئا", "&nbsp;", "\u200f"]),
    lambda inner: st.builds(
        lambda tag, parts: f"<{tag}>{''.join(parts)}</{tag.split()[0]}>",
        st.sampled_from(INLINE),
        st.lists(inner, max_size=4),
    ),
    max_leaves=12,
)


@pytest.mark.slow
@given(
    st.lists(
        st.builds(
            lambda tag, parts: f"<{tag}>{''.join(parts)}",
            st.sampled_from(["p", "li", "td", "h3"]),
            st.lists(PIECES, max_size=5),
        ),
        max_size=4,
    )
)
def test_spans_leave_the_text_as_it_is_and_lie_in_it(parts):
    html = "<body>" + "".join(parts)
    page = parse(html, with_markup=True)
    if not page.texts:
        return
    every = np.ones(len(page.texts), dtype=bool)
    plain, blocks = render(page, every), render(page, every, markup=EVERYTHING, url=ADDRESS)
    assert [block._replace(spans=()) for block in blocks] == list(plain)
    assert text_of(blocks) == text_of(plain)
    for block in blocks:
        for span in block.spans:
            text = block.text[span.start : span.end]
            assert text == text.strip() != ""
            assert not {"\n", "\t"} & set(text)
        assert list(block.spans) == nested(block.spans)


def test_spans_move_with_a_text_that_is_changed():
    before, after = "Mail me@x.org or  call ABC now", "Mail [e-mail] or call abc now"
    spans = [
        Span(5, 13, Mark.LINK, "/x"),
        Span(18, 22, Mark.STRONG),
        Span(23, 26, Mark.EMPHASIS),
        Span(0, 0, Mark.IMAGE),
    ]
    assert [(after[each.start : each.end], each.kind) for each in moved(spans, before, after)] == [
        ("", Mark.IMAGE),
        ("[e-mail]", Mark.LINK),
        ("call", Mark.STRONG),
        ("abc", Mark.EMPHASIS),
    ]
    assert moved([Span(0, 4, Mark.STRONG)], "gone text", " text") == ()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "\ufef3\ufee9 \ufef3\ufbea\ufefc\ufead\ufba9\ufee6",
            "\u064a\u06d5 \u064a\u0649\u0644\u0627\u0631\u062f\u0649\u0646",
        ),
        ("\ufbee\ufef3\ufed0\ufbee\ufead", "\u0626\u06c7\u064a\u063a\u06c7\u0631"),
        ("x" * 1000, "y" * 1500),
        ("a" * 300 + "b", "a" * 10 + "b"),
    ],
)
def test_a_span_keeps_the_letters_that_one_letter_becomes(before, after):
    """A ligature is two letters: the span of a word is its whole word again."""
    assert moved([Span(0, len(before), Mark.LINK)], before, after) == (Span(0, len(after), Mark.LINK),)
    start, end = before.rfind(" ") + 1, after.rfind(" ") + 1
    assert moved([Span(start, len(before), Mark.LINK)], before, after) == (Span(end, len(after), Mark.LINK),)


@given(st.lists(st.sampled_from(["word", "other", " "]), min_size=100, max_size=300), st.randoms())
def test_spans_find_their_words_in_a_long_text_with_changes_far_apart(words, random):
    changed = [f"[{each}]" if each != " " and random.random() < 0.05 else each for each in words]
    before, after = "".join(words), "".join(changed)
    spans, unchanged, at = [], [], 0
    for word, new in zip(words, changed, strict=True):
        if word != " " and new == word:
            spans.append(Span(at, at + len(word), Mark.STRONG))
            unchanged.append(word)
        at += len(word)
    assert [after[each.start : each.end] for each in moved(spans, before, after)] == unchanged


@given(st.text("ab c", max_size=12), st.text("ab c", max_size=12), st.data())
def test_moved_spans_lie_in_the_changed_text(before, after, data):
    start = data.draw(st.integers(0, len(before)))
    end = data.draw(st.integers(start, len(before)))
    for span in moved([Span(start, end, Mark.STRONG)], before, after):
        assert 0 <= span.start < span.end <= len(after)
    same = (Span(start, end, Mark.STRONG),) if start < end else ()
    assert moved(same, before, before) == same


def test_a_cited_source_is_no_emphasis_where_its_title_is_or_it_is_a_link():
    html = "<p><cite><i>The Salt Road</i>. 1998.</cite> <cite><a href=#b>[1]</a></cite> <cite>Old Tolls</cite>"
    [block] = blocks_of(html)
    assert [block.text[a.start : a.end] for a in block.spans if a.kind is Mark.EMPHASIS] == [
        "The Salt Road",
        "Old Tolls",
    ]
