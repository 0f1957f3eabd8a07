"""``mezmun status``, ``health`` and ``failures`` as an operator runs them."""

import json
from uuid import uuid4

import pytest

from db.crawling import heartbeats
from db.crawling.heartbeats import LiveProcess, ProcessKind
from db.crawling.robots_files import StoredRobots, save_robots
from mezmun.core.clock import utc_now
from mezmun.core.outcomes import Outcome
from store.opening import open_store
from tests.db.world import World


@pytest.fixture
def settings(engine, database_url, tmp_path):
    """A database with one site: a stored page, two that are gone and one behind robots.txt."""
    now = utc_now()
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        fetch = world.fetch(crawl, world.page(crawl, "http://a/1"), b"1", outcome=Outcome.STORED, fetched_at=now)
        world.store(fetch.id)
        for number in (2, 3):
            page = world.page(crawl, f"http://a/{number}")
            world.fetch(crawl, page, outcome=Outcome.HTTP_ERROR, detail="404 Not Found", fetched_at=now)
        world.fetch(crawl, world.page(crawl, "http://a/4"), outcome=Outcome.ROBOTS_DENIED, fetched_at=now)
        connection.exec_driver_sql("UPDATE pages SET next_due_at = now() + interval '9 days'")
        connection.exec_driver_sql("UPDATE documents SET first_stored_at = now()")
    store = open_store(tmp_path / "raw")
    return {"database_url": database_url, "raw_store": str(store.root), "broker_url": "amqp://nowhere//"}


def test_status_shows_each_site_and_its_days(mezmun, settings):
    code, out, _ = mezmun("status", "--json", **settings)
    [site] = [json.loads(line) for line in out.splitlines()]
    assert (code, site["name"], site["pages"], site["documents"], site["alerts"]) == (0, "news", 4, 1, [])
    [day] = site["days"].values()
    assert day["fetches"]["http-error"] == 2
    assert day["new_documents"] == 1
    assert "news" in mezmun("status", **settings)[1]
    assert "http-error 2" in mezmun("status", "news", **settings)[1]
    code, _, err = mezmun("status", "none", **settings)
    assert (code, err.splitlines()[-1]) == (1, "mezmun: There is no site 'none' in the database.")


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ("enabled = enabled", "waiting"),
        ("leased_by = gen_random_uuid()", "crawling"),
        ("failures = 1", "down"),
        ("enabled = false", "switched off"),
        ("paused_at = now(), enabled = false", "paused"),
    ],
)
def test_status_says_in_one_word_how_a_site_stands(mezmun, settings, engine, change, word):
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE sites SET {change}")
    assert json.loads(mezmun("status", "--json", **settings)[1])["state"] == word
    assert f"news  {word} " in mezmun("status", **settings)[1]
    alone = mezmun("status", "news", **settings)[1]
    assert alone.startswith(f"news (news): {word}; ")
    assert ("next never" in alone) == (word in {"switched off", "paused"})


@pytest.mark.parametrize(
    ("change", "method", "source", "words"),
    [
        ("enabled = enabled", "mezmun", "default", "mezmun (the default one)"),
        ("promoted_method = 'svm'", "svm", "re-extraction", "svm (a re-extraction was promoted)"),
        (
            """promoted_method = 'svm', config = jsonb_set(config, '{method}', '"tag-ratio"')""",
            "tag-ratio",
            "site file",
            "tag-ratio (its file names it)",
        ),
    ],
)
def test_status_says_which_method_reads_a_site_and_why(mezmun, settings, engine, change, method, source, words):
    with engine.begin() as connection:
        connection.exec_driver_sql(f"UPDATE sites SET {change}")
    site = json.loads(mezmun("status", "--json", **settings)[1])
    assert (site["method"], site["method_source"]) == (method, source)
    assert f"Read by the method {words}." in mezmun("status", "news", **settings)[1]


