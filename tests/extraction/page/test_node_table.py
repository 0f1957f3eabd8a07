import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from extraction import extract
from extraction.page import tags
from extraction.page.lines import lines_of
from extraction.page.node_table import once_per_page, parse
from tests.growth import MOST, TIMES, growth


def shown(html):
    return [" ".join(text.split()) for text in parse(html).text]


def test_elements_and_segments_are_in_document_order():
    page = parse("<title>t</title><div>a<p>b <b>c</b> d</p>e</div>f")
    assert [tags.NAMES[tag] for tag in page.tag] == ["html", "head", "title", "body", "div", "p", "b"]
    assert page.parent.tolist() == [-1, 0, 1, 0, 3, 4, 5]
    assert page.depth.tolist() == [0, 1, 2, 1, 2, 3, 4]
    assert page.end.tolist() == [7, 3, 3, 7, 7, 7, 7]
    assert list(page.text) == ["a", "b ", "c", " d", "e", "f"]
    assert page.owner.tolist() == [4, 5, 6, 5, 4, 3]


def test_a_subtrees_segments_are_one_range_even_where_text_follows_it():
    page = parse("<div>a<p>b<b>c</b></p>d</div>e")
    texts = {tags.NAMES[tag]: page.text[a:b] for tag, a, b in zip(page.tag, page.first, page.last, strict=True)}
    assert texts["div"] == ("a", "b", "c", "d")
    assert texts["p"] == ("b", "c")
    assert texts["b"] == ("c",)
    assert texts["body"] == ("a", "b", "c", "d", "e")
    assert texts["head"] == ()


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>no</script>",
        "<style>no</style>",
        "<!-- no -->",
        "<template><p>no</p></template>",
        "<select><option>no</select>",
        "<textarea>no</textarea>",
        "<button>no</button>",
        "<h3 hidden><button>no</button></h3>",
        "<h3><b><i><button>no</button></i></b></h3>",
        "<button><h3>no</h3></button>",
        "<svg><text>no</text></svg>",
        "<iframe>no</iframe>",
        "<div hidden>no<p>no</p></div>",
        '<div style="color:red; display : none">no<p>no</p></div>',
        '<div style="DISPLAY:NONE">no</div>',
        '<p style="visibility: hidden">no</p>',
        '<span style="font-size:0px">no</span>',
        '<span style="font-size: 0">no</span>',
        '<span style="font-size:0.0em;color:#fff">no</span>',
        '<div hidden class="menu">no<div class="accordion" hidden>no</div></div>',
        '<div style="display:none" id="S:">no</div>',
        '<nav style="display:none" data-role="tabpanel" title="faq">no</nav>',
        "<dialog>no</dialog>",
        '<dialog class="accordion" style="display:none">no</dialog>',
        '<dialog style="color:red">no</dialog>',
        "<noscript>no</noscript>",
        "<noscript>&lt;img src='a.jpg'&gt;&lt;p&gt;no&lt;/p&gt;</noscript>",
    ],
)
def test_what_no_reader_sees_holds_no_content(hidden):
    assert shown(f"<p>yes</p>{hidden}<p>yes</p>") == ["yes", "yes"]


