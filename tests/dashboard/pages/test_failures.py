import re
import time

import pytest
from kombu import Connection
from sqlalchemy import text

from dashboard.interface import translations
from db.access.tables import AccessRole
from db.processing.retries import take_due_retries
from mezmun.core.clock import utc_now
from mezmun.core.outcomes import Outcome
from mezmun.core.queue.messages import FetchReference
from mezmun.core.queue.page_queue import PageQueue
from tests.db.world import World


@pytest.fixture
def failed(engine):
    """Three pages that are gone and one that no worker can read; gives the pages."""
    now = utc_now()
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        pages = [world.page(crawl, f"http://a/{number}") for number in range(3)]
        for page in pages:
            changes = {"outcome": Outcome.HTTP_ERROR, "detail": "410 Gone", "status": 410, "fetched_at": now}
            world.fetch(crawl, page, **changes)
        world.fetch(crawl, world.page(crawl, "http://a/crash"), b"<p>", outcome=Outcome.FAILED, fetched_at=now)
        connection.execute(text("UPDATE pages SET next_due_at = now() + interval '9 days'"))
        connection.execute(text("UPDATE sites SET next_due_at = now() + interval '9 days'"))
    return pages


def fetch_again(engine, page, body=None, **changes):
    with engine.begin() as connection:
        connection.execute(text("UPDATE crawls SET state = 'finished'"))
        world = World(connection)
        world.fetch(world.crawl(), page, body, fetched_at=utc_now(), **changes)


def due(engine, table="pages", column="url"):
    with engine.connect() as connection:
        query = f"SELECT {column} FROM {table} WHERE next_due_at <= now() ORDER BY 1"
        return connection.scalars(text(query)).all()


def test_failures_are_shown_by_reason_and_filtered(sign_in, failed):
    page = sign_in(AccessRole.VIEWER).get("/failures?site=news").text
    assert "410 Gone" in page
    assert "http://a/2" in page
    assert "Try again" not in page
    filtered = sign_in().get("/failures?outcome=failed").text
    assert "410 Gone" not in filtered
    assert "http://a/crash" in filtered


def test_a_reason_is_counted_once_over_all_sites_and_leads_to_its_pages(sign_in, failed, engine):
    with engine.begin() as connection:
        world = World(connection)
        for site, letters in (("b", 4), ("c", 5)):
            crawl = world.crawl(site)
            detail = f"{letters} letters, fewer than 30"
            page = world.page(crawl, f"http://{site}/1")
            world.fetch(crawl, page, outcome=Outcome.TOO_SHORT, detail=detail, fetched_at=utc_now())
    browser = sign_in()
    page = browser.get("/failures?by=reason").text
    query, why = re.search(r'href="/failures\?([^"]+)">(… letters, fewer than …)<', page).groups()
    assert re.findall(r'class="n">(\d+)</td>', page.partition(why)[2])[:2] == ["2", "2"]
    chosen = browser.get(f"/failures?{query.replace('&amp;', '&')}").text
    assert ("http://b/1<" in chosen, "http://c/1<" in chosen, "410 Gone" in chosen) == (True, True, False)
    token = browser.form_token("/failures")
    assert "Tried again: 2" in browser.post(f"/failures/retry?{query.replace('&amp;', '&')}", token=token).text


def test_a_site_that_there_is_not_is_told_in_place_of_that_nothing_failed(sign_in, failed):
    browser = sign_in(AccessRole.VIEWER)
    page = browser.get("/failures?site=nwes&days=all").text
    assert "There is no site of this name: <bdi>nwes</bdi>" in page
    assert "Nothing failed." not in page
    assert "There is no site of this name" not in browser.get("/failures?site=news&outcome=timeout").text


def test_outcomes_and_reasons_are_in_the_language_of_the_interface(sign_in, failed):
    browser = sign_in(AccessRole.VIEWER)
    assert {"http-error", "410 Gone"} <= words(browser.get("/failures").text)
    shown = words(browser.get("/language/ug?next=/failures").text)
    assert set(map(translations("ug").gettext, ("http-error", "410 Gone"))) <= shown
    assert {"http-error", "410 Gone", "failed"}.isdisjoint(shown)
    assert "http-error" in browser.get("/failures?outcome=http-error").text, "addresses do not change with the language"


def test_a_reason_goes_in_the_direction_of_most_of_its_letters(sign_in, engine):
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        denied = {"outcome": Outcome.ROBOTS_DENIED, "detail": "robots.txt forbids this page"}
        world.fetch(crawl, world.page(crawl, "http://a/1"), fetched_at=utc_now(), **denied)
    page = sign_in(AccessRole.VIEWER).get("/language/ug?next=/failures").text
    why = translations("ug").gettext("robots.txt forbids this page")
    assert page.count(f'dir="rtl">{why}<') == 1  # of the page
    assert re.search(rf'<td [^>]*dir="rtl"><a [^>]*>{re.escape(why)}<', page)  # of the reason


def test_each_outcome_that_is_shown_leads_to_the_list_of_its_pages(sign_in, failed):
    browser = sign_in(AccessRole.VIEWER)
    for address, query in (
        ("/", "outcome=http-error&amp;days=1"),
        ("/sites/news", "site=news&amp;outcome=http-error&amp;days=28"),
    ):
        assert f'<a href="/failures?{query}">http-error</a>' in browser.get(address).text
        assert "http://a/2" in browser.get(f"/failures?{query.replace('&amp;', '&')}").text


def test_only_outcomes_that_are_failures_can_be_chosen(sign_in, failed):
    page = sign_in(AccessRole.VIEWER).get("/failures").text
    assert '<option value="http-error"' in page
    assert '<option value="stored"' not in page


