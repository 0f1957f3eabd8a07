"""Leases are tested with two processes' connections at once, for that is what they are for."""

import threading
import uuid
from datetime import timedelta

import pytest

from db.crawling import heartbeats, leases
from db.crawling.heartbeats import LiveProcess, ProcessKind
from db.sites import sync_site
from mezmun.core.errors import InvalidInputError
from mezmun.core.sites.site_schema import CrawlLimits, Site, SiteKind
from tests.db.world import NOW

LATER = NOW + timedelta(minutes=5)


def add_site(engine, name, seed="http://{}.example/", **more):
    site = Site(name=name, kind=SiteKind.NEWS, seeds=(seed.format(name),), **more)
    with engine.begin() as connection:
        sync_site(connection, site, now=NOW)


class Process:
    def __init__(self, engine, seen_at=NOW):
        self.engine = engine
        self.id = uuid.uuid4()
        self.beat(seen_at)

    def beat(self, seen_at):
        process = LiveProcess(self.id, ProcessKind.CRAWLER, "here", 1, NOW, seen_at)
        with self.engine.begin() as connection:
            heartbeats.beat(connection, process)

    def lease(self, now=NOW, limit=10):
        with self.engine.begin() as connection:
            leased = leases.lease_due_sites(connection, self.id, now=now, limit=limit)
        return sorted(site.name for site in leased)

    def named(self, name, now=NOW):
        with self.engine.begin() as connection:
            return leases.lease_site(connection, self.id, name, now=now)

    def release(self, name, next_due_at=LATER, **more):
        with self.engine.begin() as connection:
            leases.release_site(connection, self.id, name, next_due_at=next_due_at, **more)

    def has(self):
        with self.engine.connect() as connection:
            return leases.leased_sites(connection, self.id)


@pytest.fixture
def first(engine):
    return Process(engine)


@pytest.fixture
def second(engine):
    return Process(engine)


def test_a_due_site_goes_to_one_process_only(engine, first, second):
    for name in ("a", "b", "c"):
        add_site(engine, name)
    with engine.begin() as connection:
        leased = leases.lease_due_sites(connection, first.id, now=NOW, limit=2)
        assert second.lease() == ["c"]  # while the first has not committed
    assert {site.name for site in leased} == first.has() == {"a", "b"}
    assert second.lease() == []


def test_a_site_is_free_half_a_minute_after_its_process_died_and_not_while_it_lives(engine, first, second):
    add_site(engine, "a")
    assert first.lease() == ["a"]
    soon, late = NOW + timedelta(seconds=20), NOW + timedelta(seconds=30)
    assert second.lease(soon) == []
    first.beat(soon)
    assert second.lease(late) == []
    assert second.lease(soon + timedelta(seconds=30)) == ["a"]
    assert first.has() == set()
    first.release("a")  # too late: it is the second's
    assert second.has() == {"a"}


def test_a_process_that_ended_holds_nothing(engine, first, second):
    add_site(engine, "a")
    first.lease()
    with engine.begin() as connection:
        heartbeats.end(connection, first.id)
    assert second.lease() == ["a"]


def test_a_host_of_two_sites_is_asked_by_one_process(engine, first, second):
    add_site(engine, "portal", "http://www.both.example/")
    add_site(engine, "forum", "http://both.example/bbs/")
    add_site(engine, "other")
    assert first.lease(limit=1) == ["forum"]
    assert second.lease() == ["other"]
    assert first.lease() == ["portal"]
    for process in (first, second):
        process.beat(LATER)
    first.release("forum")
    assert second.lease(LATER) == []  # the portal still has the host
    first.release("portal")
    assert second.lease(LATER) == ["forum", "portal"]


def test_two_processes_that_want_one_host_in_the_same_moment_do_not_both_get_it(engine, first, second):
    add_site(engine, "portal", "http://both.example/")
    add_site(engine, "forum", "http://both.example/bbs/")
    with engine.connect() as connection:
        won = leases.lease_due_sites(connection, first.id, now=NOW, limit=1)
        result = []
        other = threading.Thread(target=lambda: result.extend(second.lease(limit=1)))
        other.start()
        other.join(0.3)
        connection.commit()
        other.join(10)
    assert [site.name for site in won] == ["forum"]
    assert result == []
    assert second.has() == set()


def test_a_host_that_asked_for_an_hour_is_left_alone_by_everybody(engine, first, second):
    add_site(engine, "a")
    first.lease()
    until = NOW + timedelta(hours=1)
    first.release("a", NOW, free_at={"a.example": until})
    assert second.lease(NOW + timedelta(minutes=59)) == []
    assert second.lease(until) == ["a"]


def test_the_pause_of_a_host_goes_to_the_next_process(engine, first, second):
    add_site(engine, "a")
    first.lease()
    until = NOW + timedelta(seconds=2)
    first.release("a", NOW, free_at={"a.example": until})
    assert dict(second.named("a").free_at) == {"a.example": until}


def test_paused_and_disabled_sites_are_leased_by_name_only(engine, first, execute):
    add_site(engine, "off", enabled=False)
    add_site(engine, "paused")
    execute("UPDATE sites SET paused_at = now() WHERE name = 'paused'")
    assert first.lease() == []
    assert first.named("off").name == "off"
    assert first.named("paused").name == "paused"


def test_a_site_in_other_hands_is_not_leased_by_name(engine, first, second):
    add_site(engine, "a")
    first.lease()
    assert second.named("a") is None
    with pytest.raises(InvalidInputError, match="nowhere"):
        second.named("nowhere")


def test_the_site_that_is_due_longest_comes_first(engine, first, execute):
    for number, name in enumerate("abc"):
        add_site(engine, name)
        execute(f"UPDATE sites SET next_due_at = next_due_at - interval '{number} hours' WHERE name = '{name}'")
    assert first.lease(limit=1) == ["c"]
    assert first.lease(limit=1) == ["b"]


def test_what_was_learned_of_a_site_comes_with_it(engine, first, execute):
    add_site(engine, "a")
    execute("UPDATE sites SET junk_parameters = '[\"distype\"]', failures = 3")
    site = first.named("a")
    assert (site.junk_parameters, site.failures, site.config["kind"]) == (("distype",), 3, "news")


def test_a_site_whose_file_changed_amid_its_crawl_stays_due_and_keeps_its_failures(engine, first, execute):
    add_site(engine, "a")
    execute("UPDATE sites SET failures = 7")
    leased = first.named("a")
    add_site(engine, "a", limits=CrawlLimits(pages=20))
    first.release("a", digest=leased.config_digest)
    assert first.lease() == ["a"]
    first.release("a", NOW)
    changed = first.named("a")
    assert changed.failures == 7
    first.release("a", digest=changed.config_digest, failures=8)
    assert first.lease() == []
    assert first.lease(LATER) == ["a"]
    first.release("a")
    assert first.named("a").failures == 8
