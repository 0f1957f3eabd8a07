import random
from concurrent.futures import ThreadPoolExecutor

import pytest

from db import documents
from db.crawling import crawls
from db.crawling.found_pages import FoundPage, add_pages
from db.processing import extraction_storage, fetch_outcomes
from db.removal import takedown
from db.removal.raw_deletions import delete_waiting
from db.threads.thread_storage import withdraw
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from store.folder_store import FolderStore
from tests.db.world import NOW, World, extraction, wait_until_somebody_waits

BLOCKS = [{"kind": "paragraph", "text": "بىرىنچى"}, {"kind": "quote", "text": "ئىككىنچى"}]


def test_a_new_text_is_stored_the_same_again_is_unchanged_and_another_is_stored(world):
    fetch_id = world.fetched()
    assert world.store(fetch_id, "بىر") == Outcome.STORED
    assert world.store(fetch_id, "بىر") == Outcome.UNCHANGED
    assert world.store(fetch_id, "ئىككى") == Outcome.STORED
    assert world.connection.exec_driver_sql("SELECT count(*) FROM extractions").scalar() == 1
    assert documents.get_document(world.connection, 1).text == "ئىككى"


def test_a_new_version_is_another_extraction_beside_the_old(world):
    fetch_id = world.fetched()
    world.store(fetch_id, "one", method_version="1")
    assert world.store(fetch_id, "two", method_version="2") == Outcome.STORED
    assert world.connection.exec_driver_sql("SELECT text FROM extractions ORDER BY id").scalars().all() == [
        "one",
        "two",
    ]
    assert documents.get_document(world.connection, 1).provenance.method_version == "2"


def test_what_is_stored_aside_changes_unless_a_document_shows_it(world):
    fetch_id = world.fetched()
    world.store(fetch_id, "one", method_version="1")
    for version, text in (("2", "two"), ("2", "better"), ("1", "not shown")):
        extraction_storage.store_aside(world.connection, fetch_id, extraction(text, method_version=version), now=NOW)
    texts = world.connection.exec_driver_sql("SELECT text FROM extractions ORDER BY id").scalars().all()
    assert texts == ["one", "better"]
    assert documents.get_document(world.connection, 1).text == "one"


def test_a_template_of_another_version_makes_no_row_of_its_own_and_the_row_says_which_was_last(world):
    def rows():
        return world.connection.exec_driver_sql("SELECT text, template_version FROM extractions").all()

    fetch_id = world.fetched()
    world.store(fetch_id, "same", template_version=1)
    assert world.store(fetch_id, "same", template_version=2) == Outcome.UNCHANGED
    assert rows() == [("same", 2)]
    assert documents.get_document(world.connection, 1).provenance.template_version == 2
    assert world.store(fetch_id, "less", template_version=3) == Outcome.STORED
    assert rows() == [("less", 3)]


def test_a_document_that_reads_the_same_keeps_its_provenance(world):
    fetch_id = world.fetched()
    world.store(fetch_id, "same", method_version="1")
    assert world.store(fetch_id, "same", method_version="2") == Outcome.UNCHANGED
    assert documents.get_document(world.connection, 1).provenance.method_version == "1"


def test_an_older_fetch_that_comes_late_does_not_overrule_a_newer_one(world):
    crawl = world.crawl()
    page = world.page(crawl, "http://a/1")
    old = world.fetch(crawl, page, b"old").id
    crawls.finish_crawl(world.connection, crawl, now=NOW)
    crawl = world.crawl()
    new = world.fetch(crawl, world.page(crawl, "http://a/1"), b"new").id
    assert world.store(new, "new") == Outcome.STORED
    assert world.store(old, "old") == Outcome.UNCHANGED
    assert documents.get_document(world.connection, page.id).text == "new"


