import threading
from itertools import islice

import pytest
import requests

from dashboard.feed_client import FeedClient


def test_it_goes_through_all_pages_of_the_feed(address, token, stored):
    stored({f"http://a/{number}": str(number) for number in range(7)})
    client = FeedClient(address, token)
    entries = list(client.changes(limit=2))
    assert [entry["document"]["text"] for entry in entries] == list("0123456")
    assert [entry["id"] for entry in client.changes(entries[4]["cursor"])] == [entry["id"] for entry in entries[5:]]
    assert list(client.changes(language="ug")) == []


def test_it_follows_what_comes(address, token, stored):
    later = threading.Timer(0.5, stored, [{"http://a/1": "late"}])
    later.start()
    (entry,) = islice(FeedClient(address, token).changes(follow=True), 1)
    assert entry["document"]["text"] == "late"
    later.join()


def test_a_refusal_is_an_error_that_says_what_the_server_says(address, token):
    with pytest.raises(requests.HTTPError, match="needs a token that is valid"):
        list(FeedClient(address, "mezmun_none").changes())
    with pytest.raises(requests.HTTPError, match="'x' is no cursor"):
        list(FeedClient(address, token).changes("x"))
