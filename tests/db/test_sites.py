from datetime import UTC, datetime, timedelta

import pytest

from db import sites
from mezmun.core.errors import InvalidInputError
from mezmun.core.site_schema import Kind, Site

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def add_site(connection, name="news", now=NOW, seed="http://a/", enabled=True):
    sites.sync_site(connection, Site(name=name, kind=Kind.NEWS, seeds=(seed,), enabled=enabled), now=now)


@pytest.fixture
def connection(engine):
    with engine.begin() as connection:
        add_site(connection)
        yield connection


def test_a_new_site_is_due_at_once_and_leased_to_one_crawler_only(engine):
    with engine.begin() as connection:
        add_site(connection)
    with engine.connect() as first, engine.connect() as second:
        lease = sites.lease_due_site(first, now=NOW, seconds=60)
        assert lease.site == "news"
        assert sites.lease_due_site(second, now=NOW, seconds=60) is None  # while the first has not committed
        first.commit()
        assert sites.lease_due_site(second, now=NOW, seconds=60) is None
        assert sites.lease_site(second, "news", now=NOW, seconds=60) is None


def test_a_lease_that_ran_out_goes_to_the_next_and_cannot_be_renewed(connection):
    late = NOW + timedelta(seconds=61)
    first = sites.lease_due_site(connection, now=NOW, seconds=60)
    first = sites.renew_lease(connection, first, now=NOW, seconds=60)
    assert sites.lease_due_site(connection, now=NOW, seconds=60) is None
    second = sites.lease_due_site(connection, now=late, seconds=60)
    assert second.site == "news"
    assert sites.renew_lease(connection, first, now=late, seconds=60) is None
    sites.release_lease(connection, first, next_due_at=late)  # too late: it is the second's
    assert sites.renew_lease(connection, second, now=late, seconds=60) is not None


def test_a_released_site_is_not_due_before_its_time(connection):
    lease = sites.lease_due_site(connection, now=NOW, seconds=60)
    sites.release_lease(connection, lease, next_due_at=NOW + timedelta(hours=1))
    assert sites.lease_due_site(connection, now=NOW + timedelta(minutes=59), seconds=60) is None
    assert sites.lease_due_site(connection, now=NOW + timedelta(minutes=61), seconds=60).site == "news"


def test_the_site_that_is_due_longest_comes_first_and_a_disabled_one_never(connection):
    add_site(connection, "older", now=NOW - timedelta(days=1))
    add_site(connection, "off", now=NOW - timedelta(days=2), enabled=False)
    names = [sites.lease_due_site(connection, now=NOW, seconds=60) for _ in range(3)]
    assert [lease and lease.site for lease in names] == ["older", "news", None]


def test_reading_a_site_file_again_keeps_its_place_in_the_schedule(connection):
    lease = sites.lease_due_site(connection, now=NOW, seconds=60)
    sites.release_lease(connection, lease, next_due_at=NOW + timedelta(hours=1))
    add_site(connection, seed="http://b/", now=NOW + timedelta(minutes=1))
    assert sites.lease_due_site(connection, now=NOW + timedelta(minutes=2), seconds=60) is None


def test_a_site_that_is_not_there_is_named(connection):
    with pytest.raises(InvalidInputError, match="nowhere"):
        sites.lease_site(connection, "nowhere", now=NOW, seconds=60)
