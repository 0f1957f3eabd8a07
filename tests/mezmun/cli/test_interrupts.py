"""Tests of Ctrl-C and SIGTERM that come while Python would drop what they raise."""

import signal
import subprocess
import sys

import pytest

STOPPED_IN_A_DESTRUCTOR = """
import signal, time
from mezmun.cli.interrupts import end_by_signals

class Resource:
    def __del__(self):
        signal.raise_signal(signal.{name})

end_by_signals()
resource = Resource()
try:
    del resource
    time.sleep(20)
    print("went on")
except KeyboardInterrupt:
    print("stopped")
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_comes_in_a_destructor_stops_the_command_all_the_same(number):
    code = STOPPED_IN_A_DESTRUCTOR.format(name=signal.Signals(number).name)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("stopped\n", "", 0)


def test_a_command_that_ignores_ctrl_c_as_behind_an_ampersand_is_stopped_by_the_other_signal():
    code = STOPPED_IN_A_DESTRUCTOR.format(name="SIGTERM").replace(
        "end_by_signals()\n", "signal.signal(signal.SIGINT, signal.SIG_IGN)\nend_by_signals()\n"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "stopped\n"


def test_another_error_in_a_destructor_is_printed_as_ever():
    code = STOPPED_IN_A_DESTRUCTOR.replace("signal.raise_signal(signal.{name})", "1 / 0").replace("20", "0")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "went on\n"
    assert "Exception ignored in: <function Resource.__del__" in done.stderr
    assert "ZeroDivisionError" in done.stderr
