"""Code of servers and templates that was left in a page, code that a page shows, and signs of callouts."""

import numpy as np
import pytest

from extraction.boilerplate.remains import box_signs
from extraction.page.node_table import parse
from tests.extraction.boilerplate.test_remains import text_of


@pytest.mark.parametrize(
    "remains",
    [
        *("&lt;?php if (have_posts()) : ?&gt;", "<?php if ($a > 1) : ?>", "&lt;?= $x ?&gt;"),
        *("{{ boat.price }}", "{{a}} {{ b }}", "{% endif %}", "$$ARTICLEAD$$", "%%AD_MIDDLE%%"),
    ],
)
def test_what_a_server_left_of_its_code_is_none_of_the_text(remains):
    assert text_of(remains) == text_of("")
    assert "?>" not in text_of(f"<div>{remains}</div>")


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("<p>Write <code>&lt;?php phpinfo(); ?&gt;</code> into it</p>", "?>"),
        ("<p>Really??&gt;</p>", "?>"),
        ("<p>$$ABC = DEF$$</p>", "ABC = DEF"),
        ("<p>The lid costs {{ price }} now</p>", "{{ price }}"),
        ("<pre>{% endif %}</pre>", "{% endif %}"),
        ("<p>100 %%</p>", "%%"),
    ],
)
def test_code_that_a_page_shows_stays(line, part):
    assert part in text_of(line)


@pytest.mark.parametrize(
    ("html", "signs"),
    [
        ("<div class=callout><div>💡</div><p>Go.</div>", ["💡"]),
        ("<div class=notion-callout><i>!</i><p>Go.</div><div class=msg><i>!</i><p>Go.</div>", ["!"]),
        (
            "<div class=callout><b>5</b><p>Go.</div><div class=callout>+<p>Go.</div><p class=callout><b>!</b>",
            [],
        ),
    ],
)
def test_the_sign_that_a_callout_begins_with_is_found(html, signs):
    page = parse(f"<body>{html}")
    assert [page.text[row] for row in box_signs(page, np.ones(len(page.texts), dtype=np.bool_))] == signs
