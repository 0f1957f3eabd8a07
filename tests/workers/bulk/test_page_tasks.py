import pytest

from mezmun.core.outcomes import Outcome
from tests.workers.bulk.bulk_for_tests import Faulty, html
from workers.bulk.input.items import Place, SourcePage
from workers.bulk.page_tasks import Extract, pool_of

METHOD = "text-density"


def pages(*extras):
    return [SourcePage(Place(f"{number}.html"), html(number, extra)) for number, extra in enumerate(extras)]


def sources(records):
    return [record["source"] for record in records]


@pytest.mark.slow
def test_records_come_in_the_order_of_the_pages():
    batch = pages(*[""] * 100)
    with pool_of(Extract(METHOD), 2, 60) as pool:
        records = list(pool.run(batch))
    assert sources(records) == [page.place.source for page in batch]
    assert {record["outcome"] for record in records} == {Outcome.STORED}
    assert "42-تۈپ" in records[42]["text"]


@pytest.mark.slow
def test_no_page_takes_the_others_with_it():
    batch = pages(*[""] * 5, "HANG", *[""] * 20, "CRASH", "", "RAISE", "HUNGRY", "", "CRASH", *[""] * 20)
    with pool_of(Faulty(METHOD), 2, 5.0) as pool:
        records = list(pool.run(batch))
    assert sources(records) == [page.place.source for page in batch]
    bad = {number: record for number, record in enumerate(records) if record["outcome"] != Outcome.STORED}
    assert {number: record["outcome"] for number, record in bad.items()} == {
        5: Outcome.TIMEOUT, 26: Outcome.FAILED, 28: Outcome.FAILED, 29: Outcome.FAILED, 31: Outcome.FAILED
    }  # fmt: skip
    assert bad[5]["detail"] == "stopped after 5 s"
    assert bad[26]["detail"] == "its process died (signal 9)"
    assert bad[28]["detail"] == "RuntimeError: what no one foresaw"
    assert bad[29]["detail"].startswith("MemoryError")
    assert all(record["sha256"] and record["text"] is None for record in bad.values())