def test_status_names_the_sites_of_which_no_crawl_has_begun(mezmun, settings, tmp_path):
    for name in ("news", "later", "wrong"):
        (tmp_path / f"{name}.yaml").write_text("seeds: [http://a/]" if name != "wrong" else "{")
    out = mezmun("status", **settings, sites_dir=str(tmp_path))[1]
    assert out.splitlines()[-1].startswith("No crawl has begun yet of later, wrong: ")
    known, *others = map(json.loads, mezmun("status", "--json", **settings, sites_dir=str(tmp_path))[1].splitlines())
    assert [each["name"] for each in others] == ["later", "wrong"]
    assert all(each.keys() == known.keys() and not each["was_crawled"] and not each["pages"] for each in others)
    assert len(mezmun("status", "news", "--json", **settings, sites_dir=str(tmp_path))[1].splitlines()) == 1
    assert "No crawl" not in mezmun("status", **settings, sites_dir=str(tmp_path / "none"))[1]
    assert "`mezmun crawl later` begins one" in mezmun("status", "later", **settings, sites_dir=str(tmp_path))[2]
    for number in range(20):
        (tmp_path / f"more-{number:02}.yaml").write_text("seeds: [http://a/]")
    assert "more-08 and 12 more: " in mezmun("status", **settings, sites_dir=str(tmp_path))[1]
    assert "No crawl has begun yet of later, more-00, " in mezmun("health", **settings, sites_dir=str(tmp_path))[2]


def test_status_names_the_sites_whose_file_is_gone(mezmun, settings, tmp_path):
    (tmp_path / "renamed.yaml").write_text("seeds: [http://a/]")
    line = "There is no file any more of news: `mezmun crawler` leaves them alone.\n"
    assert mezmun("status", **settings, sites_dir=str(tmp_path))[1].endswith(line)
    row = next(row for row in mezmun("status", **settings, sites_dir=str(tmp_path))[1].splitlines() if "news" in row)
    assert " never " in row
    assert "; next never." in mezmun("status", "news", **settings, sites_dir=str(tmp_path))[1]
    site = mezmun("status", "news", "--json", **settings, sites_dir=str(tmp_path))[1]
    assert json.loads(site)["has_file"] is False
    (tmp_path / "renamed.yaml").rename(tmp_path / "news.yaml")
    site = mezmun("status", "news", "--json", **settings, sites_dir=str(tmp_path))[1]
    assert json.loads(site)["has_file"] is True
    assert "; next never." not in mezmun("status", "news", **settings, sites_dir=str(tmp_path))[1]
    assert "no file" not in mezmun("status", **settings, sites_dir=str(tmp_path))[1]
    assert "no file" not in mezmun("status", **settings, sites_dir=str(tmp_path / "none"))[1]


def test_status_says_why_a_robots_txt_is_obeyed_that_could_not_be_read(mezmun, settings, engine):
    assert "1 denied" in mezmun("status", **settings)[1]
    with engine.begin() as connection:
        save_robots(connection, StoredRobots("http://a", World.now, None, None, "status 503", 1))
    assert "cannot be read" in mezmun("status", **settings)[1]
    assert "robots.txt cannot be read: status 503" in mezmun("status", "news", **settings)[1]
    assert json.loads(mezmun("status", "--json", **settings)[1])["robots_error"] == "status 503"


def test_status_says_that_fetched_pages_wait_and_no_worker_lives(mezmun, settings, engine):
    def beat(kind):
        now = utc_now()
        with engine.begin() as connection:
            heartbeats.beat(connection, LiveProcess(uuid4(), kind, "a", 1, now, now))

    assert "worker" not in mezmun("status", **settings)[2]
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        world.fetch(crawl, world.page(crawl, "http://a/5"), b"5", fetched_at=utc_now())
    assert "No worker lives, and 1 page waits for one" in mezmun("status", **settings)[2]
    beat(ProcessKind.CRAWLER)
    assert "No worker lives, and 1 crawler and 1 page wait for one" in mezmun("status", "--json", **settings)[2]
    beat(ProcessKind.WORKER)
    assert "worker" not in mezmun("status", **settings)[2]


def test_status_asks_behind_the_sites_what_crawlers_wait_for_since_that_may_hang(mezmun, settings, engine):
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE sites SET failures = 3")
    health, broker, waits = mezmun("status", **settings, min_free_bytes=str(10**18))[2].splitlines()
    assert "`mezmun health` says in sentences" in health
    assert broker.startswith("mezmun: The broker does not answer")
    assert waits.startswith("mezmun: crawlers wait: the raw store has ")


