import re
import threading
import time

from dashboard import patience
from mezmun.core.clock import utc_now
from tests.db.world import World


def test_an_empty_installation_tells_what_to_do(sign_in):
    page = sign_in().get("/").text
    assert "mezmun crawl my-site" in page
    assert "mezmun worker" in page


def test_it_shows_the_last_day(sign_in, engine):
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        fetch = world.fetch(crawl, world.page(crawl, "http://a/1"), b"<p>1", fetched_at=utc_now())
        world.store(fetch.id, "one")
    browser = sign_in()
    page = browser.get("/").text
    assert "<b>1</b> page waiting for a worker" in page
    assert b"<svg" in browser.get("/charts/hours.svg").content


def test_it_speaks_uyghur(sign_in):
    browser = sign_in()
    page = browser.get("/language/ug?next=/sites").text
    assert '<html lang="ug" dir="rtl">' in page
    assert "تور بېكەتلەر" in page
    assert browser.get("/language/xx?next=https://evil.example/").url.startswith(browser.address)


def test_one_document_too_few_is_told_in_the_singular(sign_in, engine):
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        fetch = world.fetch(crawl, world.page(crawl, "http://a/1"), b"<p>1", fetched_at=utc_now())
        world.store(fetch.id, "one")
        connection.exec_driver_sql("""UPDATE sites SET config = config || '{"assertions": {"min_content_pages": 7}}'""")
        connection.exec_driver_sql("UPDATE crawls SET state = 'finished', finished_at = now()")
    browser = sign_in()
    assert "There is 1 document, the site file expects 7 or more." in browser.get("/").text
    assert "There is 1 document, the site file expects 7 or more." in browser.get("/sites").text
    assert "><bdi>news</bdi></a>" in browser.get("/").text  # a number behind a Latin name would go to its other side
    assert "1 ھۆججەت بار، بېكەت ھۆججىتى 7 ياكى" in browser.get("/language/ug?next=/").text


def test_a_raw_store_that_hangs_keeps_nobody_waiting(sign_in, raw, monkeypatch):
    monkeypatch.setattr(patience, "ROOM_SECONDS", 0.1)
    answers = threading.Event()
    monkeypatch.setattr(raw, "free_bytes", lambda: answers.wait(60) and 5_000_000_000)
    browser = sign_in()
    assert "The raw store has not answered for 0 seconds." in browser.get("/").text
    answers.set()
    end = time.monotonic() + 20
    while "5.0 GB</bdi> are free" not in browser.get("/").text:
        assert time.monotonic() < end
        time.sleep(0.01)


def test_sizes_are_in_the_units_of_the_command_line(sign_in):
    page = sign_in().get("/").text
    assert re.search(r" [MGT]B</bdi> are free", page)
    assert "iB" not in page.partition("<main")[2]
