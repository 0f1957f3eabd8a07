import pytest
from sqlalchemy import text

from mezmun.benchmark.query_benchmark import COUNTS, QUERIES, measure_queries
from mezmun.benchmark.synthetic_documents import fill_database
from tests.db.world import NOW


@pytest.mark.slow
def test_no_question_reads_a_whole_table_but_for_the_size_of_few_raw_pages(engine):
    fill_database(engine, 20_000, site_count=50, words=10, now=NOW)
    figures = list(measure_queries(engine, QUERIES, runs=2))
    assert [(each.name, each.read_whole) for each in figures if each.read_whole] == []
    assert [each.name for each in figures] == list(QUERIES)
    figures = list(measure_queries(engine, COUNTS, runs=2))
    assert {each.name: each.read_whole for each in figures if each.read_whole} == {"totals": ("raw_pages",)}
    assert all(each.p95_ms > 0 for each in figures)
    with engine.begin() as connection:
        connection.execute(text("ALTER TABLE document_changes DROP CONSTRAINT pk_document_changes"))
        connection.execute(text("DROP INDEX uq_document_changes_position"))
    (feed,) = measure_queries(engine, {"feed": QUERIES["feed"]}, runs=2)
    assert "document_changes" in feed.read_whole