@pytest.mark.parametrize(
    "page",
    [
        '<p style="font-size:0.9em">yes</p>',
        '<p style="font-size:10px">yes</p>',
        '<p style="list-style:none">yes</p>',
        '<p style="overflow:hidden">yes</p>',
        "<dialog open>yes</dialog>",
        '<body style="display:none">yes</body>',
        "<noscript>yes</noscript><p>js</p>",
        "<noscript>&lt;p class=&quot;a&quot;&gt;yes&lt;/p&gt; </noscript><p>js</p>",
        "<div hidden>yes" + " and so on" * 20 + "</div><p>Loading ...</p>",
        '<p hidden="until-found">yes</p><p>text</p>',
        "<h3><button aria-expanded=false>yes</button></h3><p>text</p>",
        "<dl><dt><span><button>yes</button></span><dd>text</dl>",
        "<h3>text</h3><h3> <!-- x --><button>yes</button></h3>",
        '<div role="region" style="display:none">yes</div><p>text</p>',
        "<section hidden role=tabpanel>yes</section><p>text</p>",
        '<div class="FAQ__answer" style="display:none">yes</div><p>text</p>',
        '<div class="x" id="myCollapse1" style="visibility:hidden">yes</div><p>text</p>',
        "<title>never closed<body><p>yes</p>",
        "<iframe src='x'/><p>yes</p>",
        '<script src="x" /><p>yes</p>',
    ],
)
def test_what_a_reader_sees_is_kept(page):
    assert any(text.startswith("yes") for text in shown(page))


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<button {}>Bags</button><div id=x hidden><p>Leave them.</p></div>", ["Bags", "Leave them."]),
        ("<h3><button {}>Bags</button></h3><div id=x style='display:none'>Leave them.</div>", ["Bags", "Leave them."]),
        ("<div><button {}>Bags</button></div> <p id=x hidden><b>Leave</b> them.", ["Bags", "Leave", "them."]),
        ("<button {}>Menu</button><div id=x hidden><ul><li>Home</ul></div>", []),
        ("<button {}>Menu</button><nav id=x hidden>Home</nav>", []),
        ("<button {}>Filter</button><div id=x hidden><form>Colour</form></div>", []),
        ("<button {}>Bags</button><div id=y hidden>Leave them.</div>", []),
        ("<button {}>Bags</button> Other <div id=x hidden>Leave them.</div>", ["Other"]),
        ("<button aria-controls=x>Next</button><div id=x hidden>Leave them.</div>", []),
        ("<button class=accordion>Bags</button><div class=panel><p>Leave them.</p></div>", ["Bags", "Leave them."]),
        ("<h4><button class='a faq-item'>Bags</button></h4><p hidden>Leave them.</p>", ["Bags", "Leave them."]),
        ("<button class=accordion>Menu</button><div><a href=/>Home</a></div>", ["Home"]),
        ("<button class=accordion aria-controls=x>Bags</button><div id=x hidden>Leave them.</div>", []),
        ("<button class=next aria-expanded=false>Next</button><div>Leave them.</div>", ["Leave them."]),
        ("<button class=Accordion_button__y>Bags</button><div>Leave them.</div>", ["Bags", "Leave them."]),
        ("<button aria-expanded=false>Need help?</button><div hidden>Chat with us.</div>", []),
        ("<button aria-expanded=false><svg><title>?</title></svg></button><div hidden>No.</div>" * 2, []),
        ("<button aria-expanded=false>All? Or some</button><div>Leave them.</div>" * 2, ["Leave them."] * 2),
        ("<button>Bags?</button><div>Leave them.</div>", ["Leave them."]),
    ],
)
def test_a_text_that_a_button_before_it_opens_is_kept_with_the_words_of_the_button(html, texts):
    opening = html.format("aria-controls=x aria-expanded=false")
    assert list(map(str.strip, shown(f"<p>text</p>{opening}<p>{'and so on ' * 9}</p>")))[1:-1] == texts


@pytest.mark.parametrize(
    ("question", "words"),
    [("<span>And bags? </span><svg></svg>", "And bags?"), ("带包吗？", "带包吗？"), ("وسومكە؟<i></i>", "وسومكە؟")],
)
def test_several_questions_on_buttons_that_say_whether_they_are_open_are_kept_with_their_answers(question, words):
    asked = f"<div><button aria-expanded=false>{question}</button><div hidden>Leave them.</div></div>"
    texts = [words, "Leave them."] * 2
    assert [text.strip() for text in shown(f"<p>text</p>{asked * 2}<p>{'and so on ' * 9}</p>") if text.strip()][
        1:-1
    ] == texts


@pytest.mark.parametrize(
    ("html", "texts"),
    [
        ("<a class=toggle>Bags</a><div hidden>Leave them.</div>", ["Bags", "Leave them."]),
        ("<h4><a class=a-toggle>Bags</a></h4> <div style='display:none'>Leave them.</div>", ["Bags", "Leave them."]),
        ("<dl><dt class=question>Bags</dt><dd hidden>Leave them.</dl>", ["Bags", "Leave them."]),
        ("<a class=more>Bags</a><div hidden>Leave them.</div>", ["Bags"]),
        ("<a class=toggle>Bags</a> Other <div hidden>Leave them.</div>", ["Bags", "Other"]),
        ("<a class=toggle><i></i></a><div hidden>Leave them.</div>", []),
        ("<a class=menu-toggle>Menu</a><div hidden><ul><li>Home</ul></div>", ["Menu"]),
        ("<p>All<div hidden>Leave them.</div>", ["All"]),
    ],
)
def test_a_hidden_text_right_behind_a_link_or_heading_that_is_named_after_unfolding_is_kept(html, texts):
    assert list(map(str.strip, shown(f"<p>text</p>{html}<p>{'and so on ' * 9}</p>")))[1:-1] == texts


