from datetime import timedelta

import pytest

from db import documents
from db.monitoring.site_history import site_days, site_states
from db.processing.fetch_outcomes import outcome_counts, unprocessed_fetches
from db.publication.changes import read_feed
from db.publication.narrowing import Narrowing
from db.publication.search import look_up
from db.publication.search_terms import read_query
from mezmun.benchmark.synthetic_documents import DAYS, WAITING, fill_database
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from tests.db.world import NOW, World


def test_what_is_written_reads_like_documents_that_came_by_the_pipeline(engine):
    seen = []
    fill_database(engine, 1000, site_count=4, now=NOW, advance=seen.append)
    with engine.begin() as connection:
        count = documents.count_documents(connection)
        assert 1000 <= count < 1000 + 18 + WAITING
        outcomes = outcome_counts(connection)
        assert seen == [sum(outcomes.values()) * 9 // 10]
        assert (outcomes[Outcome.STORED], outcomes[None]) == (count, WAITING)
        states = site_states(connection, now=NOW)
        assert sum(state.documents for state in states) == count
        days = site_days(connection, since=NOW - timedelta(days=DAYS))
        assert len({day for of_site in days.values() for day in of_site}) >= DAYS
        assert len(list(unprocessed_fetches(connection, older_than=NOW))) == WAITING
        line = documents.list_documents(connection, limit=1)[0]
        shown = documents.get_document(connection, line.id)
        assert len(shown.text.split()) == 60
        phrase = read_query(f'"{" ".join(shown.text.split()[:3])}"')
        hits = look_up(connection, phrase, Narrowing(), limit=9)
        assert line.id in dict(hits.documents)
        assert World(connection).fetched("http://a/later")  # the numbers go on
    assert read_feed(engine, after=0, limit=5).entries[0].document["text"] == shown.text
    with pytest.raises(InvalidInputError, match="empty"):
        fill_database(engine, 1, now=NOW)
