"""What is special about a raw store in a folder."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mezmun.core.errors import UnavailableError
from store.folder_store import MARKER, FolderStore
from store.opening import open_store
from store.packed_page import address_of, name_of


def test_a_writer_killed_in_the_middle_leaves_whole_objects_only(tmp_path):
    code = (
        "import sys, os; from store.opening import open_store; store = open_store(sys.argv[1])\n"
        "print('ready', flush=True)\n"
        "while True: store.put(os.urandom(300_000))"
    )
    writer = subprocess.Popen([sys.executable, "-c", code, str(tmp_path)], stdout=subprocess.PIPE, text=True)
    assert writer.stdout.readline() == "ready\n"
    store = open_store(tmp_path)
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
        open_store(tmp_path / "file" / "raw")


def test_a_store_is_not_written_to_when_it_is_opened_and_made_when_there_is_none(tmp_path):
    address = open_store(tmp_path / "raw").put(b"a page").sha256
    os.utime(tmp_path / "raw" / MARKER, (1, 1))
    assert open_store(tmp_path / "raw").get(address) == b"a page"
    assert (tmp_path / "raw" / MARKER).stat().st_mtime == 1
    assert list(open_store(tmp_path / "none yet").addresses()) == []


def test_a_store_opened_for_writing_is_refused_at_once_where_it_can_only_be_read(tmp_path, monkeypatch):
    open_store(tmp_path / "raw").put(b"a page")
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everywhere
    with pytest.raises(UnavailableError, match="no right to write"):
        open_store(tmp_path / "raw", for_writing=True)
    assert len(list(open_store(tmp_path / "raw").addresses())) == 1


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


def test_what_a_killed_writer_left_half_written_is_removed_when_it_is_old(tmp_path):
    store = FolderStore(tmp_path)
    sha256 = store.put(b"page").sha256
    (tmp_path / name_of(sha256)).with_name(".0123.part").write_bytes(b"half")
    now = datetime.now(UTC)
    assert store.remove_unfinished(now - timedelta(hours=1)) == 0
    assert store.remove_unfinished(now + timedelta(hours=1)) == 1
    assert [path.name for path in tmp_path.glob("??/??/*")] == [f"{sha256}.zst"]


def as_user(user, work):
    """Run in a child with the rights of a user whose group has number 13_000."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setgid(13_000)
            os.setuid(user)
            os.umask(0o007)
            work()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become two users")
def test_crawler_and_worker_can_be_two_users_of_one_group_and_nobody_else_reads():
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o711)
        root = Path(folder) / "raw"
        root.mkdir()
        os.chown(root, 0, 13_000)
        root.chmod(0o2770)
        sha256 = address_of(b"page")
        assert as_user(12_001, lambda: FolderStore(root).put(b"page")) == 0
        assert as_user(12_002, lambda: FolderStore(root).get(sha256)) == 0
        assert as_user(12_002, lambda: FolderStore(root).put(b"page")) == 0  # which touches the other's file
        assert as_user(12_002, lambda: FolderStore(root).put(b"another")) == 0
        assert as_user(12_001, lambda: FolderStore(root).get(address_of(b"another"))) == 0
        assert as_user(12_002, lambda: FolderStore(root).delete(sha256)) == 0
        assert [path for path in root.rglob("*") if path.stat().st_mode & 0o007] == []
