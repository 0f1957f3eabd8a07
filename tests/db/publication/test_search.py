from contextlib import closing, contextmanager

import pytest
from sqlalchemy import event, text

from db.publication.narrowing import Narrowing
from db.publication.search import FIRST_OF_PREFIX, MOST_HITS, MOST_SLICES, look_up, search
from db.publication.search_terms import QueryTerm
from db.word_index import SLICE_BITS

EVERYWHERE = Narrowing()


@contextmanager
def explained(engine):
    """Give the plans of the statements within, as they were carried out."""
    plans = []

    def explain(connection, _cursor, statement, parameters, *_):
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE) {statement}", parameters)
            plans.append("\n".join(line for (line,) in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", explain)
    yield plans
    event.remove(engine, "before_cursor_execute", explain)


@pytest.mark.parametrize("odd", ["'", "\\", "a'b", "&", "(", ":*", "<->", "ا،ب", "%", "_"])
def test_no_letter_of_a_query_is_syntax(world, odd):
    world.store(world.fetched(), "text")
    for term in (QueryTerm((odd,)), QueryTerm((odd,), prefix=True), QueryTerm((odd,), phrase=True)):
        hits = look_up(world.connection, [term], EVERYWHERE, limit=5)
        assert isinstance(search(world.connection, [term], hits.documents), list)


def test_words_are_kept_with_the_document(world):
    fetch = world.fetched("http://a/1", b"1")
    world.store(fetch, "first text")
    assert _count(world, [QueryTerm(("first",))]) == 1
    world.store(fetch, "second text", code_version="2", title="a title")
    assert _count(world, [QueryTerm(("first",))]) == 0
    assert _count(world, [QueryTerm(("title",))]) == 1
    world.connection.execute(text("DELETE FROM documents"))
    assert _count(world, [QueryTerm(("title",))]) == 0


def test_a_text_of_any_length_can_be_stored(world):
    words = " ".join(f"سۆز{number}" for number in range(150_000))
    world.store(world.fetched("http://a/1", b"1"), words)
    assert _count(world, [QueryTerm(("سۆز17",))]) == 1


def test_a_phrase_is_words_beside_each_other_whatever_stands_between_them(world):
    beside, apart = ["Kona Sheher, 1994", "kona (sheher) bar"], ["sheher kona", "kona yéngi sheher", "kona1 sheher"]
    for number, words in enumerate([*beside, *apart, "akona sheherlik"]):
        world.store(world.fetched(f"http://a/{number}", b"%d" % number), words)

    phrase = QueryTerm(("kona sheher", "eski sheher"), phrase=True)
    assert _count(world, [phrase]) == 2
    assert _count(world, [phrase, QueryTerm(("bar",))]) == 1
    assert _count(world, [QueryTerm(("sheher kona",), phrase=True)]) == 1
    without = QueryTerm(phrase.spellings, phrase=True, excluded=True)
    assert _count(world, [QueryTerm(("sheher",)), without]) == 3
    assert _count(world, [without]) == 4


@pytest.mark.new_database
def test_the_words_of_a_text_are_not_made_anew_to_look_for_a_phrase(engine, world):
    for number in range(20):
        world.store(world.fetched(f"http://a/{number}", b"%d" % number), "one two" if number % 2 else "two one")
    world.connection.execute(text("SET LOCAL enable_seqscan = off"))
    with explained(engine) as plans:
        assert _count(world, [QueryTerm(("one two",), phrase=True)]) == 10
    looked_up = next(plan for plan in plans if "ix_extractions_words" in plan)
    assert "Rows Removed by Index Recheck" not in looked_up


def _store_in_slices(world, slices):
    """Store a document in each of these slices of pages, and one more behind each; give their texts by their pages."""
    texts = {}
    for at, number in enumerate(sorted(slices)):
        world.connection.execute(
            text("SELECT setval(pg_get_serial_sequence('pages', 'id'), :page)"), {"page": (number << SLICE_BITS) + 1}
        )
        for beside in (0, 1):
            name = f"{number}-{beside}"
            words = f"common {'half' if at % 2 else ''} {'seldom' if at == beside == 0 else ''} slice{number} one two"
            fetch = world.fetched(f"http://a/{name}", name.encode())
            world.store(fetch, words, language="zh" if beside else "ug")
            page = world.connection.scalar(text("SELECT max(page_id) FROM documents"))
            texts[page] = (words, "zh" if beside else "ug")
    return texts


def test_documents_are_the_same_however_many_slices_of_pages_are_looked_through_at_once(world):
    last = 5 * MOST_SLICES
    texts = _store_in_slices(world, [0, 1, 2, 7, 30, 31, last - 1500, last - 3, last])
    for words in (["common"], ["half"], ["seldom"], ["half", "common"], ["nowhere"], ["slice7"]):
        terms = [QueryTerm((word,)) for word in words]
        for language in (None, "zh"):
            for before in (None, max(texts), min(texts)):
                pages = [
                    page
                    for page, (stored, of_page) in sorted(texts.items(), reverse=True)
                    if set(words) <= set(stored.split())
                    and language in (None, of_page)
                    and (before is None or page < before)
                ]
                for limit in (1, 2, 5, 50):
                    hits = look_up(world.connection, terms, Narrowing(language=language), limit=limit, before=before)
                    looked_up = [page for page, _ in hits.documents]
                    assert looked_up[:limit] == pages[:limit]
                    assert looked_up == pages[: len(looked_up)]
                    if hits.are_all:
                        assert looked_up == pages
                shown = search(world.connection, terms, hits.documents)
                assert [row.id for row in shown] == pages
                assert hits.are_all


@pytest.mark.new_database
def test_a_frequent_word_is_looked_up_in_the_newest_pages_alone(engine, world):
    _store_in_slices(world, range(40))
    for way in ("seqscan", "indexscan"):  # which are the quicker for so few documents
        world.connection.execute(text(f"SET LOCAL enable_{way} = off"))
    for term in (QueryTerm(("common",)), QueryTerm(("comm",), prefix=True), QueryTerm(("one two",), phrase=True)):
        with explained(engine) as plans:
            hits = look_up(world.connection, [term], EVERYWHERE, limit=2)
        looked_through = FIRST_OF_PREFIX if term.prefix else 1
        assert (len(hits.documents), hits.are_all) == (2 * looked_through, False)
        [looked_up] = [plan for plan in plans if "ARRAY[(page_id >> 8)]" in plan]
        assert "Index Scan on ix_extractions_words" in looked_up
        of_index = next(line for line in looked_up.splitlines() if "ix_extractions_words" in line)
        assert f"rows={2 * looked_through} loops=1" in of_index


def test_no_more_are_counted_than_it_says(world):
    for number in range(MOST_HITS + 1):
        world.store(world.fetched(f"http://a/{number}", b"%d" % number), "common")
    for terms in ([], [QueryTerm(("common",))]):
        hits = look_up(world.connection, terms, EVERYWHERE, limit=1)
        assert (len(hits.documents), hits.are_all) == (MOST_HITS, False)
        oldest = hits.documents[-1][0]
        rest = look_up(world.connection, terms, EVERYWHERE, limit=1, before=oldest)
        assert (len(rest.documents), rest.are_all) == (1, True)


def _count(world, terms):
    hits = look_up(world.connection, terms, EVERYWHERE, limit=MOST_HITS)
    assert hits.are_all
    return len(hits.documents)