def test_a_document_with_other_comments_reads_differently(world):
    fetch_id = world.fetched()
    one, other = ([{"kind": "paragraph", "text": text}] for text in ("one", "other"))
    assert world.store(fetch_id, "text", comments=one) == Outcome.STORED
    assert world.store(fetch_id, "text", comments=one) == Outcome.UNCHANGED
    assert world.store(fetch_id, "text", comments=other) == Outcome.STORED
    assert documents.get_document(world.connection, 1).content["comments"] == other


def test_what_postgresql_cannot_hold_is_dropped_from_text_blocks_and_title(world):
    blocks = [{"kind": "p\x00", "text": "a\ud800b", "links": ["\x00"]}]
    fetch_id = world.fetched()
    assert world.store(fetch_id, "a\x00b\udfff", title="\x00t", blocks=blocks, changes={"x\x00": 1}) == Outcome.STORED
    assert world.store(fetch_id, "ab", title="t", blocks=blocks, changes={"x": 1}) == Outcome.UNCHANGED
    document = documents.get_document(world.connection, 1)
    assert (document.text, document.line.title, document.line.characters) == ("ab", "t", 2)
    assert document.content["blocks"] == [{"kind": "p", "text": "ab", "links": [""]}]
    assert document.provenance.changes == {"x": 1}


def test_many_workers_and_crawlers_on_the_same_pages_neither_deadlock_nor_disagree(engine):
    """Six threads store and add the same pages in orders of their own; a ring of waits would raise here."""
    with engine.begin() as connection:
        world = World(connection)
        fetches = [world.fetched(f"http://a/{number:02}", b"%d" % number) for number in range(25)]

    def work(seed):
        mine = random.Random(seed)
        seen = []
        for fetch_id in mine.sample(fetches, len(fetches)):
            with engine.begin() as connection:
                outcome = World(connection).store(fetch_id, f"text of {fetch_id}")
                seen.append((outcome, fetch_outcomes.record_outcome(connection, fetch_id, outcome, at=NOW)))
            found_pages = [
                FoundPage("news", f"http://a/{number:02}", "content") for number in mine.sample(range(50), 25)
            ]
            with engine.begin() as connection:
                add_pages(connection, found_pages, now=NOW)
        return seen

    with ThreadPoolExecutor(6) as pool:
        results = [result for seen in pool.map(work, range(6)) for result in seen]
    assert [outcome for outcome, _ in results].count(Outcome.STORED) == 25
    assert {outcome for _, outcome in results} == {Outcome.STORED}
    with engine.connect() as connection:
        assert fetch_outcomes.outcome_counts(connection) == {Outcome.STORED: 25}
        assert documents.count_documents(connection) == 25


def again(world, crawl, page, body=None, **changes):
    """Fetch a page once more, in a crawl of its own."""
    world.connection.exec_driver_sql("UPDATE crawls SET state = 'finished'")
    return world.fetch(world.crawl(crawl.site), page, body, **changes)


def test_an_older_fetch_brings_no_document_back_that_a_newer_one_withdrew_but_a_newer_one_does(world):
    crawl = world.crawl()
    page = world.page(crawl, "http://a/1")
    older = world.fetch(crawl, page, b"1").id
    again(world, crawl, page, outcome=Outcome.ROBOTS_DENIED)
    assert world.store(older, "older") == Outcome.UNCHANGED
    assert documents.count_documents(world.connection) == 0
    newer = again(world, crawl, page, b"3").id
    assert world.store(newer, "newer") == Outcome.STORED
    assert documents.get_document(world.connection, page.id).text == "newer"


def test_an_older_fetch_waits_for_the_newer_one_that_withdraws_the_document_at_the_same_time(engine):
    with engine.begin() as connection:
        world = World(connection)
        crawl = world.crawl()
        page = world.page(crawl, "http://a/1")
        older = world.fetch(crawl, page, b"1").id

    def store():
        with engine.begin() as connection:
            return World(connection).store(older, "older")

    with ThreadPoolExecutor(1) as pool:
        with engine.begin() as connection:
            again(World(connection), crawl, page, outcome=Outcome.ROBOTS_DENIED)
            storing = pool.submit(store)
            wait_until_somebody_waits(engine)
        assert storing.result() == Outcome.UNCHANGED
    with engine.connect() as connection:
        assert documents.count_documents(connection) == 0


