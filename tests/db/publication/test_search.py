from contextlib import closing

import pytest
from sqlalchemy import event, text

from db.publication.search import Hits, Narrowing, QueryTerm, count_hits, look_up, read_query, search

EVERYWHERE = Narrowing()


def test_a_query_is_read_as_people_write_it():
    assert read_query('kitab "ikki söz" bash* -without -"a b') == [
        QueryTerm(("kitab",)),
        QueryTerm(("ikki söz",), phrase=True),
        QueryTerm(("bash",), prefix=True),
        QueryTerm(("without",), excluded=True),
        QueryTerm(("a b",), phrase=True, excluded=True),
    ]
    assert read_query('* "" - ') == [QueryTerm(("-",))]


@pytest.mark.parametrize("odd", ["'", "\\", "a'b", "&", "(", ":*", "<->", "ا،ب", "%", "_"])
def test_no_letter_of_a_query_is_syntax(world, odd):
    world.store(world.fetched(), "text")
    for term in (QueryTerm((odd,)), QueryTerm((odd,), prefix=True), QueryTerm((odd,), phrase=True)):
        assert isinstance(search(world.connection, [term], EVERYWHERE, limit=5), list)


def test_words_are_kept_with_the_document(world):
    fetch = world.fetched("http://a/1", b"1")
    world.store(fetch, "first text")
    assert count_hits(world.connection, [QueryTerm(("first",))], EVERYWHERE) == 1
    world.store(fetch, "second text", code_version="2", title="a title")
    assert count_hits(world.connection, [QueryTerm(("first",))], EVERYWHERE) == 0
    assert count_hits(world.connection, [QueryTerm(("title",))], EVERYWHERE) == 1
    world.connection.execute(text("DELETE FROM documents"))
    assert count_hits(world.connection, [QueryTerm(("title",))], EVERYWHERE) == 0


def test_a_text_of_any_length_can_be_stored(world):
    words = " ".join(f"سۆز{number}" for number in range(150_000))
    world.store(world.fetched("http://a/1", b"1"), words)
    assert count_hits(world.connection, [QueryTerm(("سۆز17",))], EVERYWHERE) == 1


def test_a_phrase_is_words_beside_each_other_whatever_stands_between_them(world):
    beside, apart = ["Kona Sheher, 1994", "kona (sheher) bar"], ["sheher kona", "kona yéngi sheher", "kona1 sheher"]
    for number, words in enumerate([*beside, *apart, "akona sheherlik"]):
        world.store(world.fetched(f"http://a/{number}", b"%d" % number), words)

    phrase = QueryTerm(("kona sheher", "eski sheher"), phrase=True)
    assert count_hits(world.connection, [phrase], EVERYWHERE) == 2
    assert count_hits(world.connection, [phrase, QueryTerm(("bar",))], EVERYWHERE) == 1
    assert count_hits(world.connection, [QueryTerm(("sheher kona",), phrase=True)], EVERYWHERE) == 1
    without = QueryTerm(phrase.spellings, phrase=True, excluded=True)
    assert count_hits(world.connection, [QueryTerm(("sheher",)), without], EVERYWHERE) == 3
    assert count_hits(world.connection, [without], EVERYWHERE) == 4


def test_the_words_of_a_text_are_not_made_anew_to_look_for_a_phrase(engine, world):
    for number in range(20):
        world.store(world.fetched(f"http://a/{number}", b"%d" % number), "one two" if number % 2 else "two one")
    world.connection.execute(text("SET LOCAL enable_seqscan = off"))
    plans = []

    def explain(connection, _cursor, statement, parameters, *_):
        with closing(connection.connection.cursor()) as cursor:
            cursor.execute(f"EXPLAIN (ANALYZE) {statement}", parameters)
            plans.append("\n".join(line for (line,) in cursor.fetchall()))

    event.listen(engine, "before_cursor_execute", explain)
    assert count_hits(world.connection, [QueryTerm(("one two",), phrase=True)], EVERYWHERE) == 10
    assert "ix_extractions_words" in plans[0]
    assert "Rows Removed by Index Recheck" not in plans[0]


def test_hits_that_are_looked_up_or_walked_to_give_the_same_documents(world):
    for number in range(30):
        language = "ug" if number % 3 else "zh"
        words = f"common word{number} {'half' if number % 2 else 'seldom' if number == 4 else ''}"
        world.store(world.fetched(f"http://a/{number}", b"%d" % number), words, language=language)
    for terms in (
        [QueryTerm(("common",))],
        [QueryTerm(("half",))],
        [QueryTerm(("seldom",))],
        [QueryTerm(("word",), prefix=True)],
    ):
        for narrowing in (EVERYWHERE, Narrowing(language="zh")):
            hits = look_up(world.connection, terms, limit=50)
            assert hits.are_all
            walked = search(world.connection, terms, narrowing, limit=50, hits=Hits())
            some = Hits(dict(list(hits.extractions.items())[:5]))
            counts = {count_hits(world.connection, terms, narrowing, hits=each) for each in (hits, Hits(), some)}
            assert counts == {len(walked)}
            for limit in (1, 2, 50):
                for before in (None, *(row.id for row in walked[:1])):
                    shown = search(world.connection, terms, narrowing, limit=limit, before=before, hits=hits)
                    assert shown == [row for row in walked if before is None or row.id < before][:limit]
            assert count_hits(world.connection, terms, narrowing, at_most=1, hits=some) == min(1, len(walked))


def test_a_word_of_most_documents_is_not_looked_up_in_all_of_them(world):
    for number in range(60):
        world.store(world.fetched(f"http://a/{number}", b"%d" % number), f"common {'seldom' if number < 3 else ''}")
    world.connection.execute(text("ANALYZE extractions"))
    assert not look_up(world.connection, [QueryTerm(("common",))], limit=1).are_all
    assert len(look_up(world.connection, [QueryTerm(("seldom",))], limit=1).extractions) == 3
    assert not look_up(world.connection, [], limit=1).are_all
