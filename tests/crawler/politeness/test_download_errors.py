import pytest
from scrapy import Request
from scrapy.exceptions import (
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
)
from scrapy.utils._download_handlers import get_maxsize_msg

from crawler.politeness.download_errors import words_of
from mezmun.core.reasons import SENTENCES, sentence_of

LOST = "[<twisted.python.failure.Failure twisted.internet.error.ConnectionLost: Connection lost.>]"


def too_large(page):
    return DownloadCancelledError(get_maxsize_msg(9_999, 5_000, Request(page), expected=True))


@pytest.mark.parametrize(
    "error_of",
    [
        lambda page: DownloadTimeoutError(f"Getting {page} took longer than 6.0 seconds."),
        too_large,
        lambda _: ResponseDataLossError(),
        lambda _: DownloadConnectionRefusedError("Connection was refused by other side: 111: Connection refused."),
        lambda _: DownloadFailedError(LOST),
    ],
)
def test_the_failures_of_many_pages_are_one_reason_that_is_translated(error_of):
    reasons = {words_of(error_of(f"http://a/{number}")) for number in range(3)}
    assert len(reasons) == 1
    assert sentence_of(reasons.pop()) in SENTENCES


def test_what_a_reason_is_about_is_in_it():
    assert words_of(too_large("http://a/")) == "the page has more than 5,000 bytes"
    slow = DownloadTimeoutError("Getting http://a/ took longer than 6.5 seconds.")
    assert words_of(slow) == "the download took longer than 6.5 seconds"


def test_what_is_not_known_stays_as_it_is():
    assert words_of(DownloadTimeoutError("its tries took 3 seconds together")) == "its tries took 3 seconds together"
    assert words_of(ValueError("a\n  b")) == "a b"
    assert words_of(ValueError()) == "ValueError"