def test_a_fetch_that_leaves_nothing_to_show_takes_no_text_that_a_newer_one_has_again(world):
    crawl = world.crawl()
    page = world.page(crawl, "http://a/1")
    older = world.fetch(crawl, page, b"1").id
    assert world.store(older, "the same") == Outcome.STORED
    newer = again(world, crawl, page, b"2").id
    fetch_outcomes.record_outcome(world.connection, newer, world.store(newer, "the same"), at=NOW)
    withdraw(world.connection, [older], now=NOW)
    assert documents.count_documents(world.connection) == 1
    withdraw(world.connection, [newer], now=NOW)
    assert documents.count_documents(world.connection) == 0


def test_a_fetch_ends_with_what_comes_of_its_text_and_keeps_its_first_word(world):
    def end(fetch_id, words):
        values = extraction(words, template_version=3)
        return extraction_storage.end_with_extraction(world.connection, fetch_id, values, seconds=0.5, now=NOW)

    crawl = world.crawl()
    page = world.page(crawl, "http://a/1")
    first = world.fetch(crawl, page, b"1").id
    assert end(first, "text") == Outcome.STORED
    assert end(first, "another") == Outcome.STORED  # the word that it has; the text is the newer one
    assert documents.get_document(world.connection, page.id).text == "another"
    crawls.finish_crawl(world.connection, crawl, now=NOW)
    second = world.fetch(world.crawl(), page, b"2").id
    assert end(second, "another") == Outcome.UNCHANGED
    failed = world.fetched("http://a/2", b"3")
    fetch_outcomes.record_outcome(world.connection, failed, Outcome.FAILED, at=NOW)
    assert end(failed, "better") == Outcome.STORED
    rows = world.connection.exec_driver_sql("SELECT fetch_id, outcome, seconds, template_version, at FROM outcomes")
    words = {first: "stored", second: "unchanged", failed: "stored"}
    assert sorted(rows) == sorted((fetch_id, word, 0.5, 3, NOW) for fetch_id, word in words.items())
    with pytest.raises(InvalidInputError, match="no fetch 999"):
        end(999, "text")


@pytest.mark.parametrize("at_once", [True, False], ids=["text and outcome at once", "one after the other"])
def test_a_takedown_in_the_middle_of_the_work_leaves_nothing(engine, tmp_path, at_once):
    store = FolderStore(tmp_path)
    with engine.begin() as connection:
        world = World(connection)
        fetches = [world.fetched(f"http://a/{number:02}", b"%d" % number) for number in range(30)]
    for number in range(30):
        store.put(b"%d" % number)

    def work(seed):
        for fetch_id in random.Random(seed).sample(fetches, len(fetches)):
            with engine.begin() as connection:
                values = extraction(f"text of {fetch_id}")
                if at_once:
                    extraction_storage.end_with_extraction(connection, fetch_id, values, seconds=None, now=NOW)
                else:
                    outcome = extraction_storage.store_extraction(connection, fetch_id, values, now=NOW)
                    fetch_outcomes.record_outcome(connection, fetch_id, outcome, at=NOW)

    with ThreadPoolExecutor(4) as pool:
        working = [pool.submit(work, seed) for seed in range(4)]
        with engine.begin() as connection:
            takedown.take_down_site(connection, "news", now=NOW)
        for one in working:
            one.result()
    with engine.connect() as connection:
        assert documents.count_documents(connection) == 0
        assert fetch_outcomes.outcome_counts(connection) == {Outcome.TAKEN_DOWN: 30}
        assert connection.exec_driver_sql("SELECT count(*) FROM extractions").scalar() == 0
    delete_waiting(engine, store)
    assert list(store.addresses()) == []
