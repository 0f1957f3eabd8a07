"""A site whose name leads to a machine that is not public."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.crawler.web import make_site


def test_a_name_that_leads_behind_the_door_is_not_asked_unless_the_installation_allows_it(web, crawls, capfd):
    lines = Path("/etc/hosts").read_text(encoding="utf-8").splitlines()
    names = [name for line in lines for name in line.partition("#")[0].split()[1:]]
    local = [name for name in names if "." not in name and "local" not in name and not name.startswith("ip6")]
    if not local:
        pytest.skip("no name of this machine leads to it")
    web.pages["/"] = "<p>behind the door"
    web.pages["/robots.txt"] = ""
    site = make_site(web, seeds=[f"http://{local[0]}:{urlsplit(web.url).port}/"], limits={"delay": 0, "retries": 0})
    assert crawls.run(site) == 0
    assert web.requests == []
    assert crawls.outcomes() == {"/": "robots-denied"}  # its robots.txt cannot be read
    assert "which is no public address" in capfd.readouterr().err
