"""Processes forked of a loaded one behave as started ones."""

import os
import signal
import subprocess
import sys

import pytest

from tests.preloaded import PreloadedProgram

LOAD = """
import time
loaded = time.time_ns()
def work():
    order = sys.stdin.readline().strip()
    print(loaded, os.environ["WORD"], order, os.getsid(0) == os.getpid(), flush=True)
    if order == "sleep":
        time.sleep(600)
    return int(order)
"""


@pytest.fixture(scope="module")
def program():
    program = PreloadedProgram(LOAD, "work()")
    yield program
    program.close()


@pytest.fixture
def start(program, tmp_path):
    def start(order, word="a word"):
        output = tmp_path / word
        output.touch()
        return program.start(f"{order}\n", environment={**os.environ, "WORD": word}, output=output)

    return start


def test_each_has_its_own_input_variables_and_output_and_all_were_loaded_once(start, tmp_path):
    assert [process.wait(60) for process in (start(3, "first"), start(0, "second"))] == [3, 0]
    (loaded, *first), (again, *second) = ((tmp_path / word).read_text().split() for word in ("first", "second"))
    assert loaded == again
    assert first == ["first", "3", "True"]
    assert second == ["second", "0", "True"]


def test_one_that_does_not_end_is_killed_and_the_next_one_starts(start):
    process = start("sleep")
    with pytest.raises(subprocess.TimeoutExpired):
        process.wait(0.1)
    assert process.poll() is None
    process.kill()
    assert process.wait(60) == -signal.SIGKILL
    assert start(1).wait(60) == 1


def test_a_signal_ends_it_as_the_system_says(start):
    process = start("sleep")
    process.terminate()
    assert process.wait(60) == -signal.SIGTERM


def test_an_exception_is_printed_and_is_exit_code_1(start, tmp_path):
    assert start("no number").wait(60) == 1
    assert "ValueError" in (tmp_path / "a word").read_text()


def test_one_may_be_killed_at_once_and_again_when_it_has_ended(start):
    for _ in range(20):
        process = start("sleep")
        process.kill()
        assert process.wait(60) == -signal.SIGKILL
        process.kill()
        process.terminate()


def test_a_program_that_cannot_be_loaded_is_an_error_and_no_wait_without_end(tmp_path):
    program = PreloadedProgram("import there_is_no_such_module", "0")
    process = program.start(environment={}, output=tmp_path)
    with pytest.raises(RuntimeError):
        process.wait(60)
    program.close()


@pytest.mark.skipif(sys.platform != "linux", reason="the file of a process's output is Linux's")
def test_its_output_may_be_this_processs_own(program, capfd):
    output = f"/proc/{os.getpid()}/fd/2"
    process = program.start("0\n", environment={**os.environ, "WORD": "here"}, output=output)
    assert process.wait(60) == 0
    assert "here 0 True" in capfd.readouterr().err
