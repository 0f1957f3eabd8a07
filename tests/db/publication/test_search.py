import pytest
from sqlalchemy import text

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
