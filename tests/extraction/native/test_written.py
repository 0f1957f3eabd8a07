"""What the parser is asked to write is what selectolax gives as a string."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from extraction.native import written as native
from extraction.native.written import written

PIECES = (
    *(
        "<!doctype html>",
        "<p class='a b'>",
        "<div title='\"'>",
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
        "<script>1<2</script>",
        "<!-- -->",
        "<template>a</template>",
        "<svg/>",
        "<svg xlink:href='&' xml:lang=b><foreignObject><p xlink:href=c>",
        "<math><mi A=b>",
        "<input disabled>",
        "<button is=a>",
        "<x-y Z='a'>",
        "<?php a ?>",
        "<p style='sixteen letters and more, and then &amp; \xa0\xc2\xa1 <b> \" some more of them'>",
        "<frameset>",
        "\u0626\u06c7",
        "\U0001f600",
    ),
)


@settings(deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.integers(0, 300))
def test_a_page_is_written_as_selectolax_gives_it_whatever_its_size_was_thought_to_be(html, likely):
    parser = LexborHTMLParser(html)
    assert written(parser, likely) == parser.root.html.encode()


@pytest.mark.parametrize("html", ["", "<p>\u0626\u06c7"])
def test_a_build_that_hides_the_parser_gives_the_same(html, monkeypatch):
    parser = LexborHTMLParser(html)
    found = written(parser, 1000)
    monkeypatch.setattr(native, "_PARSER", None)
    assert written(parser, 1000) == found
