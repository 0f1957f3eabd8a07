"""The template of a site, learned beside the workers from its stored pages."""

import random
from datetime import UTC, datetime

import pytest
from sqlalchemy import text

from db.processing.fetch_outcomes import outcome_counts
from db.processing.templates import SavedTemplate, save_template, saved_template
from db.removal import takedown
from extraction.methods import site_sample
from extraction.methods.template import N1
from mezmun.core.outcomes import Outcome
from tests.workers.maintenance.conftest import FRUITS, NOTICE, page
from workers import page_processor
from workers.maintenance import template_learning


def saved(engine, site):
    with engine.connect() as connection:
        return saved_template(connection, site)


def results(engine):
    """What all pages came to, without the numbers of rows and the times."""
    query = text("""
        SELECT fetches.url, outcomes.outcome, extractions.text, outcomes.template_version
          FROM fetches JOIN outcomes ON outcomes.fetch_id = fetches.id
          LEFT JOIN documents ON documents.page_id = fetches.page_id
          LEFT JOIN extractions ON extractions.id = documents.extraction_id ORDER BY fetches.id""")
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(query)]


def test_a_page_s_worker_writes_no_template(installation, engine, fetched, site):
    for number, fruit in enumerate(FRUITS):
        assert installation.processor.process(fetched(page(fruit), path=str(number)).fetch_id) is Outcome.STORED
    assert saved(engine, site) == SavedTemplate()


def test_a_notice_that_pages_share_is_dropped_also_from_the_pages_read_before_it_was_learned(
    installation, engine, fetched, site, documents
):
    for number, fruit in enumerate(FRUITS):
        installation.processor.process(fetched(page(fruit), path=str(number)).fetch_id)
    assert all(NOTICE in document.text for document in documents())
    assert installation.look() == len(FRUITS)
    assert saved(engine, site).version == 1
    stored = documents()
    assert not any(NOTICE in document.text for document in stored)
    assert [document.provenance.template_version for document in stored] == [1] * len(FRUITS)
    assert all(fruit in document.text for fruit, document in zip(FRUITS, stored, strict=True))
    assert installation.look() == 0
    with engine.connect() as connection:
        assert outcome_counts(connection) == {Outcome.STORED: len(FRUITS)}


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_in_which_workers_read_pages_and_templates_are_learned_makes_no_difference(
    installation, engine, fetched, site, seed
):
    references = [fetched(page(fruit), path=str(number)) for number, fruit in enumerate(FRUITS)]
    references += [fetched(page("", ""), path="short"), fetched(f"<p>{NOTICE}</p>".encode(), path="notice")]
    order = random.Random(seed)
    order.shuffle(references)
    for reference in references:
        installation.processor.process(reference.fetch_id)
        if order.random() < 0.2:
            installation.look()
    while installation.look():
        pass
    shuffled = results(engine)
    with engine.begin() as connection:
        connection.execute(text("TRUNCATE documents, extractions, outcomes, templates CASCADE"))
        connection.execute(text("UPDATE fetches SET processings = 0"))
    for reference in sorted(references, key=lambda reference: reference.fetch_id):
        installation.processor.process(reference.fetch_id)
    type(installation.maintenance).__init__(
        installation.maintenance,
        engine,
        installation.processor.raw,
        installation.queue,
        installation.maintenance._learner._pool,
    )
    while installation.look():
        pass
    assert shuffled == results(engine)


def test_too_few_pages_teach_nothing_and_a_page_that_is_no_document_neither(installation, engine, fetched, site):
    for number, fruit in enumerate(FRUITS[: N1 - 1]):
        installation.processor.process(fetched(page(fruit), path=str(number)).fetch_id)
    assert installation.look() == 0
    assert saved(engine, site).version == 0


