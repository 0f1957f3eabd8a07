"""The stored pages of a site read with another method beside their documents, compared, promoted or dropped."""

from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from db.crawling.fetches import Fetched, record_fetches
from db.publication.changes import read_feed
from db.reextraction import page_results, reextractions
from db.reextraction.tables import State
from db.removal import takedown
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from tests.workers.maintenance.conftest import FRUITS, NOTICE, Queue, page
from workers import page_processor
from workers.maintenance.maintenance_loop import Maintenance
from workers.maintenance.renewal import BUSY

BARE = b"<ul><li><a href='/'>a menu of many links that lead to other pages of the same site</a></li></ul>"


@pytest.fixture
def site(choose_method):
    return choose_method("valid-characters")


@pytest.fixture
def stored(installation, fetched, site):
    """Documents of a site, by a method that a re-extraction replaces, and a page without text; gives the references."""
    references = [fetched(page(fruit), path=str(number)) for number, fruit in enumerate(FRUITS)]
    references.append(fetched(BARE, path="bare"))
    for reference in references:
        installation.processor.process(reference.fetch_id)
    return references


@pytest.fixture
def free_site(engine, stored, site):
    """The site, whose file leaves the method to re-extractions."""
    with engine.begin() as connection:
        connection.execute(text("UPDATE sites SET config = config - 'method', promoted_method = 'valid-characters'"))
    return site


@pytest.fixture
def asked(engine, free_site):
    """A re-extraction by a method that keeps everything, the menu as well."""
    with engine.begin() as connection:
        return reextractions.request(connection, free_site, "all-text", now=datetime.now(UTC))


def state(engine, number):
    with engine.connect() as connection:
        return reextractions.one_reextraction(connection, number)


def decide(engine, number, wanted):
    with engine.begin() as connection:
        reextractions.decide(connection, number, wanted)


def go_on(installation, engine, number, until):
    for _ in range(60):
        installation.look()
        if state(engine, number).state == until:
            return
    pytest.fail(f"it is {state(engine, number)} and not {until}")


def test_documents_stay_until_it_is_promoted_and_then_change_once(installation, engine, asked, documents):
    before = {document.line.id: document.text for document in documents()}
    position = read_feed(engine, after=0, limit=100).position
    go_on(installation, engine, asked, State.READY)
    assert {document.line.id: document.text for document in documents()} == before
    assert read_feed(engine, after=position, limit=100).entries == []
    with engine.connect() as connection:
        compared = page_results.compare(connection, asked)
        shown = page_results.samples(connection, asked, limit=99)
    assert compared.pages == {"changed": len(FRUITS), "new": 1}
    assert compared.share_changed == 1
    assert 0 < compared.old_characters < compared.new_characters
    assert {sample.page_id: sample.old_text for sample in shown if sample.old_text} == before
    decide(engine, asked, State.PROMOTING)
    go_on(installation, engine, asked, State.PROMOTED)
    assert all("خەۋەرلەر" in document.text for document in documents()[: len(FRUITS)])
    assert {document.provenance.method for document in documents()} == {"all-text"}
    changes = read_feed(engine, after=position, limit=100).entries
    assert sorted(entry.change for entry in changes) == ["changed"] * len(FRUITS) + ["new"]
    for _ in range(3):
        installation.look()
    assert len(read_feed(engine, after=position, limit=100).entries) == len(changes)


def test_it_goes_on_where_a_killed_process_stopped(installation, engine, asked, pool):
    installation.maintenance.look()
    installation.maintenance.look()
    for reference in installation.queue.references[:5]:
        installation.processor.process(reference.fetch_id)
    queue = Queue()  # what was in the broker is lost as well
    again = installation._replace(maintenance=Maintenance(engine, installation.processor.raw, queue, pool), queue=queue)
    assert state(engine, asked).read == 5
    assert again.look() == len(FRUITS) + 1 - 5
    go_on(again, engine, asked, State.READY)


def test_new_pages_come_first(installation, engine, asked, monkeypatch):
    installation.maintenance.look()
    monkeypatch.setattr(installation.queue, "declare", lambda: BUSY + 1)
    for _ in range(20):
        installation.maintenance.look()
    assert installation.queue.references == []
    monkeypatch.undo()
    go_on(installation, engine, asked, State.READY)


