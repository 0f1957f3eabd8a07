import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction import Observation, Template, select, update_template
from extraction.methods import site_containers
from extraction.methods.site_containers import MAX_CONTAINERS, SiteContainers
from extraction.methods.template import EXPIRY, MOST_LABELS, N1
from extraction.model import containers, features, mezmun
from extraction.model.forest import Forest, Table
from extraction.model.prediction import Forests
from extraction.page.node_table import parse


def measured(html):
    return features.measure(parse(html))


def container_of(html, line=0):
    return containers.of_lines(measured(html))[line]


def odds(*probabilities):
    return np.array(probabilities, dtype=np.float32)


def test_a_box_is_told_by_three_elements_names_without_their_numbers():
    html = '<div id="post-{0}"><div class="said s{0}"><p>Text number {0}</p></div></div>'
    assert container_of(html.format(1)) == container_of(html.format(27))
    assert container_of(html.format(1)) == container_of(f"<body><main>{html.format(1)}</main></body>")
    assert container_of(html.format(1)) != container_of(html.format(1).replace("said", "sign"))
    assert container_of(html.format(1)) != container_of(html.format(1).replace("post", "note"))
    assert container_of(html.format(1)) != container_of(html.format(1).replace("p>", "h2>"))


def test_a_cell_without_names_is_told_by_its_column():
    rows = measured("<table><tr><td>A<td>one<p>two<tr><td>B<td>three<p>four<tr><td class=c>C<td>five</table>")
    writer, text, more, other, also, again, named, last = containers.of_lines(rows).tolist()
    assert (writer, text, more) == (other, also, again)
    assert len({writer, text, more, named}) == 4
    assert last == text


def test_a_box_without_names_is_told_by_all_elements_up_to_the_first_that_has_one():
    html = "<div class={}><div><div><div><p>Text</p></div></div></div></div>"
    assert container_of(html.format("said")) == container_of(html.format("said"))
    assert container_of(html.format("said")) != container_of(html.format("sign"))
    in_list = f"<div>{html.format('said')}</div>".replace("<div><p>", "<ul><p>")
    assert container_of(html.format("said")) != container_of(in_list)
    unnamed = "<body>{}<p>Text"
    assert container_of(unnamed.format("<div><div><div><div>")) != container_of(unnamed.format("<div><div><div>"))


def test_a_page_teaches_the_mean_of_each_box_by_the_characters_of_its_lines():
    container, chars = np.array([7, 7, 9]), np.array([9, 29, 500], dtype=np.float32)
    means = containers.of_page(container, odds(0.5, 0.9, 0.1), chars)
    assert means == {7: round(100 * np.log(9) * 30 / 40), 9: round(-100 * np.log(9))}


def test_lines_move_half_way_to_what_many_pages_have_in_their_box_and_others_stay():
    known = SiteContainers({7: (50, 50 * 300, 1), 9: (2, 2 * -200, 1)})
    moved = known.beside(np.array([7, 9, 11]), odds(0.5, 0.5, 0.5))
    of_all, of_two = 3.0 * 0.5 * 50 / 52, -2.0 * 0.5 * 2 / 4
    assert moved == pytest.approx([1 / (1 + np.exp(-of_all)), 1 / (1 + np.exp(-of_two)), 0.5])
    assert SiteContainers().beside(np.array([7]), odds(0.3)) == pytest.approx([0.3])


def test_pages_of_long_ago_count_for_less():
    known = SiteContainers({7: (50, 50 * 400, 1)})
    for batch in range(2, 7):
        known = known.learned({7: (10, 10 * -400)}, batch, EXPIRY)
    pages, total, last = known.known[7]
    assert (pages, last) == (50, 6)
    assert total < 0


def test_a_box_that_the_site_no_longer_has_is_forgotten():
    known = SiteContainers().learned({7: (10, 0), 9: (10, 0)}, 1, EXPIRY)
    for batch in range(2, EXPIRY + 1):
        known = known.learned({9: (10, 0)}, batch, EXPIRY)
    assert set(known.known) == {7, 9}
    assert set(known.learned({9: (10, 0)}, EXPIRY + 1, EXPIRY).known) == {9}


def test_of_too_many_boxes_those_on_most_pages_stay(monkeypatch):
    monkeypatch.setattr(site_containers, "MAX_CONTAINERS", 2)
    assert set(SiteContainers().learned({1: (3, 0), 2: (9, 0), 3: (5, 0)}, 1, EXPIRY).known) == {2, 3}


def test_a_page_of_endless_boxes_teaches_nothing():
    container, chars = np.arange(2001), np.ones(2001, dtype=np.float32)
    assert containers.of_page(container, odds(*[0.5] * 2001), chars) == {}
    assert len(containers.of_page(container[1:], odds(*[0.5] * 2000), chars[1:])) == 2000


def test_pages_of_ever_other_boxes_do_not_swell_the_state():
    template = Template()
    for number in range(N1 - 1):
        template = template.update(Observation(containers=dict.fromkeys(range(number * 1500, (number + 1) * 1500), 0)))
    assert len(template.pending_containers) == MAX_CONTAINERS


def test_a_page_of_too_many_labels_teaches_no_boxes_either():
    html = "<body>" + "".join(f"<p>label {number}</p>" for number in range(MOST_LABELS + 1)) + "</body>"
    assert observation(html) == Observation()


PAGE = """<html><head><title>{title}</title></head><body><div class="rep"><h1>{title}</h1><div class="tex">{text}</div>
<div class="far">{aside}</div></div></body></html>"""
LONG = "<p>The river rose again today, and by noon the lower bridge was closed to everything but boats.</p>" * 6
PAGES = [
    PAGE.format(title=f"River report {number}", text=LONG, aside=f"About the rain gauges, part {number}")
    for number in range(N1)
]
SHORT = PAGE.format(title="River report 17", text="<p>Nothing new.</p>", aside="About the rain gauges, part 18")


