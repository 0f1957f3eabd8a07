"""``mezmun crawl``: what it says in the end."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from mezmun.cli.operation.crawl_site import report
from mezmun.core.outcomes import Outcome
from mezmun.supervisor import CrawlProgress
from services.embedded_postgres import EmbeddedPostgres


def test_the_speed_is_that_of_the_pages_of_this_run(capsys):
    report("sea", CrawlProgress(900, {Outcome.STORED: 600, Outcome.LISTING: 300}), 60.0)
    assert capsys.readouterr().out.endswith("\n900 pages in 60.0 s (15.0 a second)\n")
    report("sea", CrawlProgress(900, {Outcome.STORED: 600, Outcome.LISTING: 300}, fetched_before=300), 60.0)
    assert capsys.readouterr().out.endswith("\n600 pages in 60.0 s (10.0 a second), after 300 before it was stopped\n")


def test_a_crawl_that_ended_early_says_why(capsys):
    report("sea", CrawlProgress(900, {Outcome.STORED: 600}, stop_reason="the server does not answer"), 60.0)
    assert capsys.readouterr().err == "It ended early: the server does not answer. The next crawl goes on there.\n"
    report("sea", CrawlProgress(900, {Outcome.STORED: 600}), 60.0)
    assert capsys.readouterr().err == ""


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_crawl_that_is_stopped_while_the_database_starts_says_so_and_leaves_no_server(tmp_path, number):
    folder = tmp_path / "data" / "postgres"
    variables = {name: value for name, value in os.environ.items() if not name.startswith("MEZMUN_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "mezmun", "crawl", "http://127.0.0.1:9/"],
        stderr=subprocess.PIPE,
        text=True,
        env=variables | {"MEZMUN_DATA_DIR": str(tmp_path / "data")},
    )
    with process:
        while not folder.exists():
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(number)
        assert process.communicate()[1] == "Stopped. The next crawl of this site goes on from here.\n"
        # Python kills itself by SIGINT where the interrupt came amid an `exec`, as of a dataclass: 130 to shells, too.
        assert process.returncode in (130, -signal.SIGINT)
    assert not EmbeddedPostgres(folder).is_running()


@pytest.mark.slow
def test_a_site_that_does_not_answer_is_no_site_that_forbids(mezmun, database_url, tmp_path):
    code, out, err = mezmun("crawl", "http://127.0.0.1:9/", "--processes", "1", database_url=database_url)
    assert code == 1
    assert "robots-denied" in out
    assert "the server does not answer: robots.txt could not be read: " in err
    assert "forbids" not in err
    assert ".." not in err
    code, out, err = mezmun("crawl", "http://127.0.0.1:9/", "--processes", "1", "--json", database_url=database_url)
    assert (code, json.loads(out)["documents"]) == (1, 0)
    assert err.splitlines()[-1].startswith("No page became a document. Crawl it again when the site answers; ")


def test_a_crawl_of_a_site_with_documents_that_finds_nothing_new_is_no_fault(capsys):
    report("sea", CrawlProgress(9, {Outcome.LISTING: 2}, documents=7), 60.0)
    out, err = capsys.readouterr()
    assert (out.splitlines()[-1], err) == ("Nothing new: the site has 7 documents.", "")
    report("sea", CrawlProgress(9, {Outcome.LISTING: 2, Outcome.TIMEOUT: 1}, documents=7), 60.0)
    out, err = capsys.readouterr()
    assert out.endswith("the site has 7 documents. `mezmun failures sea` lists what failed.\n")
    for now in ({"is_down": True, "outcomes": {Outcome.LISTING: 1}}, {"outcomes": {Outcome.ROBOTS_DENIED: 2}}):
        report("sea", CrawlProgress(9, documents=7, **now), 60.0)
        assert "No page became a document." in capsys.readouterr().err


def test_a_crawl_without_any_document_says_where_to_look(capsys):
    report("sea", CrawlProgress(9, {Outcome.LISTING: 9}), 60.0)
    assert capsys.readouterr().err.startswith("No page became a document. `mezmun failures sea` lists what failed, ")
    report("sea", CrawlProgress(2, {Outcome.ROBOTS_DENIED: 2}), 60.0)
    denial = "The site forbids each page that was asked for: `mezmun failures sea` says by what.\n"
    assert capsys.readouterr().err == f"No page became a document. {denial}"
    reason = "the server does not answer: robots.txt could not be read: refused"
    report("sea", CrawlProgress(1, {Outcome.ROBOTS_DENIED: 1}, stop_reason=reason, is_down=True), 60.0)
    assert capsys.readouterr().err == (
        f"It ended early: {reason}. The next crawl goes on there.\n"
        "No page became a document. Crawl it again when the site answers; `mezmun failures sea` lists what failed.\n"
    )
    report("sea", CrawlProgress(9, {Outcome.UNCHANGED: 9}), 60.0)
    assert capsys.readouterr().err == ""


@pytest.mark.slow
def test_a_crawl_that_does_not_go_on_says_what_it_waits_for(database_url, tmp_path):
    variables = {name: value for name, value in os.environ.items() if not name.startswith("MEZMUN_")}
    environment = variables | {"MEZMUN_DATABASE_URL": database_url, "MEZMUN_MIN_FREE_BYTES": str(10**18)}
    code = "from mezmun.cli import main; from mezmun.cli.operation import crawl_site; crawl_site.STILL = 1.0; main()"
    command = [sys.executable, "-c", code, "crawl", "http://127.0.0.1:9/", "--processes", "1"]
    crawl = subprocess.Popen(command, cwd=tmp_path, env=environment, stderr=subprocess.PIPE, text=True)
    with crawl:
        line = next(line for line in crawl.stderr if line.startswith("mezmun: "))
        crawl.send_signal(signal.SIGINT)
        crawl.communicate()
    assert line.startswith("mezmun: crawlers wait: the raw store has ")
