"""The language of code is read from the names that software gives the code, or its box."""

import numpy as np
import pytest

from extraction.page.node_table import parse
from extraction.rendering.block import BlockKind
from extraction.rendering.markup.marks import Markup
from extraction.rendering.render import render


def language(html):
    page = parse(f"<body><p>Before.</p>{html}<p>After.</p>", with_markup=True)
    chosen = np.array([text.strip() != "1" for text in page.text], dtype=np.bool_)
    blocks = render(page, chosen, markup=Markup.FORMATTING)
    return next(block.language for block in blocks if block.kind is BlockKind.PREFORMATTED)


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ('<pre class="php" style="font-family:monospace;">x</pre>', "php"),
        (
            '<div class="wp_syntax"><table><tr><td class="line_numbers"><pre>1</pre><td><pre class="c">x</table></div>',
            "c",
        ),
        ('<div class="java geshifilter-java"><pre>x</pre></div>', "java"),
        ('<div class="mw-highlight mw-highlight-lang-python mw-content-ltr"><pre>x</pre></div>', "python"),
        ('<pre class="highlight python"><code>x</code></pre>', "python"),
        ('<div class="highlight-c"><table><tr><td><pre>1</pre><td><div class="highlight"><pre>x</table></div>', "c"),
        ('<pre class="code ruby literal-block">x</pre>', "ruby"),
        ('<pre class="EnlighterJSRAW" data-enlighter-language="sql">x</pre>', "sql"),
        ('<pre class="EnlighterJSRAW" data-enlighter-language="generic">x</pre>', ""),
        ('<pre data-syntaxhighlighter-params="brush: java; gutter: false">x</pre>', "java"),
        ('<div class="language-ts"><span>ts</span><pre>x</pre><div>1</div></div>', "ts"),
        ('<pre><button>1</button><code class="lang-json"><div>x</div></code></pre>', "json"),
        ('<div><pre class="shiki" language="bash"><code>x</code></pre></div>', "bash"),
        (
            '<div class="language-yaml highlight"><table><tr><th>oven.yml<tr><td><pre>1</pre><td><pre>x</table></div>',
            "yaml",
        ),
        ('<div class="language-yaml"><p>As one writes it:</p><pre>x</pre></div>', ""),
        ('<div class="shell"><p>y</p><pre class="wide code">x</pre></div>', ""),
        ('<pre class="code-block go-back">x</pre>', ""),
        ('<div class="highlight-ipython3 notranslate"><div class="highlight"><pre>x</pre></div></div>', "python"),
        ('<div class="highlight hl-ipython3"><pre>x</pre></div>', "python"),
        ('<div class="doctest highlight-pycon"><div class="highlight"><pre>x</pre></div></div>', "pycon"),
        ('<div class="highlight-console"><div class="highlight"><pre>x</pre></div></div>', "console"),
        ('<div class="highlight-text"><div class="highlight"><pre>x</pre></div></div>', ""),
        ('<div class="highlight highlight-text-html-basic"><pre>x</pre></div>', "html"),
        ('<pre class="lang:python decode:true">x</pre>', "python"),
        ('<pre><code class="python=1 hljs">x</code></pre>', "python"),
        ('<pre class="md-fences" lang="python">x</pre>', "python"),
        ('<pre lang="de">x</pre>', ""),
        ('<div lang="python"><pre>x</pre></div>', ""),
        ('<devsite-code><pre syntax="Bash">x</pre></devsite-code>', "bash"),
    ],
)
def test_the_language_is_that_of_the_code_or_of_a_box_that_holds_nothing_else(html, name):
    assert language(html) == name
