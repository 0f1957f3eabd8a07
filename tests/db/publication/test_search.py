from contextlib import closing

import pytest
from sqlalchemy import event, text

from db.publication.search import Narrowing, Term, count_hits, read_query, search

EVERYWHERE = Narrowing()


def test_a_query_is_read_as_people_write_it():
    assert read_query('kitab "ikki söz" bash* -without -"a b') == [
        Term(("kitab",)),
        Term(("ikki söz",), phrase=True),
        Term(("bash",), prefix=True),
        Term(("without",), excluded=True),
        Term(("a b",), phrase=True, excluded=True),
    ]
    assert read_query('* "" - ') == [Term(("-",))]


@pytest.mark.parametrize("odd", ["'", "\\", "a'b", "&", "(", ":*", "<->", "ا،ب", "%", "_"])
def test_no_letter_of_a_query_is_syntax(world, odd):
    world.store(world.fetched(), "text")
    for term in (Term((odd,)), Term((odd,), prefix=True), Term((odd,), phrase=True)):
        assert isinstance(search(world.connection, [term], EVERYWHERE, limit=5), list)


def test_words_are_kept_with_the_document(world):
    fetch = world.fetched("http://a/1", b"1")
    world.store(fetch, "first text")
    assert count_hits(world.connection, [Term(("first",))], EVERYWHERE) == 1
    world.store(fetch, "second text", code_version="2", title="a title")
    assert count_hits(world.connection, [Term(("first",))], EVERYWHERE) == 0
    assert count_hits(world.connection, [Term(("title",))], EVERYWHERE) == 1
    world.connection.execute(text("DELETE FROM documents"))
    assert count_hits(world.connection, [Term(("title",))], EVERYWHERE) == 0


def test_a_text_of_any_length_can_be_stored(world):
    words = " ".join(f"سۆز{number}" for number in range(150_000))
    world.store(world.fetched("http://a/1", b"1"), words)
    assert count_hits(world.connection, [Term(("سۆز17",))], EVERYWHERE) == 1


def test_a_phrase_is_words_beside_each_other_whatever_stands_between_them(world):
    beside, apart = ["Kona Sheher, 1994", "kona (sheher) bar"], ["sheher kona", "kona yéngi sheher", "kona1 sheher"]
    for number, words in enumerate([*beside, *apart, "akona sheherlik"]):
        world.store(world.fetched(f"http://a/{number}", b"%d" % number), words)

    phrase = Term(("kona sheher", "eski sheher"), phrase=True)
    assert count_hits(world.connection, [phrase], EVERYWHERE) == 2
    assert count_hits(world.connection, [phrase, Term(("bar",))], EVERYWHERE) == 1
    assert count_hits(world.connection, [Term(("sheher kona",), phrase=True)], EVERYWHERE) == 1
    without = Term(phrase.spellings, phrase=True, excluded=True)
    assert count_hits(world.connection, [Term(("sheher",)), without], EVERYWHERE) == 3
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
    assert count_hits(world.connection, [Term(("one two",), phrase=True)], EVERYWHERE) == 10
    assert "ix_extractions_words" in plans[0]
    assert "Rows Removed by Index Recheck" not in plans[0]
