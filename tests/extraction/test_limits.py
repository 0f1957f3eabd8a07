"""Hostile pages run in a process of their own, with a memory limit: a stack overflow in C would end the test run."""

import json
import subprocess
import sys

import pytest

from extraction import PageTooLargeError, limits
from extraction.node_table import parse

RUN = """
import json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
from extraction import PageTooLargeError, extract
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
html = eval(sys.argv[1])
try:
    text = extract(html, method=sys.argv[2]).text
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(json.dumps({"words": len(text.split()), "times_the_page": peak * 1024 / len(html)}))
except PageTooLargeError as error:
    print(json.dumps({"error": str(error)}))
"""


def run(page, method="correlativity"):
    done = subprocess.run(
        [sys.executable, "-c", RUN, page, method], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    "page",
    [
        "'<div>' * 100_000 + 'text'",
        "'<div>' * 100_000 + 'text' + '</div>' * 100_000",
        "'<ul><li>' * 100_000 + 'text'",
        "'</span><b>' * 100_000 + 'text'",
        "'<table><tr><td>' * 100_000",
        "'<svg>' * 100_000",
        "'<p>' + ''.join(f'<font color={i}>' for i in range(5000)) + '<p>x' * 5000",
        "''.join(f'<div><b c={i}></div>' for i in range(20_000))",
        "'<p ' + ' '.join(f'a{i}=1' for i in range(200_000)) + '>x'",
        "'<p>x' * 4_000_000",
    ],
)
def test_a_page_that_would_cost_gigabytes_or_minutes_is_refused_in_a_sentence(page):
    assert run(page)["error"].startswith(("The page ", "A tag "))


@pytest.mark.parametrize(
    "page",
    [
        "'<p>' + 'word ' * 2_000_000",
        "'<div>' * 4_000 + 'many words here ' * 10",
        "'<p>a few words stand here</p>' * 340_000",
        "'<i>x</i>' * 500_000",
        "'<p title=\"' + 'a' * 10_000_000 + '\">some words in a paragraph that is long enough</p>'",
    ],
)
def test_a_large_page_gives_its_text(page):
    assert run(page, "all-text")["words"] > 0


def test_an_honest_page_of_many_tags_is_let_through():
    page = "<table>" + "<tr><td><font color=red><b>x</b></font><td><p>y<p>z" * 4_000 + "</table>"
    limits.check(page)
    assert len(parse(page).text) == 12_000


def test_many_characters_are_refused():
    with pytest.raises(PageTooLargeError, match="characters"):
        limits.check("x" * (limits.MAX_CHARACTERS + 1))