def test_pages_fetched_after_the_comparison_are_promoted_too(installation, engine, asked, fetched, documents):
    go_on(installation, engine, asked, State.READY)
    late = fetched(page("late"), path="late")
    installation.processor.process(late.fetch_id)
    decide(engine, asked, State.PROMOTING)
    later = fetched(page("later"), path="later")
    installation.processor.process(later.fetch_id)
    go_on(installation, engine, asked, State.PROMOTED)
    assert {document.provenance.method for document in documents()} == {"all-text"}
    assert len(documents()) == len(FRUITS) + 3


def test_what_is_dropped_leaves_the_documents_and_no_extraction(installation, engine, asked, documents):
    before = [(document.text, document.provenance) for document in documents()]
    go_on(installation, engine, asked, State.READY)
    decide(engine, asked, State.DROPPING)
    go_on(installation, engine, asked, State.DROPPED)
    assert [(document.text, document.provenance) for document in documents()] == before
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM extractions WHERE method = 'all-text'")) == 0


def test_a_page_that_cannot_be_read_keeps_its_document(installation, engine, asked, documents, monkeypatch):
    before = [document.text for document in documents()]
    monkeypatch.setattr(page_processor, "process", lambda *_, **__: 1 / 0)
    go_on(installation, engine, asked, State.READY)
    with engine.connect() as connection:
        assert page_results.compare(connection, asked).outcomes == {"failed": len(FRUITS) + 1}
    decide(engine, asked, State.PROMOTING)
    go_on(installation, engine, asked, State.PROMOTED)
    assert [document.text for document in documents()] == before


def test_a_page_that_hangs_is_a_result_and_stays_a_document(installation, engine, asked, stored, documents):
    installation.maintenance.look()
    assert installation.processor.end(stored[0].fetch_id, Outcome.TIMEOUT, "stopped") is Outcome.STORED
    assert state(engine, asked).read == 1
    assert len(documents()) == len(FRUITS)


def test_a_page_taken_down_meanwhile_does_not_come_back(installation, engine, asked, documents):
    installation.maintenance.look()
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://news.example/0", now=datetime.now(UTC))
    go_on(installation, engine, asked, State.READY)
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://news.example/1", now=datetime.now(UTC))
        assert all(sample.page_id > 2 for sample in page_results.samples(connection, asked, limit=99))
    decide(engine, asked, State.PROMOTING)
    go_on(installation, engine, asked, State.PROMOTED)
    assert len(documents()) == len(FRUITS) - 2 + 1


def test_a_page_that_asks_not_to_be_stored_meanwhile_does_not_come_back(installation, engine, asked, documents):
    go_on(installation, engine, asked, State.READY)
    with engine.begin() as connection:
        page_id, crawl_id = connection.execute(text("SELECT page_id, crawl_id FROM fetches ORDER BY id LIMIT 1")).one()
        connection.execute(text("ALTER TABLE fetches DROP CONSTRAINT uq_fetches_crawl_id_page_id"))
        url, now = "http://news.example/0", datetime.now(UTC)
        noindex = {"status": 200, "outcome": Outcome.ROBOTS_DENIED}
        record_fetches(connection, [Fetched("news-example", crawl_id, page_id, url, now, now, **noindex)])
    decide(engine, asked, State.PROMOTING)
    go_on(installation, engine, asked, State.PROMOTED)
    assert len(documents()) == len(FRUITS) - 1 + 1


def test_a_worker_of_another_version_leaves_the_pages_to_others(installation, engine, asked):
    installation.maintenance.look()
    with engine.begin() as connection:
        connection.execute(text("UPDATE reextractions SET method_version = 'another'"))
    installation.look()
    assert state(engine, asked).read == 0


def test_a_method_that_is_not_known_is_refused(installation, engine, stored, site):
    with engine.begin() as connection:
        number = reextractions.request(connection, site, "magic", now=datetime.now(UTC))
    installation.look()
    assert state(engine, number).state == State.REFUSED
    assert "'magic'" in state(engine, number).detail


def test_a_site_has_one_at_a_time_and_it_is_decided_when_it_is_ready(engine, asked, site):
    with engine.begin() as connection, pytest.raises(InvalidInputError, match="already"):
        reextractions.request(connection, site, "svm", now=datetime.now(UTC))
    with pytest.raises(InvalidInputError, match="once all its pages"):
        decide(engine, asked, State.PROMOTING)


