"""The content as the bodies of posts have it is what plain Python makes, record by record."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction import parse
from extraction.page import tags
from extraction.threads.records import Records, SiblingGroups, in_bodies

TAG = st.sampled_from(["div class=body", 'div class="body 2"', "div class=post", "b", "a", "p", "li"])
TEXT = st.sampled_from(["some words", "x", "<h1>y</h1>", "many, many words"])


def boxes(inside):
    """Boxes around what may be inside."""
    parts = st.tuples(TAG, st.lists(inside, min_size=1, max_size=3).map("".join))
    return parts.map(lambda box: f"<{box[0]}>{box[1]}</{box[0].split()[0]}>")


POST = st.lists(st.recursive(TEXT, boxes, max_leaves=6), min_size=2, max_size=3).map(
    lambda parts: f"<div class=post>{''.join(parts[1:])}<div class=body>{parts[0]}</div></div>"
)


def nearest(page, element, rows):
    while element >= 0 and element not in rows:
        element = int(page.parent[element])
    return rows.index(element) if element >= 0 else -1


def is_named(page, element):
    return any(page.signatures.all[page.signature[element]][1:])


def boxes_of(page, alike, content, quoted, rows):
    """The elements of one kind, at most one in a record, that are the bodies; None for none."""
    record = [nearest(page, element, rows) for element in range(len(page.tag))]
    kinds = {}
    for element, of in enumerate(record):
        if of >= 0 and element not in rows and page.last[element] > page.first[element]:
            name, above = (int(alike[page.signature[each]]) for each in (element, page.parent[element]))
            kinds.setdefault((name, above), []).append(element)
    of_all = sum(int(page.chars[text]) for text in np.flatnonzero(content) if record[page.owner[text]] >= 0)
    for name in {name for name, _ in kinds}:
        alike_in_name = {kind: elements for kind, elements in kinds.items() if kind[0] == name}
        first = next(iter(alike_in_name.values()))[0]
        if len(alike_in_name) > 1 and is_named(page, first):
            kinds[name, len(alike)] = [element for elements in alike_in_name.values() for element in elements]
    met = {record[page.owner[text]] for text in np.flatnonzero(content)}
    fit = []
    for kind, elements in sorted(kinds.items()):
        times = Counter(record[element] for element in elements)
        alone = [element for element in elements if times[record[element]] == 1]
        inside = [
            text
            for element in alone
            if record[element] in met
            for text in range(page.first[element], page.last[element])
        ]
        chars, marked = (
            sum(int(page.chars[text] * of[text]) for text in inside) for of in (content | ~quoted, content)
        )
        if len(alone) >= 0.8 * len(rows) and marked >= 0.5 * of_all and marked >= 0.8 * chars:
            is_passage = page.tag[elements[0]] in (tags.CODE["p"], tags.CODE["li"]) and not is_named(page, elements[0])
            fit.append((marked, is_passage, chars, kind, alone))
    most = max((marked for marked, *_ in fit), default=0)
    likely = [each[1:] for each in fit if each[0] >= 0.9 * most]
    return {record[element]: element for element in min(likely)[-1]} if likely else None


def in_python(page, alike, content, in_boxes, quoted, rows):
    boxes = boxes_of(page, alike, content, quoted, rows)
    if boxes is None:
        return None
    of = [nearest(page, owner, rows) for owner in page.owner.tolist()]
    inside = [any(page.first[box] <= text < page.last[box] for box in boxes.values()) for text in range(len(of))]
    telling = {of[text] for text in range(len(of)) if content[text] and inside[text] and not quoted[text]}
    stays = []
    for text, record in enumerate(of):
        title = page.tag[page.owner[text]] in (tags.CODE["h1"], tags.CODE["h2"])
        outside = not page.in_link[text] if record < 0 else record not in boxes
        whole = inside[text] and record in boxes and (record not in telling or in_boxes[text])
        stays.append(bool(content[text] and (inside[text] or title or outside)) or whole)
    return stays


@pytest.mark.slow
@settings(max_examples=400)
@given(POST, st.integers(2, 5), st.lists(POST, min_size=1, max_size=2), st.data())
def test_content_is_what_the_bodies_hold(post, times, others, data):
    page = parse("x<a>y</a>" + post * times + "".join(others))
    rows = [row for row in range(len(page.tag)) if page.signatures.all[page.signature[row]][1] == "post"]
    content = np.ones(len(page.text), dtype=bool)
    content[data.draw(st.lists(st.integers(1, len(page.text) - 1), max_size=6))] = False
    among = SiblingGroups(page, range(len(page.tag)))
    of = np.array([nearest(page, owner, rows) for owner in page.owner.tolist()], dtype=np.int32)
    marks = st.lists(st.booleans(), min_size=len(content), max_size=len(content)).map(np.array)
    in_boxes, quoted = data.draw(marks), data.draw(marks)
    records = Records(np.array(rows, dtype=np.int32), of, has_leading_box=False, groups=among)
    inside = in_bodies(page, content, in_boxes, quoted, records)
    assert (None if inside is None else inside.tolist()) == in_python(
        page, among.alike, content, in_boxes, quoted, rows
    )


def test_what_a_post_within_has_is_not_counted_for_the_post_around_it():
    post = "<div class=post>{}<div class=body>some words</div></div>"
    around = f"<div class=post>{post.format('')}<div class=body><div class=post>some words</div></div></div>"
    page = parse(f"x{post.format('many words, many') * 2}{post.format('some words')}{around}")
    rows = [row for row in range(len(page.tag)) if page.signatures.all[page.signature[row]][1] == "post"]
    among, content = SiblingGroups(page, range(len(page.tag))), np.ones(len(page.text), dtype=bool)
    of = np.array([nearest(page, owner, rows) for owner in page.owner.tolist()], dtype=np.int32)
    records = Records(np.array(rows, dtype=np.int32), of, has_leading_box=False, groups=among)
    assert in_python(page, among.alike, content, ~content, ~content, rows) is None
    assert in_bodies(page, content, ~content, ~content, records) is None


def test_marks_of_other_texts_are_refused():
    page = parse("<div>x</div>")
    nothing = np.zeros(2, dtype=np.int32)
    records = Records(nothing[:1], nothing, has_leading_box=False, groups=SiblingGroups(page, range(len(page.tag))))
    with pytest.raises(ValueError, match="An array of 2 numbers stands where C expects 1"):
        in_bodies(page, nothing > 0, nothing > 0, nothing > 0, records)
