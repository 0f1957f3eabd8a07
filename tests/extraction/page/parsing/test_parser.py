"""What the parser is asked to write is what selectolax gives as a string, but for what nobody reads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from extraction.page.node_table import parse
from extraction.page.parsing import parser as pages
from extraction.page.parsing.parser import serialised
from native import library

PIECES = (
    *(
        "<!doctype html>",
        "<p class='a b'>",
        "<div role='\"'>",
        "</div>",
        "<br>",
        "<b>",
        "&lt;",
        "&amp",
        "\xa0",
        "text",
        "\n",
    ),
    *(
        "<script> </script>",
        '<script type="application/ld+json">1<2</script>',
        "<iframe>1<2</iframe>",
        "<xmp>1<2</xmp>",
        "<textarea>1<2</textarea>",
        '<p>sixteen letters and more, "and" then &amp; \xa0\xc2\xa1 &lt;b&gt; some more of them, sixteen letters',
        "<!-- -->",
        "<template>a</template>",
        "<svg/>",
        "<svg xlink:href='&' xml:lang=b><foreignObject><p lang=c>",
        "<math><mi A=b>",
        "<input hidden>",
        "<button open=a>",
        "<x-y ROLE='a'>",
        "<link rel=a href='&' a=b =>",
        "<?php a ?>",
        "<p style='sixteen letters and more, and then &amp; \xa0\xc2\xa1 <b> \" some more of them'>",
        "<frameset>",
        "\u0626\u06c7",
        "\U0001f600",
    ),
)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.integers(0, 300))
def test_a_page_is_written_as_selectolax_gives_it_whatever_its_size_was_thought_to_be(html, likely):
    parser = LexborHTMLParser(html)
    assert serialised(parser, likely)[0] == parser.root.html.encode()


@pytest.mark.parametrize(
    "page",
    [
        "<script>{}1<2{}</script>",
        "<style>{} p > a {}</style>",
        "<p><script type='text/javascript' id='application/ld+json'>{}a{}</script></p>",
    ],
)
@pytest.mark.parametrize("before", ["", "\n  "])
def test_scripts_and_styles_are_written_empty(page, before):
    parser = LexborHTMLParser(page.format(before, " "))
    empty = LexborHTMLParser(page.replace("1<2", "").replace(" p > a ", "").replace("a{}<", "{}<").format("", ""))
    assert serialised(parser, 1000)[0] == empty.root.html.encode()


@pytest.mark.parametrize("kind", ["", " type='application/ld+json'"])
@pytest.mark.parametrize("before", ["", "\n", "\u4e2d"])
def test_a_script_with_its_own_end_tag_in_it_is_written_empty_as_what_is_behind_that_is_no_text(kind, before):
    page = f"<p>a<script{kind}>{before}<!-- <script>b</script> c </p></body></html> --></script>d"
    assert serialised(LexborHTMLParser(page), 1000)[0].tobytes().endswith(b"></script>d</p></body></html>")
    assert parse(page).text == ("a", "d")


@pytest.mark.parametrize(
    "page",
    [
        "<script type='application/ld+json'>{}</script>",
        "<SCRIPT id=b TYPE=application/ld+json name>{}</SCRIPT>",
        "<script type='application/ld+json; charset=utf-8'>{}</script>",
        "<svg><script>{}</script></svg>",
        "<template><script>{}</script></template>",
        "<noscript><iframe><script>{}</script></iframe></noscript>",
    ],
)
@pytest.mark.parametrize("likely", [0, 60, 1000])
def test_structured_data_is_written_and_what_the_parser_writes_for_itself(page, likely):
    parser = LexborHTMLParser(page.format("1 &amp; 2"))
    assert serialised(parser, likely)[0] == parser.root.html.encode()


@pytest.mark.parametrize("name", pages.ATTRIBUTES)
def test_attributes_that_are_read_are_written_and_no_others(name):
    parser = LexborHTMLParser(f"<a href=b {name}='&amp;' Class-a=d>")
    only = LexborHTMLParser(f"<a {name}='&amp;'>")
    assert serialised(parser, 1000)[0] == only.root.html.encode()


@pytest.mark.parametrize("address", ["/u/7", "Member.php?u=7", "/space-uid-7.html", "?Mod=Space&amp;x=1", "/author-/"])
def test_addresses_of_links_are_written_where_they_may_be_those_of_profiles(address):
    page = f"<a href='/user-guide/'>a</a><a href='{address}'>b</a><b href=/u/7>c</b>"
    html = serialised(LexborHTMLParser(page), 1000)
    assert f'<body><a>a</a><a href="{address}">b</a><b>c</b>'.encode() in html.html.tobytes()
    assert html.profile_links == 1


@pytest.mark.parametrize("text", ["", " ", "\xa0", "\ufeff", "\x7f", "\0", "\u4e2d"])
def test_a_script_that_may_be_blank_is_written_as_it_is(text):
    parser = LexborHTMLParser(f"<script>{text}</script>")
    assert serialised(parser, 1000)[0] == parser.root.html.encode()


@pytest.mark.parametrize("installed", ["0.9.1", "1.1.0", "10.0.2", ""])
def test_another_version_of_the_parser_is_refused_by_name(installed):
    with pytest.raises(ImportError, match=rf"selectolax 1\.0\.x, and {installed} is installed"):
        pages.check_version(installed)


def test_a_build_that_hides_the_parsers_functions_is_refused():
    with pytest.raises(ImportError, match=r"libmezmun\.so hides functions that Mezmun calls \(.*first_child_noi"):
        pages.load(str(library.FOLDER / "libmezmun.so"))
    with pytest.raises(ImportError, match=r"The parser in nowhere\.so hides"):
        pages.load("nowhere.so")
