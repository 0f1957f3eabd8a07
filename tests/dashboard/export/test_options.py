"""By which usage signals a page refuses a use."""

import pytest

from dashboard.export.options import SIGNALS, refuses
from dashboard.pages.exports import RESPECTED


@pytest.mark.parametrize(
    ("signals", "refused"),
    [
        ({"robots": ["noarchive"]}, "noarchive"),
        ({"robots": ["nocache"]}, "noarchive"),
        ({"robots": ["noai", "nofollow"]}, "noai"),
        ({"content-signal": "search=yes, AI-train=no"}, "ai-train"),
        ({"content-signal": "search=yes, ai-train=yes"}, None),
        ({"tdm-reservation": "1"}, "tdm-reservation"),
        ({"tdm-reservation": "0"}, None),
        ({"robots": ["nofollow"]}, None),
        ({}, None),
    ],
)
def test_a_page_refuses_a_use_by_each_of_the_signals(signals, refused):
    assert refuses(signals, SIGNALS) == refused
    assert refuses(signals, ()) is None


def test_the_dashboard_respects_signals_that_are_known():
    assert set(RESPECTED) <= set(SIGNALS)
