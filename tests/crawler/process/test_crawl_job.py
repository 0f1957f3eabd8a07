import subprocess
import sys


def test_who_only_starts_a_crawl_waits_for_nothing_that_it_crawls_with():
    code = "import sys, crawler.process.supervision, mezmun.supervisor; print('scrapy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
