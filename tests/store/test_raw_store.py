import hashlib
import shutil
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from mezmun.core.errors import ConfigurationError, InvalidInputError, UnavailableError
from store import raw_store
from store.raw_store import MARKER, FolderStore

EMPTY = hashlib.sha256(b"").hexdigest()


@pytest.fixture
def store(tmp_path):
    return raw_store.open_store(tmp_path / "raw")


def path_of(store, sha256):
    return store.root / sha256[:2] / sha256[2:4] / f"{sha256}.zst"


@pytest.mark.slow
@given(body=st.binary(max_size=5000))
def test_bytes_come_back_as_they_were(tmp_path_factory, body):
    store = raw_store.open_store(tmp_path_factory.getbasetemp() / "round-trip")
    stored = store.put(body)
    assert stored.sha256 == hashlib.sha256(body).hexdigest()
    assert store.get(stored.sha256) == body


def test_a_page_is_kept_compressed_and_once(store):
    body = b"<p>again and again</p>" * 1000
    stored = store.put(body)
    assert (stored.size, stored.compression) == (22000, "zstd")
    assert stored.stored_size == path_of(store, stored.sha256).stat().st_size < 200
    assert store.put(body) == stored
    assert [address for address, _ in store.addresses()] == [stored.sha256]


def test_many_writers_of_the_same_page_all_succeed_and_leave_one_file(store):
    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(store.put, [b"same" * 5000] * 40))) == 1
    assert sum(1 for path in store.root.rglob("*") if path.is_file() and path.name != MARKER) == 1


def test_missing_bytes_and_damaged_ones_are_different_errors(store):
    with pytest.raises(raw_store.MissingRawPageError, match=EMPTY):
        store.get(EMPTY)
    sha256 = store.put(b"sound").sha256
    path_of(store, sha256).write_bytes(b"\x28\xb5\x2f\xfd broken")
    with pytest.raises(raw_store.DamagedRawPageError, match=sha256):
        store.get(sha256)
    path_of(store, sha256).write_bytes(zstandard.compress(b"other bytes"))
    with pytest.raises(raw_store.DamagedRawPageError, match=sha256):
        store.get(sha256)
    path_of(store, sha256).write_bytes(b"")
    with pytest.raises(raw_store.DamagedRawPageError, match=sha256):
        store.get(sha256)


def test_putting_damaged_bytes_again_mends_them(store):
    sha256 = store.put(b"sound").sha256
    path_of(store, sha256).write_bytes(b"")
    assert store.put(b"sound").stored_size > 0
    assert store.get(sha256) == b"sound"


def test_deleting_is_final_and_may_be_repeated(store):
    sha256 = store.put(b"x").sha256
    store.delete(sha256)
    store.delete(sha256)
    with pytest.raises(raw_store.MissingRawPageError):
        store.get(sha256)


@pytest.mark.parametrize("address", ["", "../../etc/passwd", "AB" * 32, "ab" * 31, "ab" * 32 + "\n"])
def test_only_an_address_is_looked_up(store, address):
    with pytest.raises(InvalidInputError, match="SHA-256"):
        store.get(address)


def test_a_writer_killed_in_the_middle_leaves_whole_objects_only(tmp_path):
    code = (
        "import sys, os; from store.raw_store import open_store; store = open_store(sys.argv[1])\n"
        "print('ready', flush=True)\n"
        "while True: store.put(os.urandom(300_000))"
    )
    writer = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout.readline() == "ready\n"
    store = raw_store.open_store(tmp_path)
    while sum(1 for _ in store.addresses()) < 20:
        assert writer.poll() is None
    writer.send_signal(signal.SIGKILL)
    writer.wait()
    writer.stdout.close()
    stored = [store.get(address) for address, _ in store.addresses()]
    assert len(stored) >= 20


def test_a_folder_that_cannot_be_written_is_one_clear_sentence(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(UnavailableError, match=r"raw store .*file"):
        raw_store.open_store(tmp_path / "file" / "raw")


def test_a_file_url_is_a_folder_and_another_scheme_is_refused(tmp_path):
    store = raw_store.open_store(f"file://{tmp_path}/with%20space")
    assert store.root == tmp_path / "with space"
    with pytest.raises(ConfigurationError, match="s3://bucket"):
        raw_store.open_store("s3://bucket/prefix")


def gone(root):
    root.rename(root.with_name("elsewhere"))


def only_the_mount_point_is_left(root):
    root.rename(root.with_name("elsewhere"))
    root.mkdir()


@pytest.mark.parametrize("leave", [gone, only_the_mount_point_is_left])
def test_a_store_whose_disk_is_away_misses_no_page_and_nothing_is_written_to_its_place(tmp_path, leave):
    store = FolderStore(tmp_path / "raw")
    sha256 = store.put(b"page").sha256
    leave(store.root)
    for work in (
        lambda: store.get(sha256),
        lambda: store.get("0" * 64),
        lambda: store.put(b"page"),
        lambda: store.put(b"another"),
        lambda: store.delete(sha256),
        lambda: list(store.addresses()),
        store.free_bytes,
    ):
        with pytest.raises(UnavailableError):
            work()
    assert not store.root.exists() or list(store.root.iterdir()) == []
    shutil.rmtree(store.root, ignore_errors=True)
    store.root.with_name("elsewhere").rename(store.root)
    assert store.get(sha256) == b"page"


def test_a_folder_of_pages_without_a_marker_becomes_a_store_when_it_is_opened(tmp_path):
    sha256 = FolderStore(tmp_path).put(b"page").sha256
    (tmp_path / MARKER).unlink()
    assert FolderStore(tmp_path).get(sha256) == b"page"
