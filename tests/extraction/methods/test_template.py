import json
import os
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from extraction import Observation, Template, extract, learn_template
from extraction.methods.template import (
    EXPIRY,
    LONGEST_LABEL,
    MOST_LABEL_CHARS,
    MOST_LABELS,
    N1,
    N2,
    N3,
    NEARNESS,
    Index,
    labels,
    observe,
    update_template,
)
from extraction.model.mezmun import known_share
from extraction.page.lines import lines_of
from extraction.page.node_table import parse


def page(*paragraphs):
    return parse("".join(f"<p>{text}</p>" for text in paragraphs))


def fed(template, pages):
    for one in pages:
        template = template.update(observe(one))
    return template


def test_what_three_of_ten_pages_have_is_template_and_what_two_have_is_not():
    pages = [
        page(f"story {i} {'abcdefghij'[i] * 9}", *["Imprint"] * (i < N2), *["Advert"] * (i < N2 - 1)) for i in range(N1)
    ]
    template = fed(Template(), pages)
    assert set(template.entries) == {("p", "Imprint")}
    assert (template.version, template.batches, template.pages, template.pending) == (1, 1, 0, {})


def test_pages_are_counted_not_repetitions_on_one_page():
    assert not learn_template([page("Reply", "Reply", "Reply"), page("other")]).entries


@pytest.mark.parametrize(
    ("known", "text", "near"),
    [
        ("Copyright 2012 Site", "Copyright 2013 Site", True),  # 19 characters: 2 edits
        ("Copyright 2012 Site", "Copyright 1987 Site", False),  # 4 edits
        ("Search", "search", False),  # fewer than 8 characters: none
        ("12345678", "1234567x", True),
        ("123456789", "12345678", True),  # 8 // 8 = 1 edit, between lengths
        ("1234567", "12345678", False),  # 7 // 8 = 0
    ],
)
def test_texts_are_near_up_to_an_eighth_of_the_shorter_one(known, text, near):
    assert (Index([("p", known)]).find(("p", text)) is not None) is near
    assert (Index([("p", text)]).find(("p", known)) is not None) is near


def test_another_tag_is_another_label():
    assert Index([("p", "Copyright")]).find(("div", "Copyright")) is None


def test_a_page_is_cleared_of_what_its_site_repeats():
    pages = [page(f"{'abc'[i] * 20} the story", f"Read {i} times since 2012", "Imprint") for i in range(3)]
    template = learn_template(pages)
    assert [label for label, noise in zip(labels(pages[0]), template.matches(pages[0]), strict=True) if not noise] == [
        ("p", "aaaaaaaaaaaaaaaaaaaa the story")
    ]


def test_an_entry_expires_when_the_site_no_longer_has_it():
    template = fed(Template(), [page("Old foot of the page")] * N1)
    assert template.entries
    template = fed(template, [page("New foot, quite another")] * N1 * (EXPIRY - 1))
    assert set(template.entries) == {("p", "Old foot of the page"), ("p", "New foot, quite another")}
    version = template.version
    template = fed(template, [page("New foot, quite another")] * N1)
    assert set(template.entries) == {("p", "New foot, quite another")}
    assert template.version == version + 1


def test_the_version_stays_while_the_entries_do():
    template = fed(Template(), [page("The same foot")] * N1)
    assert fed(template, [page("The same foot")] * N1).version == template.version


def test_the_state_survives_json_in_the_middle_of_a_batch():
    template = fed(Template(), [page("foot of the page", f"{i}" * 20) for i in range(N1 + 4)])
    again = Template.from_json(json.loads(json.dumps(template.to_json())))
    assert again == template
    assert fed(again, [page("foot of the page")]) == fed(template, [page("foot of the page")])


def test_a_state_of_a_version_alone_knows_nothing_and_goes_on_from_there():
    template = Template.from_json({"version": 7})
    assert template == Template(version=7)
    assert fed(template, [page("The same foot")] * N1).version == 8


def test_a_page_that_is_fetched_again_is_no_other_page():
    thread = observe(page("A post that stands where it stood an hour ago."))
    template = Template()
    for number in (1, 1, 1, 1, 2):
        template = template.update(thread, number)
    assert (template.pages, template.numbers, set(template.pending.values())) == (2, (1, 2), {2})
    for number in range(3, N1 + 1):
        template = template.update(observe(page("another")), number)
    assert not any("post" in text for _, text in template.entries)
    assert template.update(thread, 1).pages == 1  # in the next batch it counts again


def test_a_page_teaches_each_label_once_and_only_what_can_be_noise():
    assert observe(page("Reply", "Reply", "x" * (LONGEST_LABEL + 1))).labels == (("p", "Reply"),)
    numbered = [f"label {number}" for number in range(MOST_LABELS + 1)]
    assert len(observe(page(*numbered[1:])).labels) == MOST_LABELS
    assert observe(page(*numbered)) == Observation()
    assert Template().update(Observation()) == Template()


def test_addresses_of_persons_are_not_kept_and_are_matched_none_the_less():
    template = learn_template([page(f"Write to somebody.{i}@mail.example about it", "x") for i in range(N2)])
    assert "mail.example" not in json.dumps(template.to_json())
    assert template.matches(page("Write to somebody.else@mail.example about it")).all()


def test_a_page_without_text_has_no_labels():
    assert labels(parse("")) == []
    assert Template().matches(parse("")).size == 0


