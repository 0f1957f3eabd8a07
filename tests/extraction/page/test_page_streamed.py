"""What React streams behind a page stands where its script would put it."""

import pytest

from extraction import extract
from extraction.page.node_table import parse

PAGE = """<!DOCTYPE html><html><head><title>Pears</title></head><body><header>Orchard</header>
<main><h1>Pears</h1><!--$?--><template id="B:0"></template><p>One moment</p><!--/$--></main><footer>Imprint</footer>
<div hidden id="S:0"><p>Pears are picked unripe.</p><template id="P:1f"></template><p>They keep until March.</p></div>
<script>$RC("B:0","S:0")</script><div hidden id="S:1f"><p>They ripen in a bowl.</p></div>
<script>$RS("S:1f","P:1f")</script>
</body></html>"""
IN_PLACE = [
    *("Orchard", "Pears", "Pears are picked unripe.", "They ripen in a bowl.", "They keep until March."),
    *("One moment", "Imprint"),
]


def shown(html: str) -> list[str]:
    return [text.strip() for text in parse(html).text]


def test_streamed_parts_stand_in_their_places():
    assert shown(PAGE) == IN_PLACE


@pytest.mark.parametrize(
    ("body", "order"),
    [
        ('<div hidden id="S:1">a</div><template id="B:2"></template><p>b</p>', "ab"),
        ('<div hidden id="S:1">a<template id="B:1"></template></div><p>b</p>', "ab"),
        ('<div hidden id="S:1">a<template id="B:2"></template></div><div hidden id="S:2">b<template id="B:1">', "ab"),
        ('<template id="B:1"></template><p>b</p><div hidden id="S:1">a</div><div hidden id="S:1">c</div>', "abc"),
        ('<template id="B:1"><p>x</p></template><p>b</p><div id="S:1">a</div>', "ba"),
        ('<template id="B:1"></template><p>b</p><template hidden id="S:1">a</template>', "b"),
        ('<template id="B:"></template><p>b</p><div hidden id="S:">a</div><p>id="S:</p>', 'bid="S:'),
    ],
)
def test_what_has_no_place_stays_and_nothing_is_moved_into_itself(body, order):
    assert "".join(shown(f'<!DOCTYPE html><body id="S:x">{body}')) == order


def test_ten_thousand_parts_in_each_other_are_moved():
    parts = "".join(
        f'<div hidden id="S:{part}">{part} <template id="B:{part + 1}"></template></div>' for part in range(10_000)
    )
    assert shown(f'<body><template id="B:0"></template><p>end</p>{parts}')[:3] == ["0", "1", "2"]


def test_an_article_that_was_streamed_is_extracted_in_order():
    sentences = [f"Sentence number {number} of the article, long enough to be read as one." for number in range(9)]
    parts = "".join(f'<div hidden id="S:{number}"><p>{each}</p></div>' for number, each in enumerate(sentences))
    places = "".join(f'<!--$?--><template id="B:{number}"></template><!--/$-->' for number in range(9))
    footer = "<footer><a href=/>Home</a> <a href=/about>About us</a></footer>"
    page = f"<article><h1>Nine</h1>{places}</article>{footer}{parts}"
    assert extract(page).text.split("\n") == ["Nine", *sentences]