def test_status_says_what_crawlers_wait_for(mezmun, settings):
    _, _, err = mezmun("status", **settings, min_free_bytes=str(10**18))
    away, waits = err.splitlines()
    assert away.startswith("mezmun: The broker does not answer")
    assert waits.startswith("mezmun: crawlers wait: the raw store has ")
    assert "crawlers" not in mezmun("status", **settings, min_free_bytes="0")[2]


def test_health_says_by_its_exit_code_whether_a_site_is_unhealthy(mezmun, settings, engine):
    assert mezmun("health", **settings)[:2] == (0, "1 site, nothing wrong.\n")
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE sites SET failures = 3")
    code, out, _ = mezmun("health", "--json", **settings)
    assert (code, json.loads(out)["kind"]) == (1, "down")
    assert "`mezmun health` says in sentences" in mezmun("status", **settings)[2]
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE sites SET failures = 0")
    assert mezmun("health", **settings)[0] == 0
    assert "`mezmun health` says" not in mezmun("status", **settings)[2]


def test_sites_are_listed_in_the_order_of_the_numbers_in_their_names(mezmun, settings, engine):
    with engine.begin() as connection:
        for number in (10, 2, 1):
            World(connection).site(f"small-{number}")
    rows = [json.loads(line) for line in mezmun("status", "--json", **settings)[1].splitlines()]
    assert [row["name"] for row in rows] == ["news", "small-1", "small-2", "small-10"]


def test_failures_are_listed_by_reason_and_tried_again(mezmun, settings, engine):
    _, out, _ = mezmun("failures", "news", "--json", **settings)
    first, second = (json.loads(line) for line in out.splitlines())
    assert (first["outcome"], first["reason"], first["pages"]) == ("http-error", "404 Not Found", 2)
    assert first["urls"] == ["http://a/2", "http://a/3"]
    assert second["outcome"] == "robots-denied"
    assert "2 pages are tried again" in mezmun("failures", "news", "--outcome", "http-error", "--retry", **settings)[2]
    with engine.connect() as connection:
        due = (
            connection.exec_driver_sql("SELECT url FROM pages WHERE next_due_at <= now() ORDER BY url").scalars().all()
        )
    assert due == ["http://a/2", "http://a/3"]


def test_each_reason_is_counted_once_over_all_sites(mezmun, settings, engine):
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl("other")
        world.fetch(crawl, world.page(crawl, "http://b/1"), outcome=Outcome.HTTP_ERROR, detail="404 Not Found")
    code, out, _ = mezmun("failures", "--by-reason", "--json", **settings)
    first = json.loads(out.splitlines()[0])
    assert (code, first["outcome"], first["reason"]) == (0, "http-error", "404 Not Found")
    assert (first["pages"], first["sites"], first["urls"]) == (3, 2, ["http://b/1"])
    _, out, _ = mezmun("failures", "--by-reason", **settings)
    assert "3  2 sites  http-error: 404 Not Found\n         http://b/1\n" in out


def test_failures_show_addresses_with_their_letters(mezmun, settings, engine):
    escaped, letters = "http://a/%D8%A6%DB%87", "http://a/ئۇ"
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE fetches SET url = 'http://a/%%D8%%A6%%DB%%87' WHERE url = 'http://a/2'")
        connection.exec_driver_sql("UPDATE pages SET url = 'http://a/%%D8%%A6%%DB%%87' WHERE url = 'http://a/2'")
    assert letters in mezmun("failures", **settings)[1]
    assert escaped in json.loads(mezmun("failures", "--json", **settings)[1].splitlines()[0])["urls"]


def test_failures_of_all_sites_name_their_site(mezmun, settings):
    _, every, _ = mezmun("failures", "--json", **settings)
    _, one, _ = mezmun("failures", "news", "--json", **settings)
    assert every == one
    assert json.loads(every.splitlines()[0])["site"] == "news"
    assert "news  http-error: 404 Not Found" in mezmun("failures", **settings)[1]


def test_failures_say_that_there_are_more_reasons_than_are_listed(mezmun, settings):
    _, out, err = mezmun("failures", "--json", "--limit", "1", **settings)
    assert len(out.splitlines()) == 1
    assert err.endswith("There are more reasons than the 1 listed: --limit 10 lists more.\n")
    _, out, err = mezmun("failures", "--json", **settings)
    assert (len(out.splitlines()), err) == (2, "")
