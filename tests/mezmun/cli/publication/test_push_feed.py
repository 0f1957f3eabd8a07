import json

import pytest

from db import engine as databases
from db.publication.deliveries import set_delivered_position
from mezmun.core import settings
from tests.db.world import NOW, World


@pytest.mark.parametrize(
    ("options", "code", "sentence"),
    [
        ((), 2, "either --webhook URL or --exchange"),
        (("--webhook", "https://a.example/", "--exchange"), 2, "either --webhook URL or --exchange"),
        (("--webhook", "a.example"), 2, "must begin with http"),
        (("--webhook", "https://a.example/"), 1, "set MEZMUN_FEED_SECRET"),
    ],
)
def test_a_receiver_that_cannot_be_is_one_sentence(mezmun, options, code, sentence):
    ended, out, err = mezmun("feed", "push", "search", *options)
    assert (ended, out) == (code, "")
    assert sentence in err
    assert " INFO " not in err  # a wrong use is told alone


def test_a_site_that_is_not_there_is_one_sentence(mezmun):
    ended, out, err = mezmun("feed", "push", "search", "--exchange", "--once", "--site", "nwes")
    assert (ended, out) == (1, "")
    assert "There is no site 'nwes' in the database." in err


def test_with_nothing_to_send_it_ends_at_once(mezmun):
    ended, out, err = mezmun("feed", "push", "search", "--exchange", "--once")
    assert (ended, out) == (0, "0 changes delivered to search.\n"), err


def test_receivers_are_listed_with_how_far_they_are_and_forgotten(mezmun, database_url):
    engine = databases.connect(database_url)
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched(), "words")
        set_delivered_position(connection, "search", 0, now=NOW)
    engine.dispose()
    ended, out, err = mezmun("feed", "list", "--json")
    assert ended == 0, err
    assert json.loads(out) == {"name": "search", "position": 0, "behind": 1, "delivered_at": NOW.isoformat()}
    assert "changes to come" in mezmun("feed", "list")[1]
    assert mezmun("feed", "forget", "search")[:2] == (0, "The next push to search begins with the first change.\n")
    assert mezmun("feed", "list", "--json")[:2] == (0, "")
    ended, _, err = mezmun("feed", "forget", "search")
    assert (ended, "There is no receiver 'search'" in err) == (1, True)


def test_a_short_secret_stops_a_webhook_and_no_other_command(mezmun, monkeypatch):
    monkeypatch.setenv("MEZMUN_FEED_SECRET", "secret")
    ended, _, err = mezmun("feed", "push", "search", "--webhook", "https://a.example/")
    assert ended == 1
    assert "MEZMUN_FEED_SECRET has 6 characters, and needs 16 or more" in err
    assert mezmun("feed", "list", "--json")[0] == 0
    loaded = settings.load()
    assert "secret" not in repr(loaded).replace("feed_secret", "")
    assert "MEZMUN_FEED_SECRET" not in loaded.as_environment()
