"""Groups are what gathering names without numbers in dictionaries finds."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction import parse
from extraction.threads.records import SiblingGroups

VALUE = st.lists(st.sampled_from(["a", "B", "c1", "12", " ", "\xa0", "&", "é", "٣", "İ", "x" * 399]), max_size=16)
OPENED = st.tuples(st.sampled_from(["div", "p", "b"]), *[VALUE.map("".join)] * 3).map(
    lambda each: '<{} class="{}" id="{}" role="{}">x'.format(each[0], *(v.replace("&", "&amp;") for v in each[1:]))
)
PAGE = st.lists(OPENED | st.sampled_from(["</div>", "</p>", "</b>"]), max_size=25).map("".join).map(parse)


def plain(signature):
    """Give the words of a signature, and what it shares with those of its class, whatever the numbers, and the id."""
    has_class = signature[1] != ""
    _, classes, identifier, role = (each[:400] if isinstance(each, str) else each for each in signature)
    classes, numberless = re.sub(r"\d", "", classes), re.sub(r"\d", "", identifier)
    words = [".".join(("", name)) for name in "".join(map(str.lower, classes)).split()[:12]]
    words += [f"#{''.join(map(str.lower, numberless))}"] if numberless != signature[2] else []
    return dict.fromkeys([*words, *([f"@{role}"] if role else [])]), (
        signature[0],
        classes,
        "" if has_class else numberless,
        role,
    )


def groups_of(page, among):
    """Give the groups, of at least two, in the order of their words, parents' names and tags."""
    words, names = zip(*map(plain, page.signatures.all), strict=True)
    here = {page.signature[row] for row in among}
    alike = {name: number for number, name in enumerate(dict.fromkeys(names[number] for number in sorted(here)))}
    of_words = {(page.signatures.all[n][0], word): [] for n in sorted(here) for word in words[n]}
    of_children = {}
    for row in among:
        for word in words[page.signature[row]]:
            of_words[int(page.tag[row]), word].append(row)
        if row > among.start:
            above = alike[names[page.signature[page.parent[row]]]]
            of_children.setdefault((above, int(page.tag[row])), []).append(row)
    every = [*of_words.values(), *(of_children[each] for each in sorted(of_children))]
    same = [alike[each] if number in here else -1 for number, each in enumerate(names)]
    return [each for each in every if len(each) > 1], same


@pytest.mark.slow
@given(PAGE, st.data())
def test_groups_are_those_that_share_a_name_without_numbers(page, data):
    first = data.draw(st.integers(0, len(page.tag) - 1))
    among = range(first, int(page.end[first]))
    groups = SiblingGroups(page, among)
    expected, alike = groups_of(page, among)
    start = groups.start.tolist()
    assert [groups.row[a:b].tolist() for a, b in pairwise(start)] == expected
    assert groups.alike.tolist() == alike
    for row in among:
        words, _ = plain(page.signatures.all[page.signature[row]])
        assert groups.words(row) == {word[1:] for word in words}


def test_elements_that_are_not_the_pages_are_refused():
    with pytest.raises(ValueError, match="3 elements"):
        SiblingGroups(parse("x"), range(1, 4))