def observation(html, template=None):
    return select(html, "mezmun", template=template or Template()).observation


def test_what_other_pages_have_in_a_box_counts_for_a_page_in_doubt():
    template = update_template(map(observation, PAGES))
    page = parse(SHORT)
    alone, beside = mezmun.shipped().judge(page), mezmun.shipped().judge(page, template)
    place = page.text.index("Nothing new.")
    assert beside.probability[beside.line[place]] > alone.probability[alone.line[place]]


def test_what_a_page_teaches_is_what_was_thought_of_it_alone():
    template = update_template(map(observation, PAGES))
    assert observation(SHORT, template).containers == observation(SHORT).containers


def test_a_lesson_and_a_state_survive_json_and_hold_no_names():
    html = SHORT.replace("tex", "said-by-aygul")
    one = observation(html)
    assert Observation.from_json(json.loads(json.dumps(one.to_json()))) == one
    template = update_template([observation(html)] * N1).update(one)
    state = json.dumps(template.to_json())
    assert Template.from_json(json.loads(state)) == template
    assert "aygul" not in state


def test_boxes_raise_the_version_with_each_batch_that_changes_them():
    template = update_template(map(observation, PAGES))
    assert (template.version, template.batches) == (1, 1)
    for html in PAGES:
        template = template.update(observation(html))
    assert (template.version, template.batches) == (2, 2)


def test_methods_that_say_nothing_of_boxes_teach_labels_alone():
    taught_by = select(SHORT, "template-svm", template=Template()).observation
    assert taught_by.labels
    assert not taught_by.containers
    assert select(SHORT, "mezmun").observation == Observation()
    assert select(SHORT, "valid-characters", template=Template()).observation == Observation()


ODDS = np.arange(-8, 8, 1 / 64) + 1 / 128
CURVE = (1 / (1 + np.exp(-ODDS))).astype(np.float32)


def tree(feature, *odds):
    """A tree that gives lines odds (in steps of the curve) by the whole value of a feature, 0 to 7."""
    column, threshold = np.zeros((3, 1), dtype=np.int16), np.array([[1.5], [3.5], [5.5]], dtype=np.float32)
    value = np.zeros((1, 8), dtype=np.int16)
    value[0, [0, 1, 3, 7]] = odds
    return Forest((feature,), column, threshold, value, CURVE, 0, 1)


FOREST = tree("row", 0, 300, 700, 1023)


def pooled(rows, boxes, chars):
    names = ("row", "since-title", "since-headline", "in-comments", "sentence", "chars")
    values = np.zeros((len(names), len(rows)), dtype=np.float32)
    values[0], values[-1] = rows, chars
    return Forests(FOREST, FOREST, FOREST).predict(Table(names, values), np.array(boxes, dtype=np.int64), {})[0]


def test_a_line_alone_in_its_box_is_held_for_what_it_says_itself():
    assert pooled([0, 2, 4, 6], [1, 2, 3, 4], [50] * 4).tolist() == CURVE[[0, 300, 700, 1023]].tolist()


def test_lines_in_one_box_are_held_for_more_like_each_other_and_the_long_ones_count_for_more():
    alone = CURVE[[300, 700, 700]]
    short, long, other = pooled([2, 4, 4], [7, 7, 8], [9, 39, 39])
    assert alone[0] < short < long < alone[1]
    assert other == alone[2]
    mean, share = (300 * 10 + 700 * 40) / 50, 0.8 * 1 / 1.5
    assert [short, long] == CURVE[[round(each + share * (mean - each)) for each in (300, 700)]].tolist()


@given(
    st.lists(
        st.tuples(st.sampled_from([0, 2, 4, 6]), st.sampled_from([1, 2, 3 << 40]), st.integers(0, 300)), min_size=1
    )
)
def test_boxes_are_pooled_as_plain_python_says(lines):
    odds_of_lines = pooled(*zip(*lines, strict=True))
    steps = {0: 0, 2: 300, 4: 700, 6: 1023}
    for (row, container, _), likely in zip(lines, odds_of_lines.tolist(), strict=True):
        inside = [(steps[other], min(chars, 80) + 1) for other, same, chars in lines if same == container]
        mean = sum(step * weight for step, weight in inside) / sum(weight for _, weight in inside)
        others = len(inside) - 1
        moved = steps[row] + 0.8 * others / (others + 0.5) * (mean - steps[row])
        assert any(likely == CURVE[int(moved + near)] for near in (0.5 - 1e-9, 0.5, 0.5 + 1e-9))


def test_a_probability_that_is_no_step_of_the_curve_is_read_as_the_nearest_and_kept_when_alone():
    threads = tree("row", 0, 310, 300, 800)
    names = ("row", "since-title", "since-headline", "in-comments", "sentence", "chars")
    values = np.zeros((len(names), 2), dtype=np.float32)
    values[0] = 2
    forests, kinds = Forests(threads, FOREST, FOREST), {"forum": 1.0}
    apart = forests.predict(Table(names, values), np.array([1, 2]), kinds)[0]
    together = forests.predict(Table(names, values), np.array([1, 1]), kinds)[0]
    assert apart == pytest.approx([(CURVE[310] + CURVE[300]) / 2] * 2)
    assert together.tolist() == [CURVE[305]] * 2


def test_boxes_that_are_not_those_of_the_lines_are_refused():
    with pytest.raises(ValueError, match="1 numbers stands where C expects 2"):
        pooled([0, 2], [1], [1, 1])
