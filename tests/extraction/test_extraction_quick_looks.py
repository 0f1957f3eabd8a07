"""Many rules are asked only where a quick look says that they may hold. Here every look says so, of labelled pages.

A look restates its rule by hand, and one that drifts from it loses text in silence. Where a look is of a text, a
property beside the tests of its module holds it to its rule as well, on lines made of the tables.
"""

import re

import pytest

from evaluation.data.datasets import read_sets
from extraction import extract
from extraction.attribution.forms import quote_lines, role_match
from extraction.attribution.within_lines import datelines, mails, mentions
from extraction.division.steps import Step
from normalization import decode

OPENED = (
    (Step, "on", lambda step, parts: step.run(parts)),
    (role_match, "_may_have", lambda *_: True),
    (quote_lines, "_may_be_header", lambda _: True),
    (mentions, "_MAY_MENTION", re.compile("")),
    (mails, "_LIKELY_CLOSING", re.compile("")),
    (datelines, "_LIKELY", re.compile("")),
)
EVERY = 5
"""Of so many labelled pages one is read: all of them hid nothing when this was written."""


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("owner", "name", "opened"), OPENED, ids=[name for _, name, _ in OPENED])
def test_a_quick_look_hides_nothing_of_a_labelled_page(labelled_data, monkeypatch, owner, name, opened):
    pages = [page for data_set in read_sets([labelled_data]) for page in data_set.pages][::EVERY]
    html = {page.id: (decode(page.body()).text, page.url) for page in pages}
    looked = {number: extract(*page).blocks for number, page in html.items()}
    monkeypatch.setattr(owner, name, opened)
    assert {number: extract(*page).blocks for number, page in html.items()} == looked
