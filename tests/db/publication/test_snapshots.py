from contextlib import closing

import pytest
from sqlalchemy import event

from db.publication.changes import Filter, number_changes
from db.publication.snapshots import read_snapshot, snapshot_size, snapshot_time
from mezmun.benchmark.synthetic_documents import fill_database
from tests.db.world import NOW, World


def test_a_snapshot_is_what_there_was_at_a_position(engine):
    with engine.begin() as connection:
        world = World(connection)
        first = world.fetched("http://a/1", b"1")
        world.store(first, "one")
    number_changes(engine)
    with engine.begin() as connection:
        world = World(connection)
        world.store(first, "changed", code_version="2")
        world.store(world.fetched("http://a/2", b"2"), "two")
    number_changes(engine)

    def texts(position, base=0):
        with engine.connect() as connection:
            batch = read_snapshot(connection, position=position, after=0, limit=9, wanted=Filter(), base=base)
            assert snapshot_size(connection, position=position, base=base) == len(batch.records)
            return [record["text"] for record in batch.records]

    assert texts(1) == ["one"]
    assert texts(3) == ["changed", "two"]
    assert texts(3, base=1) == ["changed", "two"]
    assert texts(3, base=2) == ["two"]
    with engine.connect() as connection:
        assert snapshot_time(connection, 0) is None
        assert snapshot_time(connection, 1) < snapshot_time(connection, 3)


@pytest.mark.new_database
def test_a_batch_reads_the_changes_of_its_pages_and_not_those_of_all_behind_them(engine):
    sites = 4
    fill_database(engine, 3000, site_count=sites, words=3, now=NOW)
    steps = []

    def explain(connection, _cursor, statement, parameters, *_):
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", parameters)
            steps.extend(_rows_of_steps(cursor.fetchall()[0][0][0]["Plan"]))

    with engine.connect() as connection:
        event.listen(engine, "before_cursor_execute", explain)
        batch = read_snapshot(connection, position=3000, after=10, limit=20, wanted=Filter())
    assert len(batch.records) == 20
    assert max(steps) <= 2 * 20  # 3,000, when the rest of the log is sorted for each batch


def _rows_of_steps(plan):
    yield plan["Actual Rows"]
    for part in plan.get("Plans", ()):
        yield from _rows_of_steps(part)
