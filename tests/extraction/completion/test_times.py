"""Times of day before the parts of a report are part of it."""

import pytest

from extraction.completion.times import times
from tests.extraction.completion.pages_for_tests import BEFORE, chosen_by


@pytest.mark.parametrize(
    "moments",
    [
        ("18:40", "18:05", "9:30"),
        ("18.40 Uhr", "18.05 Uhr", "17.30 Uhr"),
        ("6:40 PM",) * 3,
        ("18:40 CET", "18:05 CET", "17:30 GMT"),
    ],
)
def test_the_times_of_a_report_that_goes_on_are_part_of_it(moments):
    entries = "".join(f"<p><time>{each}</time></p><p>{BEFORE}</p>" for each in moments)
    assert chosen_by(times, f"<div>{entries}</div>") == [part for each in moments for part in (each, BEFORE)]
    headed = entries.replace(f"<p>{BEFORE}", f"<h3>Neues</h3><p>{BEFORE}")
    assert chosen_by(times, f"<div>{headed}</div>") == [part for each in moments for part in (each, "Neues", BEFORE)]


@pytest.mark.parametrize("words", [("18:40", "18:05"), ("2:1 (1:0)", "3:1", "4:2"), ("18:40", "neu", "18:05")])
def test_two_times_or_other_short_words_are_none_of_the_text(words):
    entries = "".join(f"<p>{each}</p><p>{BEFORE}</p>" for each in words)
    assert set(chosen_by(times, f"<div>{entries}</div>")) == {BEFORE}


def test_between_a_time_and_its_part_may_stand_how_long_ago_it_was():
    entry = f"<li><time>18:40</time><span>vor 2 Stunden</span><h3>Neues</h3><p>{BEFORE}</p>"
    assert chosen_by(times, f"<ol>{entry * 3}</ol>") == ["18:40", "Neues", BEFORE] * 3
    assert chosen_by(times, f"<ol>{entry * 3}</ol>".replace("vor 2 Stunden", "Lesen Sie auch diesen Bericht")) == [
        *[BEFORE] * 3
    ]
