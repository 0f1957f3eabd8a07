"""robots.txt as RFC 9309 has it: the policy alone, with answers and a clock passed in."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest

from crawler.politeness.robots import LIFETIME, LONGEST_RETRY, RETRY_AFTER, SIZE_LIMIT, Answer, Robots, RobotsPolicy

BEGIN = datetime(2026, 1, 2, tzinfo=UTC)
URL = "http://example.org/a/b?c=1"


class Bench:
    """A policy with the answers it will get, one after the other (the last for ever), and a clock to turn."""

    def __init__(self, *answers: Answer, shelf=None) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []
        self.now = 0.0
        self.policy = RobotsPolicy(self._ask, lambda: BEGIN + timedelta(seconds=self.now), shelf)

    async def _ask(self, url: str) -> Answer:
        self.asked.append(url)
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]

    def ruling(self, url: str = URL):
        return asyncio.run(self.policy.ruling(url))


def text(body: str) -> Answer:
    return Answer(200, body.encode())


@pytest.mark.parametrize(
    "answer", [Answer(500), Answer(503), Answer(429), Answer(301), Answer(None, error="timed out")]
)
def test_what_cannot_be_read_forbids_everything(answer):
    ruling = Bench(answer).ruling()
    assert not ruling.allowed
    assert ruling.robots is Robots.UNREACHABLE
    assert "robots.txt could not be read" in ruling.detail


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410])
def test_a_client_error_allows_everything(status):
    assert Bench(Answer(status, b"User-agent: *\nDisallow: /")).ruling().robots is Robots.ABSENT


@pytest.mark.parametrize(
    ("body", "allowed"),
    [
        ("", True),
        ("User-agent: *\nDisallow: /", False),
        ("User-agent: *\nDisallow: /a/\nAllow: /a/b", True),
        ("User-agent: *\nDisallow: /*?c=", False),
        ("User-agent: Mezmun\nDisallow: /\n\nUser-agent: *\nAllow: /", False),
        ("User-agent: mezmun\nAllow: /\n\nUser-agent: *\nDisallow: /", True),
        ("User-agent: other\nDisallow: /", True),
        ("User-agent: github\nDisallow: /", True),  # a word of the contact address is not our name
        ("\ufeffUser-agent: *\r\nDisallow: /a\r\n", False),
        ("<html><body>Not found, but 200</body></html>", True),
        ("User-agent: *\nDisallow: /\0a", False),
    ],
)
def test_rules_are_obeyed(body, allowed):
    assert Bench(text(body)).ruling().allowed is allowed


@pytest.mark.parametrize(
    ("body", "path", "allowed"),
    [
        # 2.2.1: groups of one robot are one; its own holds alone; a name is compared whole, without version.
        (
            "User-agent: mezmun\nDisallow: /a\n\nUser-agent: x\nDisallow: /\n\nUser-agent: mezmun\nDisallow: /b",
            "/b",
            False,
        ),
        ("User-agent: *\nDisallow: /\n\nUser-agent: mezmun\nDisallow: /b", "/a", True),
        ("User-agent: x\nUser-agent: mezmun\nDisallow: /a", "/a", False),
        ("USER-AGENT: MEZMUN\nDISALLOW: /a", "/a", False),
        ("User-agent: mezmun/1.0\nDisallow: /a", "/a", False),
        ("User-agent: mez\nDisallow: /a", "/a", True),
        ("User-agent: mezmunbot\nDisallow: /a", "/a", True),
        ("User-agent: *bot\nDisallow: /a", "/a", True),
        ("Disallow: /\nUser-agent: *\nAllow: /", "/a", True),
        # 2.2.2: the longest rule counts, of two as long the one that allows; robots.txt itself is always allowed.
        ("User-agent: *\nAllow: /a/b\nDisallow: /a", "/a/b/c", True),
        ("User-agent: *\nAllow: /a\nDisallow: /a/b", "/a/b", False),
        ("User-agent: *\nDisallow: /a\nAllow: /a", "/a", True),
        ("User-agent: *\nDisallow:", "/a", True),
        ("User-agent: *\nDisallow: /A", "/a", True),
        ("User-agent: *\nDisallow: /%7Ea", "/~a/b", False),
        ("User-agent: *\nDisallow: /~a", "/%7Ea/b", False),
        ("User-agent: *\nDisallow: /a%2Fb", "/a/b", True),
        # 2.2.3: the characters that mean something.
        ("User-agent: * # all\nDisallow: /a # not this", "/a", False),
        ("User-agent: *\nDisallow: /*.php$", "/x.php", False),
        ("User-agent: *\nDisallow: /*.php$", "/x.php?a=1", True),
        ("User-agent: *\nDisallow: /a*c", "/abbbc/d", False),
        # 2.2.4: other lines do not interfere.
        ("User-agent: mezmun\nSitemap: http://example.org/s.xml\nDisallow: /a", "/a", False),
        ("User-agent: mezmun\nClean-param: x\nUser-agent: y\nDisallow: /a", "/a", False),
        ("User-agent: mezmun\rDisallow: /a\r", "/a", False),
        ("  User-agent :  *  \n  Disallow :  /a  ", "/a", False),
    ],
)
def test_the_corners_of_rfc_9309(body, path, allowed):
    assert Bench(text(body)).ruling(f"http://example.org{path}").allowed is allowed


def test_percent_encoded_letters_are_matched():
    bench = Bench(text("User-agent: *\nDisallow: /خەۋەر"))
    assert not bench.ruling("http://example.org/%D8%AE%DB%95%DB%8B%DB%95%D8%B1/1").allowed


def test_the_file_is_asked_for_once_a_day_and_host():
    bench = Bench(text(""))
    bench.ruling()
    bench.ruling("http://example.org/other")
    assert bench.asked == ["http://example.org/robots.txt"]
    bench.ruling("https://example.org:8443/x")
    assert bench.asked[1:] == ["https://example.org:8443/robots.txt"]
    bench.now = LIFETIME + 1
    bench.ruling()
    assert len(bench.asked) == 3


def test_a_rule_that_came_meanwhile_holds_after_a_day():
    bench = Bench(text(""), text("User-agent: *\nDisallow: /"))
    assert bench.ruling().allowed
    bench.now = LIFETIME + 1
    assert not bench.ruling().allowed


def test_an_unreachable_file_is_asked_for_again_within_minutes_then_ever_more_seldom_but_once_an_hour():
    bench = Bench(Answer(503))
    times = []
    for _ in range(3 * 288):
        before = len(bench.asked)
        assert not bench.ruling().allowed
        times += [bench.now / RETRY_AFTER] * (len(bench.asked) - before)
        bench.now += RETRY_AFTER
    assert times[:5] == [0, 1, 3, 7, 15]
    assert len(times) == 4 + 3 * 24 - 1
    assert max(later - earlier for earlier, later in pairwise(times)) == LONGEST_RETRY / RETRY_AFTER


class Shelf:
    """A table that several processes share."""

    def __init__(self) -> None:
        self.files = {}

    async def load(self, origin):
        return self.files.get(origin)

    async def save(self, file) -> None:
        self.files[file.origin] = file


def test_a_file_is_asked_for_once_a_day_by_all_processes_together():
    shelf = Shelf()
    first, second = (Bench(text("User-agent: *\nDisallow: /a/"), shelf=shelf) for _ in range(2))
    assert not first.ruling().allowed
    assert not second.ruling().allowed
    assert (len(first.asked), len(second.asked)) == (1, 0)
    second.now = LIFETIME + 1
    second.ruling()
    assert len(second.asked) == 1


def test_a_file_that_could_not_be_read_is_looked_for_where_others_keep_it():
    """As another process may have read it, or an operator wants it asked for at once."""
    shelf = Shelf()
    bench, other = Bench(Answer(503), text(""), shelf=shelf), Bench(text(""), shelf=shelf)
    assert not bench.ruling().allowed
    other.now = RETRY_AFTER + 1
    assert other.ruling().allowed
    assert bench.ruling().allowed
    assert len(bench.asked) == 1

    bench = Bench(Answer(503), text(""), shelf=(shelf := Shelf()))
    bench.ruling()
    shelf.files = {at: replace(file, asked_at=file.asked_at - timedelta(days=1)) for at, file in shelf.files.items()}
    assert bench.ruling().allowed
    assert len(bench.asked) == 2


@pytest.mark.parametrize(
    ("body", "signal"),
    [
        ("User-agent: *\nContent-Signal: search=yes, ai-train=no\nAllow: /", "search=yes, ai-train=no"),
        ("User-agent: other\nContent-Signal: search=no\n\nUser-agent: *\nAllow: /", None),
        ("User-agent: *\nContent-Signal: a\n\nUser-agent: x\nUser-agent: Mezmun\nContent-Signal: b", "b"),
        ("", None),
    ],
)
def test_the_content_signal_of_our_group_is_given(body, signal):
    assert Bench(text(body)).ruling().content_signal == signal


def test_a_file_that_comes_back_is_obeyed():
    bench = Bench(Answer(503), text("User-agent: *\nAllow: /"))
    assert not bench.ruling().allowed
    assert not bench.ruling().allowed
    assert len(bench.asked) == 1
    bench.now = RETRY_AFTER + 1
    assert bench.ruling().allowed


def test_the_old_copy_serves_while_the_file_cannot_be_read_again():
    bench = Bench(text("User-agent: *\nDisallow: /a/"), Answer(None, error="dropped"))
    bench.ruling()
    bench.now = LIFETIME + 1
    assert not bench.ruling().allowed
    assert bench.ruling("http://example.org/b").allowed


@pytest.mark.parametrize(
    ("body", "delay"),
    [
        ("User-agent: *\nCrawl-delay: 7", 7),
        ("User-agent: *\nCrawl-delay: 0.5", 0.5),
        ("User-agent: mezmun\nCrawl-delay: 3\n\nUser-agent: *\nCrawl-delay: 9", 3),
        ("User-agent: *\nRequest-rate: 1/10", 10),
        ("User-agent: *\nCrawl-delay: soon", 0),
    ],
)
def test_the_delay_it_asks_for_is_given(body, delay):
    assert Bench(text(body)).ruling().delay == delay


def test_an_absurd_delay_means_stay_away():
    ruling = Bench(text("User-agent: *\nCrawl-delay: 86400")).ruling()
    assert ruling.robots is Robots.DENIED
    assert "86400 seconds" in ruling.detail


def test_only_the_first_500_kib_count_and_no_half_line():
    padding = "# " + "x" * 97 + "\n"
    lines = padding * (SIZE_LIMIT // len(padding))
    body = lines + "Allow: /" + "y" * 50 + "\nUser-agent: *\nDisallow: /"
    assert Bench(text(body)).ruling().allowed
    assert not Bench(text("User-agent: *\nDisallow: /\n" + lines * 2)).ruling().allowed


def test_sitemaps_are_given():
    bench = Bench(text("Sitemap: http://example.org/s.xml\nUser-agent: *\nDisallow: /"))
    assert asyncio.run(bench.policy.sitemaps(URL)) == ("http://example.org/s.xml",)
    assert asyncio.run(Bench(Answer(503)).policy.sitemaps(URL)) == ()
