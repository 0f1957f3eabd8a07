from datetime import timedelta

import pytest

from db import sites
from db.crawling import control
from db.models import StoredSite as SiteRow
from mezmun.core.errors import InvalidInputError
from mezmun.core.sites.site_schema import Site, SiteKind
from tests.db.world import NOW


def row(world):
    columns = (SiteRow.next_due_at, SiteRow.hosts, SiteRow.enabled)
    return world.connection.execute(SiteRow.__table__.select().with_only_columns(*columns)).one()


def test_a_site_is_due_when_its_file_is_new_or_changed_and_else_keeps_its_place_in_the_schedule(world):
    world.site()
    assert row(world) == (NOW, ["a"], True)
    later, then = NOW + timedelta(hours=1), NOW + timedelta(minutes=1)
    control.make_due(world.connection, "news", now=later)
    world.site()
    assert row(world) == (later, ["a"], True)
    changed = Site(name="news", kind=SiteKind.NEWS, seeds=("http://b/",), enabled=False)
    for now in (then, later):
        sites.sync_site(world.connection, changed, now=now)
        assert row(world) == (then, ["b"], False)
    assert sites.site_config(world.connection, "news")["seeds"] == ["http://b/"]


def test_a_site_that_is_not_there_is_named(world):
    with pytest.raises(InvalidInputError, match="nowhere"):
        sites.site_config(world.connection, "nowhere")