@pytest.mark.parametrize("heading", ["yes<button>no</button>", "<b>yes</b> <span><button>no</button></span>"])
def test_a_button_behind_the_words_of_a_heading_is_none_of_it(heading):
    assert shown(f"<h2>Plums</h2><h3>{heading}</h3>") == ["Plums", "yes"]


@pytest.mark.parametrize("button", ["<button>Save</button>", "<button type=button><b>Save</b></button>"])
def test_a_button_among_the_words_of_a_paragraph_is_one_of_them(button):
    assert shown(f"<p>press {button} above</p>") == ["press", "Save", "above"]
    assert shown(f"<ul><li><b>press</b> {button}, then {button}.</ul>") == ["press", "Save", ", then", "Save", "."]
    assert extract(f"<p>press{button}, please</p>", method="all-text").text == "press Save, please"


@pytest.mark.parametrize(
    "html", ["<p>text {}</p>", "<p>{} text</p>", "<p><b>text</b></p>{} text", "<div>text {} text</div>", "<p>{}</p>"]
)
def test_a_button_beside_the_words_is_none(html):
    assert "no" not in shown(html.format("<button>no</button>"))


def test_an_unquoted_value_that_ends_in_a_slash_does_not_close_a_script():
    assert shown("<script src=/a/>no</script><p>yes</p>") == ["yes"]


@pytest.mark.parametrize("html", ["<p>yes</p>", '<p>yes</p><script src="b"></script>', "<p>yes</p><iframe></iframe>"])
def test_a_slash_too_many_before_a_script_shows_none_of_it_and_one_that_is_closed_by_it_swallows_nothing(html):
    assert shown(f'<script type="text/javascript"/> if (a < b) write("<b>no</b>"); </script>{html}') == ["yes"]
    assert shown(f'<script src="a"/>{html}') == ["yes"]


def test_counts_leave_out_white_space_of_every_kind():
    assert parse("<p> a\u00a0b\u3000 c\u200b\n</p>").chars.tolist() == [3]
    assert parse("<p>\u00a0\u3000</p>").text == ()


def test_links_are_marked_through_every_descendant():
    page = parse("<p>a<a href=x>b<b>c</b></a>d</p>")
    assert page.in_link.tolist() == [False, True, True, False]


def test_an_empty_page_is_a_table_without_segments():
    page = parse("")
    assert page.text == ()
    assert len(page.tag) == 3


@given(
    st.recursive(
        st.sampled_from(["x", " y ", ""]),
        lambda inner: st.tuples(
            st.sampled_from(["div", "p", "b", "a", "td", "ul", "li", "my-tag"]), st.lists(inner, max_size=4)
        ),
        max_leaves=30,
    )
)
def test_the_columns_agree_with_the_tree(tree):
    def write(node):
        return node if isinstance(node, str) else f"<{node[0]}>{''.join(map(write, node[1]))}</{node[0]}>"

    html = write(tree)
    page = parse(html)
    root = LexborHTMLParser(html).root
    elements = [node for node in root.traverse() if node.is_element_node]
    rows = {node.mem_id: row for row, node in enumerate(elements)}
    assert len(page.tag) == len(elements)
    for row, node in enumerate(elements):
        inside = list(node.traverse(include_text=True))
        assert page.end[row] - row == sum(other.is_element_node for other in inside)
        texts = [other.text_content for other in inside if other.is_text_node and other.text_content.strip()]
        assert list(page.text[page.first[row] : page.last[row]]) == texts
        assert page.in_subtree(page.chars)[row] == sum(len("".join(text.split())) for text in texts)
        if row:
            assert page.parent[row] == rows[node.parent.mem_id] if node.tag != "html" else -1


def test_a_processing_instruction_is_no_element() -> None:
    page = parse("<body><?php include 'menu' ?><p class='a'>text</p>")
    assert [tags.NAMES[code] for code in page.tag.tolist()] == ["html", "head", "body", "p"]


def test_the_nearest_of_some_elements_is_found_at_or_above_each() -> None:
    page = parse("<div><p>a<b>b</b></p><div><i>c</i></div></div><u>d</u>")
    nearest = page.nearest(tags.tag_set("div p")[page.tag]).tolist()
    near = {tags.NAMES[tag]: tags.NAMES[page.tag[at]] for tag, at in zip(page.tag, nearest, strict=True) if at >= 0}
    assert near == {"div": "div", "p": "p", "b": "p", "i": "div"}
    assert not np.any(page.nearest(np.zeros(len(page.tag), dtype=bool)) >= 0)


