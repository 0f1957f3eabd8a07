import subprocess
import sys

PROGRAM = """
import threading
from crawler.process import watchdog

watchdog.alive(0.2)
lock = threading.Lock()
lock.acquire()
lock.acquire()
"""


def test_a_process_that_gives_no_sign_of_life_ends_and_says_where_it_was():
    ended = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert "line 8" in ended.stderr
