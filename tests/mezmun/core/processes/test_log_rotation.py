import time

from mezmun.core.processes import child_processes
from mezmun.core.processes.log_rotation import OLDER_FILES, older, rotate


def test_a_small_log_and_one_that_is_not_there_stay(tmp_path):
    log = tmp_path / "a.log"
    assert not rotate(log, 10)
    log.write_text("ten octets")
    assert not rotate(log, 10)
    assert list(tmp_path.iterdir()) == [log]


def test_the_oldest_lines_go(tmp_path):
    log = tmp_path / "a.log"
    for number in range(OLDER_FILES + 2):
        log.write_text(f"{number}\n")
        assert rotate(log, 1)
    assert log.read_text() == ""
    assert [older(log, n).read_text() for n in range(1, OLDER_FILES + 1)] == ["4\n", "3\n", "2\n"]
    assert len(list(tmp_path.iterdir())) == OLDER_FILES + 1


def test_processes_that_have_the_log_open_go_on_at_its_new_end(tmp_path):
    log, code = tmp_path / "a.log", "import sys\nfor line in sys.stdin: print(line, end='', flush=True)"
    writers = [child_processes.start(["timeit", "-n1", "-r1", code], log=log) for _ in range(2)]
    for number in range(3):
        for writer in writers:
            writer.stdin.write(b"%d%s\n" % (number, b"x" * 100))
            writer.stdin.flush()
        deadline = time.monotonic() + 30
        while log.read_bytes().count(b"%dx" % number) < len(writers):
            assert time.monotonic() < deadline
            time.sleep(0.02)
        if number < 2:
            assert rotate(log, 100)
    for writer in writers:
        child_processes.stop(writer)
    assert [older(log, n).read_bytes().count(b"x\n") for n in (2, 1)] == [2, 2]
    assert b"\0" not in log.read_bytes()
    assert log.read_bytes().startswith(b"2x")