def test_a_phrase_within_a_sentence_is_no_noise_though_every_page_has_it():
    agency = "<a href='/agency'>Agency of the town</a>"
    pages = [parse(f"<p>{agency}</p><p>As {agency} was told, {'abc'[i] * 30}</p>") for i in range(N2)]
    assert learn_template(pages).matches(pages[0]).tolist() == [True, False, False, False]


def test_look_up_is_not_quadratic_in_the_library(monkeypatch):
    compared = 0
    within = Index._nearest

    def counting(index, text, known, *rest):
        nonlocal compared
        compared += len(known)
        return within(index, text, known, *rest)

    monkeypatch.setattr(Index, "_nearest", counting)
    known = [("p", f"{i:06d}" + "abcdefgh"[i % 8] * (i % 300)) for i in range(40_000)]
    index = Index(known)
    for _, text in known[::200]:
        index.find(("p", text[::-1]))
    assert 0 < compared < 200 * 40_000 / 5  # the lengths lie evenly: 150 letters are near 134 to 168, of 300


@given(st.text("ab \u0626\U0001f600", min_size=8, max_size=60), st.lists(st.text("ab \u0626\U0001f600"), max_size=20))
def test_the_nearest_label_is_the_one_of_fewest_edits(text, edited):
    known = [f"{text[: len(each)]}{each}{text[2 * len(each) :]}" for each in edited]
    match = Index([("p", each) for each in known]).find(("p", text))
    near = {each: Levenshtein.distance(text, each) for each in known}
    bounds = {each: min(len(text), len(each)) // NEARNESS for each in known}
    if text in near:
        assert match == ("p", text)
    elif match is None:
        assert all(edits > bounds[each] for each, edits in near.items())
    else:
        same_length = [edits for each, edits in near.items() if len(each) == len(match[1])]
        assert near[match[1]] == min(same_length) <= bounds[match[1]]


def test_the_front_door_takes_a_template():
    foot = "<div><p>This is the notice that the editors put below every text of the site, and so on.</p></div>"
    story = "<p>It was said that this was not what they had wanted to do, before the end of the year had come.</p>"
    pages = [f"<div>{story * 3}<b>{'abc'[i] * 9}</b></div>{foot}" for i in range(3)]
    template = learn_template(parse(html.replace(story * 3, f"<p>{i}{i}{i}</p>")) for i, html in enumerate(pages))
    assert "notice that" not in extract(pages[0], method="template-svm", template=template).text


@pytest.mark.slow
def test_the_same_pages_teach_the_same_in_every_process():
    learn = """
import json
from extraction import Observation, update_template
labels = [[("p", f"number {page} of {line} in the row of plums") for line in range(30)] for page in range(12)]
print(json.dumps(update_template([Observation(tuple(each)) for each in labels]).to_json()))
"""
    states = {
        subprocess.run(
            [sys.executable, "-c", learn],
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in range(3)
    }
    assert len(states) == 1


@pytest.mark.parametrize(
    "notice",
    [
        "This member was banned",
        "Rules of this forum: nothing against the law and nothing false may be posted; what breaks them is deleted.",
    ],
)
def test_what_stands_on_a_tenth_of_the_pages_is_template_and_a_rare_reply_is_not(notice):
    pages = [
        page(
            f"{chr(97 + i % 26) * 15} {i} the story",
            *[notice] * (i % 10 == 4),
            *["Thanks"] * (i % 13 == 5),
        )
        for i in range(N1 * EXPIRY)
    ]
    template = fed(Template(), pages)
    assert ("p", notice) in template.entries
    assert ("p", "Thanks") not in template.entries
    assert not any("story" in text for _, text in template.entries)


def test_what_was_rare_long_ago_is_not_counted_and_nothing_rare_is_left_in_the_state():
    rare, other = page("This member was banned"), [page(f"{chr(97 + i) * 15} story") for i in range(N1 - 1)]
    template = Template()
    for _ in range(N3 - 1):
        template = fed(template, [rare, *other])
    assert not template.entries.keys() & {("p", "This member was banned")}
    forgotten = fed(template, [page(f"{chr(97 + i) * 9} news") for i in range(N1)] * EXPIRY)
    assert len(forgotten.recent) == EXPIRY - 1
    assert ("p", "This member was banned") not in fed(forgotten, [rare, *other]).entries
    assert ("p", "This member was banned") in fed(template, [rare, *other]).entries
    again = Template.from_json(json.loads(json.dumps(template.to_json())))
    assert again == template
    assert update_template([observe(rare)], template).recent == ()


def test_a_long_text_that_few_pages_have_is_no_template():
    long = "x" * (MOST_LABEL_CHARS + 1)
    pages = [page(f"{chr(97 + i % 26) * 15} {i} the story", *[long] * (i % 10 == 4)) for i in range(N1 * EXPIRY)]
    assert ("p", long) not in fed(Template(), pages).entries


def test_controls_on_a_line_of_their_own_inside_the_text_are_seen():
    controls = "<a href='#1'>大</a> <a href='#2'>中</a> <a href='#3'>小</a> <a href='javascript:print()'>打印本页</a>"
    pages = [parse(f"<div>{'abc'[i] * 40}<br>{controls}<br>{'def'[i] * 40}</div>") for i in range(N2)]
    template = learn_template(pages)
    assert known_share(pages[0], template, lines_of(pages[0]).line_of).tolist() == [0.0, 1.0, 0.0]
    within = parse(f"<div>{'g' * 40} {controls} {'h' * 40}</div>")
    assert known_share(within, template, lines_of(within).line_of).tolist() == [0.0]