STORY = "Nobody in the town is far from the canal, and hardly anybody knows who dug it, or when that was."


def test_the_texts_in_some_elements_are_those_of_their_subtrees() -> None:
    page = parse("<p>one</p><div>two <b>three</b></div><p>four</p>")
    assert page.texts_in([int(page.tag.tolist().index(tags.CODE["div"]))]).tolist() == [False, True, True, False]
    assert not page.texts_in([]).any()


def test_elements_with_an_attribute_are_those_that_have_it_in_their_start_tag() -> None:
    page = parse('<a rel="tag">one</a><a>rel="tag"</a><link rel="next"><p><a class=x rel=category>two</a></p>')
    words = [page.start_tag(row) for row in page.with_attribute("rel", tags.CODE["a"]).tolist()]
    assert words == [b' rel="tag">', b' class="x" rel="category">']
    assert len(page.with_attribute("rel")) == 3


def test_a_shadow_root_that_holds_most_of_the_text_is_text():
    root = "<x-page><template shadowrootmode=open><style>p{}</style><p>%s</p><slot></slot></template>%s</x-page>"
    assert shown(f"<p>Menu</p>{root % (STORY, '<b>Light</b>')}") == ["Menu", STORY, "Light"]
    assert shown(f"<p>{STORY}</p>{root % ('Share', '<b>Light</b>')}") == [STORY, "Light"]
    assert shown(f"<p>Menu</p><template><p>{STORY}</p></template>") == ["Menu"]


def test_markup_that_is_escaped_in_a_noscript_is_markup():
    escaped = "&lt;p&gt;One &amp;amp; two.&lt;/p&gt;&lt;p&gt;Three &lt;i&gt;and&lt;/i&gt; four.&lt;/p&gt;"
    assert shown(f"<body><noscript data-x>{escaped}</noscript>") == ["One & two.", "Three", "and", "four."]
    assert shown("<p>Write &lt;p&gt; before it.</p>") == ["Write <p> before it."]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ('<p>It is <script type="math/tex">v < 2</script> or so', "It is v < 2 or so"),
        ('<p>It is <span class="MathJax_Preview"></span><script type="math/tex">v</script> or so', "It is v or so"),
        ('<p>It is <span class="MathJax">v</span><script type="math/tex">v</script> or so', "It is v or so"),
        (
            '<p>It is <span class="MathJax"><i>v</i>2</span><script type="math/tex">v^2</script> or so',
            "It is v^2 or so",
        ),
        (
            '<p>It is <span class="MathJax">v2<math><mi>v</mi></math></span><script type="math/tex">v^2</script> or so',
            "It is v2v or so",
        ),
        ('<p>It is <img src="/x" class="latex" alt="v &lt; 2"> or so', "It is v < 2 or so"),
        ('<p>它是<img src="//a.example/equation?tex=v%3C2" alt="v &lt; 2" eeimg="1">。', "它是v < 2。"),
        ('<p>Es ist <img alt="v &lt; 2" src="https://b.example/svg.latex?v%3C2">.', "Es ist v < 2."),
        ('<p>It is <img src="/x" class="latex" alt="&#92;beta"> or so', r"It is \beta or so"),
        ('<p>It is <img src="/x" class="tex" alt="$v$"> or so', "It is v or so"),
        ('<p>It is <img class="formula inline" source="v &lt; 2" alt="x" src="/x.svg"> or so', "It is v < 2 or so"),
        ('<p>It is <img source="https://a.example/v.jpg" alt="boat" src="/x"> or so', "It is  or so"),
        ('<p>It is <img source="Jo Example" alt="boat" src="/x"> or so', "It is  or so"),
        ('<p>It is <img class="tex" source="https://a.example/v.svg" alt="v" src="/x"> or so', "It is v or so"),
        ('<p>It is <img class="ql-img-inline-formula quicklatex-auto-format" alt="v"> or so', "It is v or so"),
        ('<p>It is <img class="math" src="../_images/math/a1.png" alt="v"> or so', "It is v or so"),
        ('<p>It is <img class="mwe-math-fallback-image-inline" alt="{\\displaystyle v}"> or so', "It is v or so"),
        ('<p>It is <img src="/x" class="photo tex" alt=""> or so', "It is  or so"),
        ("<p>It is <ruby>漢字<rt>かんじ</rt></ruby> or so", "It is 漢字(かんじ) or so"),
        ("<p>It is <ruby>漢字<rp>[</rp><rt>かんじ</rt><rp>]</rp></ruby> or so", "It is 漢字[かんじ] or so"),
    ],
)
def test_formulas_and_readings_that_stand_in_scripts_pictures_and_ruby_are_text(html, text):
    assert "".join(parse(html).text) == text