@pytest.fixture
def read_by_method(installation, engine, documents):
    """A function that has a site read by a method; gives the new texts, and the documents then."""

    def read(site, method):
        with engine.begin() as connection:
            number = reextractions.request(connection, site, method, now=datetime.now(UTC))
        go_on(installation, engine, number, State.READY)
        with engine.connect() as connection:
            compared = [sample.new_text for sample in page_results.samples(connection, number, limit=99)]
        decide(engine, number, State.PROMOTING)
        go_on(installation, engine, number, State.PROMOTED)
        for _ in range(3):
            installation.look()
        return compared, [document.text for document in documents()]

    return read


def test_a_method_learns_what_the_site_repeats_as_soon_as_it_is_promoted(free_site, read_by_method):
    _compared, texts = read_by_method(free_site, "template-svm")
    assert texts
    assert not any(NOTICE in text for text in texts)


def test_a_site_that_goes_back_to_a_method_is_compared_with_what_that_method_had_learned(free_site, read_by_method):
    read_by_method(free_site, "template-svm")
    _compared, kept_whole = read_by_method(free_site, "all-text")
    assert any(NOTICE in text for text in kept_whole)
    compared, _texts = read_by_method(free_site, "template-svm")
    assert compared
    assert not any(NOTICE in text for text in compared)


def test_a_file_that_names_another_method_is_not_overruled(installation, engine, asked):
    go_on(installation, engine, asked, State.READY)
    with engine.begin() as connection:
        connection.execute(text("""UPDATE sites SET config = config || '{"method": "svm"}'"""))
    with pytest.raises(InvalidInputError, match="names the method 'svm'"):
        decide(engine, asked, State.PROMOTING)


@pytest.fixture
def answered_not_modified(engine, stored):
    with engine.begin() as connection:
        connection.execute(text("UPDATE crawls SET state = 'finished', finished_at = now()"))
        connection.execute(
            text("""
            WITH again AS (INSERT INTO crawls (site, started_at) SELECT name, now() FROM sites RETURNING id)
            INSERT INTO fetches (page_id, crawl_id, requested_at, fetched_at, url, headers, status, attempts)
            SELECT page_id, again.id, now(), now(), url, '{}', 304, 1 FROM again, fetches""")
        )


def looks(installation):
    return sum(installation.look() for _ in range(22))


def test_a_page_that_has_not_changed_is_read_again_when_what_reads_it_has(
    installation, engine, answered_not_modified, documents, pool
):
    assert looks(installation) == 0
    with engine.begin() as connection:
        connection.execute(text("UPDATE extractions SET normalizer_version = '0', text = text || ' old'"))
        connection.execute(text("UPDATE documents SET text_digest = decode(repeat('00', 32), 'hex')"))
    updated = Maintenance(engine, installation.processor.raw, installation.queue, pool)
    installation = installation._replace(maintenance=updated)
    assert looks(installation) == len(FRUITS)
    assert not any(document.text.endswith("old") for document in documents())
    assert looks(installation) == 0


def test_the_pages_of_a_thread_are_promoted_into_its_one_document(installation, engine, fetched, site, documents):
    for number, fruit in enumerate(FRUITS[:3], 1):
        place = {"path": f"t/{number}", "thread_key": "7", "thread_page": number}
        installation.processor.process(fetched(page(fruit), **place).fetch_id)
    (before,) = documents()
    with engine.begin() as connection:
        connection.execute(text("UPDATE sites SET config = config - 'method', promoted_method = 'valid-characters'"))
        asked = reextractions.request(connection, site, "all-text", now=datetime.now(UTC))
    go_on(installation, engine, asked, State.READY)
    assert [document.text for document in documents()] == [before.text]
    with engine.connect() as connection:
        assert page_results.compare(connection, asked).pages == {"changed": 3}
    decide(engine, asked, State.PROMOTING)
    go_on(installation, engine, asked, State.PROMOTED)
    (after,) = documents()
    assert (after.line.id, after.provenance.method, len(after.thread)) == (before.line.id, "all-text", 3)
    assert after.text.count("خەۋەرلەر") == 3
