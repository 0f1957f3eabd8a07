from extraction import parse
from extraction.rendering.paths import DEEPEST, paths
from tests.growth import MOST, TIMES, growth


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


def test_siblings_are_not_looked_for_in_the_whole_page():
    pages = [parse("<div><p>x</p></div>" * many) for many in (5_000, 5_000 * TIMES)]
    assert paths(pages[1], pages[1].owner.tolist())[-1] == f"/html/body/div[{5_000 * TIMES}]/p"
    assert growth(lambda page: paths(page, page.owner.tolist()), *pages) < MOST
