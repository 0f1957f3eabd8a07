"""Hostile pages run in a process of their own, with a memory limit: a stack overflow in C would end the test run."""

import json
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from functools import partial
from sys import getrefcount

import pytest

from extraction import PageTooLargeError, extract
from extraction.page.node_table import parse
from extraction.page.parsing import limits
from tests.growth import MOST, TIMES, growth

pytestmark = pytest.mark.slow

RUN = """
import json, resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_AS, (4_000_000_000, 4_000_000_000))
from extraction import PageTooLargeError, extract

def highest():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))

html = eval(sys.argv[1])
try:
    extract("<p>what is loaded once is not the memory of a page", method=sys.argv[2])
    Path("/proc/self/clear_refs").write_text("5")  # proc(5): the peak begins anew
    before = highest()
    text = extract(html, method=sys.argv[2]).text
    grown = highest() - before  # before the words are counted, which takes more
    print(json.dumps({"words": len(text.split()), "times_the_page": grown / len(html.encode())}))
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
        "'<font color=1>' * 60 + 'x' + '</font>' * 60 + '<p>a few words <b>stand</b> here</p>' * 100_000",
        "'<p title=\"' + 'a' * 10_000_000 + '\">some words in a paragraph that is long enough</p>'",
    ],
)
def test_a_large_page_gives_its_text(page):
    assert run(page, "all-text")["words"] > 0


def test_a_row_of_many_cells_has_no_room_made_for_their_square():
    assert run("'<table><tr>' + '<td>a word' * 300_000", "mezmun")["words"] > 0


def test_an_endless_title_is_not_searched_for_every_line():
    letters = "".join(map(chr, range(0x4E00, 0x9E00)))

    def page_of(times):
        lines = "".join(f"<p>{letter}新闻{letter}网首" for letter in letters[: 2_500 * times])
        return f"<title>{letters[:15_000] * times}</title>{lines}"

    assert growth(partial(extract, method="mezmun"), page_of(1), page_of(TIMES)) < MOST


def test_headings_in_each_other_are_not_read_whole_each_for_a_title():
    page = "<title>Of pears - Orchard</title>" + "<h1><div>" * 40 + "pears and plums " * 60_000
    extraction = extract(page)
    extract("<p>what is loaded once is not the memory of a page").metadata  # noqa: B018
    tracemalloc.start()
    try:
        assert extraction.title == "Of pears - Orchard"
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert most < 5 * len(page)


def test_what_is_left_open_is_not_read_for_a_date_again_and_again():
    def page_of(times):
        return extract("<p>a few words stand here</p>" + "<time>" * 600 * times + "word " * 25_000 * times)

    def published(page):
        return replace(page).metadata.published  # read anew

    pages = page_of(1), page_of(TIMES)
    assert [published(page) for page in pages] == [None, None]
    assert growth(published, *pages) < MOST


def test_a_text_that_repeats_the_name_of_a_property_takes_no_time_that_grows_with_its_square():
    def published(page):
        return replace(page).metadata.published

    few, many = (extract("<p>a few words stand here</p>" + "<p>datePublished" * times * 15_000) for times in (1, TIMES))
    assert [published(page) for page in (few, many)] == [None, None]
    assert growth(published, few, many) < MOST


POST = """<div class="post odd" id="post-{0}">
  <div class="head"><a href="/members/profile?name={0}" class="name" title="All that this reader wrote">reader</a></div>
  <script>window.posts = window.posts || []; window.posts.push({0}); if (1 < 2) show("post-" + {0}, "fast");</script>
  <p>What this post says, and it says so in many words, is that a page of ten megabytes <b>must not</b> take the memory
  of a machine. A page is held as text, as a tree and as columns, and of these three the tree is by far the largest, for
  every element and every run of text in it has its own node with many pointers.</p>
  <p>It goes on to say that most of a page's nodes are small and that most of its bytes are not in nodes at all.</p>
  <ul class="menu"><li><a href="/reply.php?do=newreply&amp;post={0}" rel="nofollow">Reply</a></li></ul>
</div>
"""


@pytest.mark.parametrize("method", ["correlativity", "valid-characters"])
def test_memory_stays_a_small_multiple_of_a_large_page(method):
    figures = run(f"''.join({POST!r}.format(i) for i in range(10_000_000 // {len(POST)}))", method)
    assert figures["times_the_page"] <= 12


def test_the_room_of_a_large_tree_is_given_back_before_its_lines_are_measured():
    posts = f"''.join({POST!r}.format(i) for i in range(10_000_000 // {len(POST)}))"
    assert run(posts, "mezmun")["times_the_page"] <= 10


def test_an_honest_page_of_many_tags_is_let_through():
    page = "<table>" + "<tr><td><font color=red><b>x</b></font><td><p>y<p>z" * 4_000 + "</table>"
    assert len(parse(page).text) == 12_000


def test_many_characters_are_refused():
    with pytest.raises(PageTooLargeError, match="characters"):
        parse("x" * (limits.MAX_CHARACTERS + 1))


def test_what_was_counted_does_not_keep_the_source():
    source = b"<p>text</p>" * 9
    before = getrefcount(source)
    scan = limits.scan(source)
    assert (scan.tags, getrefcount(source)) == (18, before)