MATHML = "<math><semantics><mrow><mi>v</mi><mn>2</mn></mrow></semantics></math>"
TEX = '<annotation encoding="application/x-tex">v^2</annotation>'
WITH_TEX = MATHML.replace("</semantics>", f"{TEX}</semantics>")
KATEX = f'<b class="katex"><b>{WITH_TEX}</b><b aria-hidden="true"><i>v</i><sup>2</sup></b></b>'
MATHJAX_2 = (
    f'<span class="MathJax"><nobr aria-hidden="true"><i>v</i>2</nobr><b>{MATHML}</b></span>'
    '<script type="math/tex">v^2</script>'
)
MATHJAX_3 = f'<mjx-container><mjx-math aria-hidden="true">v2</mjx-math><b>{MATHML}</b></mjx-container>'


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (WITH_TEX, "v^2"),
        (KATEX, "v^2"),
        (MATHJAX_2, "v2"),
        (MATHJAX_3, "v2"),
        (WITH_TEX.replace("application/x-tex", "MathType"), "v2v^2"),
        (f'<b class="x">{MATHML}<i aria-hidden="true">2</i></b>', "v22"),
    ],
)
def test_a_formula_that_is_written_to_be_seen_and_to_be_heard_comes_once(formula, text):
    assert "".join("".join(parse(f"<p>It is {formula} or so").text).split()) == f"Itis{text}orso"


TUFTE = (
    '<label for="s" class="margin-toggle sidenote-number"></label><input type="checkbox" id="s" class="margin-toggle">'
    '<span class="sidenote">until <em>May</em></span>'
)
LATEXML = (
    '<span class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">1</sup><span class="ltx_note_outer">'
    '<sup class="ltx_note_mark">1</sup><span class="ltx_tag ltx_tag_note">1</span>until May</span></span>'
)


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        (f"<p>He stayed{TUFTE} there.</p><p>Later", ["He stayed there.", "until May", "Later"]),
        (f"<p>He <b>stayed{TUFTE}</b>, and{TUFTE} slept.</p>", ["He stayed, and slept.", "until May", "until May"]),
        (f"<ul><li>He stayed{TUFTE} there.</ul>", ["He stayed there.", "until May"]),
        ("<p>He stayed<d-footnote>until May</d-footnote> there.", ["He stayed there.", "until May"]),
        (f"<p>He stayed{LATEXML} there.</p>", ["He stayed1 there.", "1until May"]),
        (f"<div><p>He stayed.</p>{TUFTE}<p>Later</p></div>", ["He stayed.", "until May", "Later"]),
    ],
)
def test_a_note_within_a_paragraph_is_a_line_behind_it(html, lines):
    assert [text for text in map(str.strip, lines_of(parse(html)).texts.plain) if text] == lines


def test_notes_in_notes_take_no_more_than_they_grow():
    piece = f"<p>x{TUFTE.removesuffix('</span>')}"
    assert growth(parse, piece * 200, piece * 200 * TIMES) < MOST


@pytest.mark.parametrize(
    "piece",
    [
        '<script type="math/tex">',
        '</span><script type="math/tex">x<',
        '<img class="tex ',
        '<img class="latex" ',
        '<img src="?tex= ',
        "<p><rt>x",
        '<span class="MathJax"></span>math/tex',
        '<span class="katex"><math></math><i aria-hidden="true"></i></span>',
        '<math><semantics><i></i><annotation encoding="TeX"></annotation></semantics></math>',
    ],
)
def test_formulas_and_readings_that_do_not_end_take_no_more_than_they_grow(piece):
    assert growth(parse, piece * 500 + "</rt>", piece * 500 * TIMES + "</rt>") < MOST


def test_a_page_remembers_results_under_more_than_the_bare_name():
    class First:
        @staticmethod
        @once_per_page
        def chars(_):
            return calls.append("first") or "first"

    class Second:
        @staticmethod
        @once_per_page
        def chars(_):
            return "second"

    calls, page = [], parse("<p>abc</p>")

    assert [First.chars(page), Second.chars(page), First.chars(page)] == ["first", "second", "first"]
    assert page.chars.tolist() == [3]  # a column is none of these results
    assert calls == ["first"]
