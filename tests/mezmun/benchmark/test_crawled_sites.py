import os
import urllib.error
import urllib.request

import psutil
import pytest

from mezmun.benchmark.crawled_sites import served_sites
from mezmun.benchmark.local_web import site_url


def body_of(url):
    with urllib.request.urlopen(url, timeout=10) as answer:
        return answer.read()


def test_each_site_has_an_index_of_so_many_pages_and_no_others():
    with served_sites(3) as port:
        first, other = site_url(0, port), site_url(251, port)
        assert body_of(first) == body_of(other)
        assert body_of(first).count(b"<a href=") == 3
        assert b"<p" in body_of(f"{other}2024/05/2-a-title-of-words.html")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            body_of(f"{first}robots.txt")
    with pytest.raises(urllib.error.URLError):
        body_of(first)


def test_ctrl_c_at_the_terminal_reaches_the_benchmark_alone():
    before = {child.pid for child in psutil.Process().children()}
    with served_sites(1):
        (web,) = (child.pid for child in psutil.Process().children() if child.pid not in before)
        assert os.getpgid(web) != os.getpgid(0)
