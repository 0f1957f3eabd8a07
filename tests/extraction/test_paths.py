import time

from extraction import parse
from extraction.paths import DEEPEST, paths


def test_steps_are_numbered_among_siblings_of_their_name():
    page = parse("<body><p>a</p><div><p>b<p>c</div><p>d<x-y>e</x-y><x-z>f</x-z></body>")
    assert paths(page, page.owner.tolist()) == [
        "/html/body/p[1]", "/html/body/div/p[1]", "/html/body/div/p[2]", "/html/body/p[2]",
        "/html/body/p[2]/*[1]", "/html/body/p[2]/*[2]",
    ]  # fmt: skip


def test_what_lies_very_deep_is_named_by_its_ancestor():
    page = parse("<p>first</p>" + "<div>" * 1000 + "deep" + "<b>deeper</b>" * 3)
    shallow, *deep = paths(page, page.owner.tolist())
    assert shallow == "/html/body/p"
    assert set(deep) == {"/html/body" + "/div" * (DEEPEST - 2)}


def test_a_page_of_many_parents_is_named_in_a_moment():
    page = parse("<div><p>x</p></div>" * 100_000)
    begun = time.process_time()
    found = paths(page, page.owner.tolist())
    assert found[-1] == "/html/body/div[100000]/p"
    assert time.process_time() - begun < 10  # looking for siblings in the whole page, it took minutes
