"""The template of a site, learned by workers from its pages and used on those that follow."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier

import pytest

from db import sites, takedown
from db.documents import get_document, list_documents
from db.templates import load_template
from extraction.methods.template import N1
from mezmun.core.outcomes import Outcome
from mezmun.core.site_schema import Kind, Site
from store.raw_store import open_store
from workers import page_processor
from workers.page_processor import Desk

NOTICE = "بۇ تور بەتتىكى ئەسەرلەرنى باشقا جايدا ئېلان قىلغاندا مەنبەسىنى ئەسكەرتىشىڭىزنى سەمىمىي سورايمىز، رەھمەت."
STORY = (
    "بۈگۈن ئەتىگەندە بازاردا يېڭى پىشقان {0} بىلەن گىلاس كۆپ ئىدى، باھاسىمۇ {0} كىلوسى ئون يۈەندىن ئەرزان بولدى.",
    "مومام بىلەن بىللە {0} ئېلىپ، ئۆيگە كېلىپ {0} مۇراببا قايناتتۇق ۋە ئۇنى {0} قىش ئۈچۈن ساقلاپ قويدۇق.",
)
FRUITS = ("ئالما", "ئۆرۈك", "شاپتۇل", "ئۈزۈم", "نەشپۈت", "ئانار", "ئەنجۈر", "جىگدە", "قوغۇن", "تاۋۇز", "بېھى", "چىلان")


def page(fruit):
    paragraphs = "".join(f"<p>{paragraph.format(' '.join([fruit] * 4))}</p>" for paragraph in STORY)
    menu = "<ul><li><a href='/'>باش بەت</a></li><li><a href='/2'>خەۋەرلەر</a></li></ul>"
    return f"<html><body>{menu}<div>{paragraphs}<p>{NOTICE}</p></div></body></html>".encode()


@pytest.fixture
def choose(engine, fetched):
    """A function that lets the site's file name a method."""

    def choose(method):
        site = Site.from_url("http://news.example/", Kind.NEWS).model_copy(update={"method": method})
        with engine.begin() as connection:
            sites.sync_site(connection, site, now=datetime.now(UTC))
        return site.name

    return choose


@pytest.fixture
def site(choose):
    return choose("template-svm")


@pytest.fixture
def open_desk(engine, raw_store):
    return lambda: Desk(engine, open_store(raw_store), lambda: datetime.now(UTC), "test")


def template(engine, site):
    with engine.connect() as connection:
        return load_template(connection, site, known=-1)


def documents(engine):
    with engine.connect() as connection:
        return [get_document(connection, line.id) for line in list_documents(connection)]


def test_a_notice_that_pages_share_is_dropped_once_it_is_learned(open_desk, engine, fetched, site):
    learning = open_desk()
    other = open_desk()  # another process, which has seen the site without a template
    with engine.connect() as connection:
        other.templates.load(connection, site)
    for number, fruit in enumerate(FRUITS):
        desk = learning if number < N1 else other
        assert desk.work(fetched(page(fruit), path=str(number)).fetch_id) is Outcome.STORED
    assert template(engine, site)["version"] == 1
    found = documents(engine)
    assert [NOTICE in document.text for document in found] == [True] * N1 + [False] * (len(FRUITS) - N1)
    assert [document.provenance.template_version for document in found] == [0] * N1 + [1] * (len(FRUITS) - N1)
    assert all(fruit in document.text for fruit, document in zip(FRUITS, found, strict=True))


def test_a_fetch_is_learned_once_however_often_it_is_delivered(open_desk, engine, fetched, site):
    desk = open_desk()
    for number, fruit in enumerate(FRUITS[: N1 - 1]):
        reference = fetched(page(fruit), path=str(number))
        desk.work(reference.fetch_id)
        desk.work(reference.fetch_id)
    assert template(engine, site)["pages"] == N1 - 1


def test_two_workers_with_the_last_page_of_a_batch_in_hand_learn_it_once(open_desk, engine, fetched, site, monkeypatch):
    for number, fruit in enumerate(FRUITS[: N1 - 1]):
        open_desk().work(fetched(page(fruit), path=str(number)).fetch_id)
    last = fetched(page(FRUITS[N1 - 1]), path="last")
    both, process = Barrier(2), page_processor.process

    def together(*args, **options):
        both.wait(30)
        return process(*args, **options)

    monkeypatch.setattr(page_processor, "process", together)
    with ThreadPoolExecutor(2) as pool:
        assert set(pool.map(lambda desk: desk.work(last.fetch_id), [open_desk(), open_desk()])) == {Outcome.STORED}
    after = template(engine, site)
    assert (after["batches"], after["pages"]) == (1, 0)


def test_workers_that_learn_different_pages_at_once_lose_none(open_desk, engine, fetched, site):
    references = [fetched(page(fruit), path=str(number)) for number, fruit in enumerate(FRUITS)]
    halves = references[::2], references[1::2]

    def work(half):
        desk = open_desk()
        return [desk.work(reference.fetch_id) for reference in half]

    with ThreadPoolExecutor(2) as pool:
        assert [outcome for half in pool.map(work, halves) for outcome in half] == [Outcome.STORED] * len(FRUITS)
    after = template(engine, site)
    assert (after["version"], after["batches"], after["pages"]) == (1, 1, len(FRUITS) - N1)


def test_a_page_that_is_no_document_teaches_nothing(open_desk, engine, fetched, site):
    assert open_desk().work(fetched(b"<html><body><p>ok</p></body></html>").fetch_id) is not Outcome.STORED
    assert template(engine, site) is None


def test_other_methods_leave_no_template(open_desk, engine, fetched, choose):
    site = choose("valid-characters")
    assert open_desk().work(fetched(page("ئالما")).fetch_id) is Outcome.STORED
    assert template(engine, site) is None
    assert documents(engine)[0].provenance.template_version is None


def test_a_worker_forgets_what_a_page_taken_down_has_taught(open_desk, engine, fetched, site):
    desk = open_desk()
    for number, fruit in enumerate(FRUITS[:N1]):
        desk.work(fetched(page(fruit), path=str(number)).fetch_id)
    with engine.begin() as connection:
        takedown.take_down_page(connection, desk.raw, "http://news.example/0", now=datetime.now(UTC))
    assert template(engine, site) == {"version": 2}
    desk.work(fetched(page(FRUITS[N1]), path="later").fetch_id)
    assert NOTICE in documents(engine)[-1].text
    assert template(engine, site)["pages"] == 1