def words(page):
    """Give the texts between the tags."""
    return set(re.findall(r">([^<>]+)<", page))


def test_all_of_one_reason_are_tried_again(sign_in, failed, engine):
    browser = sign_in()
    token = browser.form_token("/failures")
    page = browser.post("/failures/retry?site=news&outcome=http-error&reason=410+Gone", token=token).text
    assert "Tried again: 3" in page
    assert due(engine) == ["http://a/0", "http://a/1", "http://a/2"]
    assert due(engine, "sites", "name") == ["news"]
    assert "410 Gone" in browser.get("/changes").text


def test_what_a_worker_failed_at_is_read_again(sign_in, failed, engine):
    browser = sign_in()
    browser.post("/failures/retry?outcome=failed", token=browser.form_token("/failures"))
    assert due(engine) == []
    with engine.connect() as connection:
        [reference] = take_due_retries(connection, now=utc_now(), limit=9)
    assert reference.again


def test_one_is_discarded_with_a_reason_and_is_in_no_list_until_it_fails_again(sign_in, failed, engine):
    browser = sign_in()
    token = browser.form_token("/failures")
    assert browser.post("/failures/discard?fetch=1", token=token, why=" ").status_code == 400
    page = browser.post("/failures/discard?fetch=1", token=token, why="moved").text
    assert "Discarded: 1" in page
    assert "http://a/0" not in page
    assert "<bdi>Why</bdi>: <bdi>moved</bdi>" in browser.get("/changes").text
    fetch_again(engine, failed[0], outcome=Outcome.TIMEOUT)
    assert "http://a/0" in browser.get("/failures").text


@pytest.mark.parametrize(
    "query", ["days=28&fetch=1", "site=news&outcome=http-error&reason=410+Gone&days=28"], ids=["one", "all of a reason"]
)
def test_a_discard_without_a_reason_is_told_where_it_was_typed_and_what_was_chosen_stays(sign_in, failed, query):
    browser = sign_in()
    answer = browser.post(f"/failures/discard?{query}", token=browser.form_token("/failures"), why="  ")
    assert answer.status_code == 400
    assert '<option value="28" selected>' in answer.text
    form = re.search(r"<details open>.*?</details>", answer.text, re.DOTALL)[0]
    assert "Say in a few words why these failures are of no interest." in form
    assert 'value="  "' in form
    assert answer.text.count("<details open>") == 1
    assert "http://a/0" in answer.text


def test_a_page_that_came_since_is_no_failure_any_more(sign_in, failed, engine):
    fetch_again(engine, failed[1], b"<p>back")
    page = sign_in().get("/failures").text
    assert "http://a/1<" not in page
    assert "http://a/2<" in page


@pytest.fixture
def dead_letters(queue, broker_url, queue_prefix):
    """Two references that the broker gave up."""
    queue.declare()
    with Connection(broker_url) as connection:
        for fetch_id in (17, 18):
            queue.publish(FetchReference(fetch_id, "news"))
            end = time.monotonic() + 20
            while (message := connection.default_channel.basic_get(f"{queue_prefix}.pages")) is None:
                assert time.monotonic() < end
                time.sleep(0.05)
            connection.default_channel.basic_reject(message.delivery_tag, requeue=False)


def test_dead_letters_are_listed_sent_again_and_dropped(sign_in, dead_letters, queue):
    browser = sign_in()
    page = browser.get("/failures").text
    token = browser.form_token("/failures")
    assert page.count("rejected") == 2
    assert "Tried again: 1" in browser.post("/failures/dead/retry?fetch=17", token=token).text
    assert queue.declare() == 1
    assert "Discarded: 1" in browser.post("/failures/dead/discard", token=token, why="old").text
    assert "The broker gave up nothing." in browser.get("/failures").text
    assert "discard dead letters" in browser.get("/changes").text


def test_a_dead_message_of_another_program_is_shown_and_never_sent_again(sign_in, dead_letters, queue, queue_prefix):
    with queue.app.connection_for_write() as connection:
        connection.Producer().publish(b"hello", exchange=f"{queue_prefix}.dead", routing_key="x", mandatory=True)
    browser = sign_in()
    assert browser.get("/failures").text.count("a message of another program") == 1
    assert "Tried again: 2" in browser.post("/failures/dead/retry", token=browser.form_token("/failures")).text
    assert browser.get("/failures").text.count("a message of another program") == 1


@pytest.fixture
def queue(queue, request):
    """The queue; for a test that asks for it so, one whose broker is away."""
    return PageQueue("amqp://guest:guest@127.0.0.1:1//") if getattr(request, "param", "") == "away" else queue


@pytest.mark.parametrize("queue", ["away"], indirect=True)
def test_failures_are_shown_while_the_broker_is_away(sign_in, failed, queue):
    page = sign_in().get("/failures").text
    assert "410 Gone" in page
    assert "The broker does not answer" in page


@pytest.mark.parametrize("query", ["outcome=x", "days=2", "fetch=0", "before=x", "site=" + "a" * 101])
def test_odd_addresses_are_refused(sign_in, query):
    assert sign_in().get(f"/failures?{query}").status_code == 422


@pytest.mark.parametrize("site", ["' OR 1=1 --", "\x00", "<script>alert(1)</script>"])
def test_hostile_filters_find_nothing_and_run_nothing(sign_in, failed, site):
    answer = sign_in().get("/failures", params={"site": site, "reason": site})
    assert answer.status_code == 200
    assert "There is no site of this name" in answer.text
    assert "<script>" not in answer.text
