import pytest


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
