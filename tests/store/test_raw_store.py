"""What every raw store does, in a folder and in a bucket."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest
import zstandard
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mezmun.core.errors import InvalidInputError
from store.opening import open_store
from store.packed_page import name_of
from store.raw_store import DamagedRawPageError, MissingRawPageError

EMPTY = hashlib.sha256(b"").hexdigest()


class Folder:
    """A store, and a way to what lies in it behind its back."""

    def __init__(self, root):
        self.store = open_store(root)

    def write(self, name, content):
        (self.store.root / name).write_bytes(content)

    def names(self):
        paths = (path for path in self.store.root.rglob("*") if path.is_file() and not path.name.startswith("."))
        return sorted(str(path.relative_to(self.store.root)) for path in paths)


class Bucket:
    def __init__(self, server):
        url = server.new_url()
        self.store, self.bucket, self.client = open_store(url), url.split("/")[2], server.client()

    def write(self, name, content):
        self.client.put_object(Bucket=self.bucket, Key=f"pages/{name}", Body=content)

    def names(self):
        listed = self.client.list_objects_v2(Bucket=self.bucket).get("Contents", ())
        return sorted(each["Key"].removeprefix("pages/") for each in listed)


@pytest.fixture(params=["folder", "bucket"])
def place(request, tmp_path):
    return Folder(tmp_path / "raw") if request.param == "folder" else Bucket(request.getfixturevalue("object_server"))


@pytest.fixture
def store(place):
    return place.store


@pytest.mark.slow
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(body=st.binary(max_size=5000))
def test_bytes_come_back_as_they_were(store, body):
    stored = store.put(body)
    assert stored.sha256 == hashlib.sha256(body).hexdigest()
    assert store.get(stored.sha256) == body


def test_a_page_is_kept_compressed_and_once_under_the_name_of_its_address(place):
    body = b"<p>again and again</p>" * 1000
    stored = place.store.put(body)
    assert (stored.size, stored.compression) == (22000, "zstd")
    assert stored.stored_size < 200
    assert place.store.put(body) == stored
    assert place.names() == [name_of(stored.sha256)]
    [(address, put_at)] = place.store.addresses()
    assert address == stored.sha256
    assert abs(datetime.now(UTC) - put_at) < timedelta(hours=1)


def test_many_writers_of_the_same_page_all_succeed_and_leave_one_object(place):
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(place.store.put, [b"same" * 5000] * 40))) == 1
    assert len(place.names()) == 1


def test_missing_bytes_and_damaged_ones_are_different_errors(place):
    store = place.store
    with pytest.raises(MissingRawPageError, match=EMPTY):
        store.get(EMPTY)
    sha256 = store.put(b"sound").sha256
    for damaged in (b"\x28\xb5\x2f\xfd broken", zstandard.compress(b"other bytes"), b""):
        place.write(name_of(sha256), damaged)
        with pytest.raises(DamagedRawPageError, match=sha256):
            store.get(sha256)


def test_putting_damaged_bytes_again_mends_them(place):
    sha256 = place.store.put(b"sound").sha256
    place.write(name_of(sha256), b"")
    assert place.store.put(b"sound").stored_size > 0
    assert place.store.get(sha256) == b"sound"


def test_deleting_is_final_and_may_be_repeated(store):
    sha256 = store.put(b"x").sha256
    store.delete(sha256)
    store.delete(sha256)
    with pytest.raises(MissingRawPageError):
        store.get(sha256)


@pytest.mark.parametrize("address", ["", "../../etc/passwd", "AB" * 32, "ab" * 31, "ab" * 32 + "\n"])
def test_only_an_address_is_looked_up(store, address):
    with pytest.raises(InvalidInputError, match="SHA-256"):
        store.get(address)


def test_what_else_lies_there_is_no_page(place):
    sha256 = place.store.put(b"x").sha256
    place.write(f"{sha256[:2]}/{sha256[2:4]}/notes.txt", b"y")
    assert [address for address, _ in place.store.addresses()] == [sha256]
    assert place.store.remove_unfinished(datetime.now(UTC) + timedelta(hours=1)) == 0
