from db.publication.changes import Filter, number_changes
from db.publication.snapshots import read_snapshot, snapshot_size, snapshot_time
from tests.db.world import World


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