def test_a_page_fetched_again_is_not_another_page(installation, engine, fetched, site):
    for number in range(N1 // 2):
        fetched(page(FRUITS[number]), path=str(number))
    with engine.begin() as connection:
        for _ in range(3):
            connection.execute(text("UPDATE crawls SET state = 'finished', finished_at = now()"))
            connection.execute(
                text("""
                WITH again AS (INSERT INTO crawls (site, started_at) SELECT name, now() FROM sites RETURNING id)
                INSERT INTO fetches (page_id, crawl_id, requested_at, fetched_at, url, headers, sha256, attempts)
                SELECT page_id, again.id, now(), now(), url, headers, sha256, 1 FROM again, fetches
                 WHERE crawl_id = (SELECT min(id) FROM crawls)""")
            )
    installation.look()
    assert saved(engine, site).pages == 0


def test_other_methods_leave_no_template(installation, engine, fetched, choose_method, documents):
    site = choose_method("valid-characters")
    for number, fruit in enumerate(FRUITS):
        installation.processor.process(fetched(page(fruit), path=str(number)).fetch_id)
    assert installation.look() == 0
    assert saved(engine, site) == SavedTemplate()
    assert documents()[0].provenance.template_version is None


def test_what_a_page_taken_down_has_taught_is_forgotten_and_learned_anew_from_the_others(
    installation, engine, fetched, site
):
    for number, fruit in enumerate(FRUITS):
        installation.processor.process(fetched(page(fruit), path=str(number)).fetch_id)
    installation.look()
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://news.example/0", now=datetime.now(UTC))
    assert saved(engine, site).state == {"version": 2}
    installation.look()
    assert saved(engine, site).version == 3
    assert FRUITS[0] not in str(saved(engine, site).state)


def test_a_template_learned_while_a_page_was_taken_down_is_not_kept(installation, engine, fetched, site):
    for number, fruit in enumerate(FRUITS):
        fetched(page(fruit), path=str(number))
    before = saved(engine, site)
    with engine.begin() as connection:
        takedown.take_down_page(connection, "http://news.example/0", now=datetime.now(UTC))
    learned = SavedTemplate(1, {"version": 1, "entries": [["p", "words", 1]]}, "m", 10, 10, 0, datetime.now(UTC))
    with engine.begin() as connection:
        assert not save_template(connection, site, learned, before=before)
    assert "words" not in str(saved(engine, site).state)


def test_a_page_that_fails_with_the_newer_template_keeps_what_it_was_and_is_not_tried_for_ever(
    installation, engine, fetched, site, documents, monkeypatch
):
    for number, fruit in enumerate(FRUITS):
        installation.processor.process(fetched(page(fruit), path=str(number)).fetch_id)
    monkeypatch.setattr(page_processor, "process", lambda *_, **__: 1 / 0)
    assert installation.look() == len(FRUITS)
    assert len(documents()) == len(FRUITS)
    with engine.connect() as connection:
        assert outcome_counts(connection) == {Outcome.STORED: len(FRUITS)}
    assert installation.look() == 0


def test_a_page_of_which_the_template_leaves_nothing_is_no_document_any_more(
    installation, engine, fetched, site, documents
):
    only = fetched(f"<html><body><div><p>{NOTICE}</p></div></body></html>".encode(), path="only")
    assert installation.processor.process(only.fetch_id) is Outcome.STORED
    for number, fruit in enumerate(FRUITS):
        installation.processor.process(fetched(page(fruit), path=str(number)).fetch_id)
    installation.look()
    assert len(documents()) == len(FRUITS)
    assert installation.processor.process(only.fetch_id) is Outcome.EMPTY


def test_a_notice_that_begins_late_is_known_long_before_the_site_is_old(
    installation, engine, fetched, site, documents, monkeypatch
):
    monkeypatch.setattr(site_sample, "LOOKS", (N1, 3 * N1))
    monkeypatch.setattr(template_learning, "SAMPLE", N1)
    for number in range(3 * N1):
        notice = NOTICE if number >= N1 and number % 2 else ""
        fruit = FRUITS[number % len(FRUITS)] + FRUITS[number // len(FRUITS)] * 2
        installation.processor.process(fetched(page(fruit, notice), path=str(number)).fetch_id)
    while installation.look():
        pass
    assert saved(engine, site).pages == 3 * N1
    assert len(documents()) == 3 * N1
    assert not any(NOTICE in document.text for document in documents())
