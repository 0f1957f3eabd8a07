import pytest

from mezmun.core.outcomes import Outcome, outcome_of_content
from normalization import ContentKind

NOT_HTML = [ContentKind.FEED, ContentKind.SITEMAP, ContentKind.JSON, ContentKind.TEXT, ContentKind.FILE]


@pytest.mark.parametrize(
    ("kind", "outcome"),
    [
        (ContentKind.EMPTY, Outcome.EMPTY),
        (ContentKind.UNREADABLE, Outcome.UNDECODABLE),
        *((kind, Outcome.NOT_HTML) for kind in NOT_HTML),
    ],
)
def test_every_kind_of_body_without_html_has_its_outcome(kind, outcome):
    assert outcome_of_content(kind) is outcome


def test_no_kind_of_content_is_left_out():
    assert {ContentKind.HTML, ContentKind.EMPTY, ContentKind.UNREADABLE, *NOT_HTML} == set(ContentKind)
