"""Documents that are nearly the same, across sites, as they come, change and go."""

import random
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import text

from db.duplicates import clusters
from db.publication.changes import number_changes
from db.publication.narrowing import Narrowing
from db.publication.search import look_up
from tests.db.world import World, wait_until_somebody_waits
from workers.maintenance import duplicates
from workers.maintenance.duplicates import Duplicates
from workers.maintenance.renewal import BUSY
from workers.text_signatures import are_near, sign

WORDS = [
    "بۈگۈن",
    "ئەتىگەندە",
    "بازاردا",
    "يېڭى",
    "پىشقان",
    "ئۆرۈك",
    "بىلەن",
    "گىلاس",
    "كۆپ",
    "ئىدى",
    "باھاسىمۇ",
    "ئەرزان",
    "بولدى",
    "مومام",
]


def article(seed):
    return " ".join(random.Random(seed).choices(WORDS, k=120))


class Documents:
    """Documents that come, change and go, and the chore that compares them."""

    def __init__(self, engine):
        self.engine = engine
        self.chore = Duplicates(engine, lambda: 0)

    def store(self, url, words, site="news"):
        """Store a document, or a newer text of one; give its page."""
        with self.engine.begin() as connection:
            connection.execute(text("UPDATE crawls SET state = 'finished', finished_at = now()"))
            world = World(connection)
            fetch = world.fetched(url, f"{words}{random.random()}".encode(), site)
            world.store(fetch, words)
            return connection.scalar(text("SELECT page_id FROM fetches WHERE id = :id"), {"id": fetch})

    def withdraw(self, page):
        with self.engine.begin() as connection:
            connection.execute(text("DELETE FROM documents WHERE page_id = :page"), {"page": page})

    def clusters(self):
        """Bring the clusters up to date; give each document's."""
        while self.chore.look():
            pass
        with self.engine.connect() as connection:
            rows = connection.execute(text("SELECT page_id, cluster_id FROM document_signatures"))
            return {row.page_id: row.cluster_id for row in rows}


@pytest.fixture
def documents(engine):
    return Documents(engine)


def test_two_processes_that_both_look_after_it_take_turns(documents, engine):
    """One that has lost the maintenance lock with its connection does not know it before its next look."""
    page = documents.store("http://a/1", article(1))
    number_changes(engine)
    with ThreadPoolExecutor(1) as pool:
        with engine.begin() as connection:
            changed = clusters.changed_documents(connection, limit=10)
            clusters.add(connection, page, sign(changed.texts[page]), are_near)
            clusters.note_progress(connection, changed.position)
            other = pool.submit(documents.chore.look)
            wait_until_somebody_waits(engine)
        assert other.result() == 0
    assert documents.clusters() == {page: page}


def test_near_and_equal_texts_of_all_sites_are_a_cluster_with_the_first_as_the_canonical_one(documents):
    first = documents.store("http://a/1", article(1))
    other = documents.store("http://a/2", article(2))
    assert documents.clusters() == {first: first, other: other}
    near = documents.store("http://b/1", article(1) + " " + " ".join(WORDS[:8]), "blog")
    equal = documents.store("http://c/1", article(1).replace(" ", ", "), "forum")
    assert documents.clusters() == {first: first, other: other, near: first, equal: first}
    with documents.engine.connect() as connection:
        [row] = clusters.largest_clusters(connection, limit=9)
        assert (row.cluster_id, row.documents, row.sites, row.url) == (first, 3, 3, "http://a/1")
        assert [member.page_id for member in clusters.members(connection, first)] == [first, near, equal]
        hits = look_up(connection, [], Narrowing(cluster=first), limit=9).documents
        assert dict(hits).keys() == {first, near, equal}


def test_a_document_that_changes_leaves_its_cluster_and_one_that_goes_gives_way_to_the_next(documents):
    pages = [documents.store(f"http://a/{number}", article(1)) for number in range(3)]
    assert set(documents.clusters().values()) == {pages[0]}
    documents.store("http://a/0", article(2))
    assert documents.clusters() == {pages[0]: pages[0], pages[1]: pages[1], pages[2]: pages[1]}
    documents.withdraw(pages[1])
    assert documents.clusters() == {pages[0]: pages[0], pages[2]: pages[2]}
    late = documents.store("http://a/9", article(1) + " " + " ".join(WORDS[:8]))
    assert documents.clusters()[late] == pages[2]  # by what the first of the same letters left behind


def test_a_document_between_two_makes_one_cluster_of_both(documents):
    words = [f"{number}word{number * 7}" for number in range(120)]
    one = documents.store("http://a/1", " ".join(words[:96]))
    other = documents.store("http://a/2", " ".join(words[24:]))
    assert len(set(documents.clusters().values())) == 2
    documents.store("http://a/3", " ".join(words[12:108]))
    joined = documents.clusters()
    assert joined[one] == joined[other] == one


def test_it_goes_on_after_a_kill_with_the_same_result(documents, engine, monkeypatch):
    for number in range(9):
        documents.store(f"http://a/{number}", article(number % 4))
    monkeypatch.setattr(duplicates, "AT_ONCE", 2)
    documents.chore.look()
    add = clusters.add

    def die(connection, page, *more):
        add(connection, page, *more)
        raise KeyboardInterrupt

    with monkeypatch.context() as dying:
        dying.setattr(clusters, "add", die)
        with pytest.raises(KeyboardInterrupt):
            documents.chore.look()
    documents.chore = Duplicates(engine, lambda: 0)
    piecemeal = documents.clusters()
    with engine.begin() as connection:
        connection.execute(text("TRUNCATE document_signatures, signature_progress"))
    monkeypatch.undo()
    assert documents.clusters() == piecemeal
    assert len(set(piecemeal.values())) == 4


def test_a_message_at_many_addresses_of_a_site_is_listed(documents, engine):
    for number in range(5):
        documents.store(f"http://a/{number}", "Log in to read on.")
    documents.store("http://b/1", "Log in to read on.", "blog")
    documents.store("http://a/9", article(1))
    documents.clusters()
    with engine.connect() as connection:
        [row] = clusters.repeated_texts(connection, limit=9)
    assert (row.site, row.pages, row.excerpt) == ("news", 5, "Log in to read on.")


def test_nothing_is_looked_at_twice(documents, engine):
    documents.store("http://a/1", article(1))
    assert documents.chore.look() == 1
    assert documents.chore.look() == 0
    assert number_changes(engine) == 0


def test_pages_that_wait_come_first(documents, engine):
    page = documents.store("http://a/1", article(1))
    documents.chore = Duplicates(engine, lambda: BUSY + 1)
    assert documents.clusters() == {}
    documents.chore = Duplicates(engine, lambda: BUSY)
    assert documents.clusters() == {page: page}
