import duckdb
import pytest

from dashboard.feed_client import FeedClient
from examples import duckdb_file


@pytest.fixture
def feed(address, token):
    return FeedClient(address, token)


@pytest.fixture
def path(tmp_path):
    return str(tmp_path / "documents.duckdb")


def texts(path):
    with duckdb.connect(path, read_only=True) as connection:
        return connection.execute("SELECT url, text FROM documents ORDER BY id").fetchall()


def test_a_file_follows_what_is_new_changed_and_withdrawn(feed, path, stored, withdraw):
    stored({"http://a/1": "one", "http://a/2": "ئىككى"}, language="ug")
    duckdb_file.update(feed, path)
    assert texts(path) == [("http://a/1", "one"), ("http://a/2", "ئىككى")]
    stored({"http://a/3": "three"})
    withdraw("http://a/1")
    duckdb_file.update(feed, path)
    duckdb_file.update(feed, path)  # nothing is new
    assert texts(path) == [("http://a/2", "ئىككى"), ("http://a/3", "three")]
    with duckdb.connect(path) as connection:
        assert connection.execute("SELECT record ->> 'language' FROM documents WHERE id = 2").fetchone() == ("ug",)


def test_it_goes_on_where_it_was_stopped(feed, path, stored, monkeypatch):
    stored({f"http://a/{number}": str(number) for number in range(5)})
    monkeypatch.setattr(duckdb_file, "BATCH", 2)
    write, batches = duckdb_file.write, []

    def stopped(connection, batch):
        write(connection, batch)
        batches.append([entry["document"]["text"] for entry in batch])
        if len(batches) == 2:
            raise KeyboardInterrupt  # after the work, before it is committed

    monkeypatch.setattr(duckdb_file, "write", stopped)
    with pytest.raises(KeyboardInterrupt):
        duckdb_file.update(feed, path)
    assert [text for _, text in texts(path)] == ["0", "1"]
    duckdb_file.update(feed, path)
    assert batches == [["0", "1"], ["2", "3"], ["2", "3"], ["4"]]
    assert [text for _, text in texts(path)] == list("01234")
