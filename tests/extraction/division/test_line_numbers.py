"""The numbers of lines of code are none of it."""

import pytest

from extraction.extract import extract

STORY = (
    "<p>The boat left the harbour before the sun was up, and nobody on the shore had seen it go that morning.</p>"
    "<p>On Tuesday the first boats went out again, and the market had fish that everybody had been waiting for.</p>"
)
CODE = "for boat in boats:\n    print(boat.name)"


def text_of(body):
    return extract(f"<html><body><h1>A day at sea</h1>{STORY}{body}{STORY}</body></html>", None, "all-text").text


@pytest.mark.parametrize(
    "body",
    [
        (
            '<pre><span class="linenos">1</span><b>for</b> boat in boats:\n'
            '<span class="linenos">2</span>    print(boat.name)</pre>'
        ),
        (
            '<table><tr><td class="gutter"><pre><i>1</i><br><i>2</i></pre></td>'
            "<td><pre>for boat in boats:\n    print(boat.name)</pre></td></tr></table>"
        ),
        (
            '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td>'
            "<td><pre>for boat in boats:\n    print(boat.name)</pre></td></tr></table>"
        ),
        f"<table><tr><td><pre>1\n2</pre></td><td><pre>{CODE}</pre></td></tr></table>",
        f"<table><tr><td><pre><i>1\n</i><i>2\n</i></pre></td><td><pre><code>{CODE}\n</code></pre></td></tr></table>",
        f"<pre><code><table><tr><td><pre>1\n2\n</pre></td><td><pre>{CODE}\n</pre></td></tr></table></code></pre>",
        f"<div><pre>{CODE}</pre><div class='line-numbers-wrapper'><span>1</span><br><span>2</span><br></div></div>",
        '<pre><b class="ln">1</b>for boat in boats:\n<b class="ln">2</b>    print(boat.name)</pre>',
        '<pre><b style="user-select:none">1 </b>for boat in boats:\n<b class="lnt">2 </b>    print(boat.name)</pre>',
    ],
)
def test_the_numbers_of_lines_of_code_are_none_of_it(body):
    text = text_of(body)
    assert CODE in text
    assert "1" not in text
    assert "2" not in text


def test_what_is_no_number_stays_whatever_its_element_is_called():
    assert "Gutter of the roof" in text_of('<pre>x</pre><div class="gutter">Gutter of the roof</div>')


@pytest.mark.parametrize(
    "body",
    [
        "<pre>1\n2\n3</pre><pre>one line</pre>",
        "<pre>1\n3</pre><pre>two\nlines</pre>",
        "<pre>1</pre><pre>one line</pre>",
        '<pre class="line-numbers">1\n2</pre>',
        '<pre class="line-numbers"><b>1</b> + <b>2</b></pre>',
        '<pre><b class="mi">1</b> apple\n<b class="mi">2</b> pears</pre>',
        '<pre><b class="ln">1</b>\n<b class="ln">2</b></pre>',
        '<pre><b class="ln">1</b> a\n<b class="ln">3</b> b</pre>',
        '<pre><b class="ln">1</b> a\n<b class="ln">2</b> b\nc\nd</pre>',
    ],
)
def test_other_numbers_in_code_stay(body):
    assert "1" in text_of(body)
