"""What a head states is what plain Python reads of its tags."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction.page import tags
from extraction.page.node_table import parse
from extraction.page.statements import head
from extraction.page.statements.head import head_of

KEYS = ("name", "itemprop", "http-equiv", "rel", "property")
WORDS = st.sampled_from(
    [
        *("og:title", "OG:Title", " Date ", "date\n", "canonical", "GENERATOR", "author", "", "x" * 70, "İ"),
        *("shortlink canonical", "og:url\tog:title date"),
    ]
)
VALUE = st.sampled_from(["", " ", "A day", "&amp;lt; &quot;", "é>", "a/>b"])
TAG = st.tuples(
    st.sampled_from(["meta", "link", "base"]),
    st.dictionaries(st.sampled_from(KEYS), WORDS),
    st.dictionaries(st.sampled_from(["content", "href"]), VALUE),
)


def statements(tag, attributes):
    value = attributes.get({"meta": "content", "link": "href"}.get(tag, ""))
    names = [name for key in KEYS[:-1] for name in attributes.get(key, "").lower().split()]
    names = [name for name in names if not name.startswith("og:")] + attributes.get("property", "").split()
    return {name: value.strip() for name in names if name in head.READ and value}


@pytest.mark.slow
@given(st.lists(TAG, max_size=8), st.booleans())
def test_a_head_states_what_plain_python_reads(elements, titled):
    each = [
        " ".join([f"<{tag}", *(f'{key}="{value}"' for key, value in (names | values).items())])
        for tag, names, values in elements
    ]
    page = parse(
        f"<head>{'<title> A  &lt;day </title>' * titled}{''.join(tag + '>' for tag in each)}</head><h1>At sea</h1>"
    )
    expected = {}
    for row, code in enumerate(page.tag.tolist()):
        if page.parent[row] == 1:
            expected = statements(tags.NAMES[code], page.attributes(row)) | expected
    assert head_of(page).stated == expected
    stated = " ".join(expected.get("og:title", "").split())
    titles = (*filter(None, [stated, "A <day" if titled else ""]),)
    assert head_of(page).titles == (titles or ("At sea",))


def test_the_first_headline_stands_for_a_title():
    assert head_of(parse("<title> </title><body><h1>At <b>sea</b></h1>")).titles == ("At sea",)


@pytest.mark.parametrize("before", ["\r\n\ufeff\ufeff\r\n", "Warning: a stray line<br>\n"])
def test_a_head_behind_a_stray_character_is_read_although_the_parser_puts_it_into_the_body(before):
    page = parse(
        f'{before}<!doctype html><html><head><title>At sea</title><link rel="canonical" href="https://a.example/1"></head>'
        '<body><div><meta name="date" content="2020-01-02"></div><h1>At sea</h1></body></html>'
    )
    assert head_of(page).titles == ("At sea",)
    assert head_of(page).stated == {"canonical": "https://a.example/1"}


def test_an_element_may_state_several_things_at_once():
    link = '<link rel="shortlink canonical" href="https://a.example/1">'
    page = parse(f'<head>{link}<meta property="a:b og:title" content="Sea">')
    assert head_of(page).stated == {"canonical": "https://a.example/1", "og:title": "Sea"}


def test_a_page_of_nothing_states_nothing():
    assert head_of(parse("")).titles == head_of(parse("<br>")).titles == ()
