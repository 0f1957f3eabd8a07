import pytest
from bulk_for_tests import Faulty, Growing, Unstartable, html

from mezmun.core.errors import UnavailableError
from mezmun.core.outcomes import Outcome
from workers.bulk.input.items import Page, Place
from workers.bulk.page_tasks import Extract
from workers.bulk.worker_pool import Crew

METHOD = "text-density"


def pages(*extras):
    return [Page(Place(f"{number}.html"), html(number, extra)) for number, extra in enumerate(extras)]


def sources(records):
    return [record["source"] for record in records]


def test_records_come_in_the_order_of_the_pages():
    given = pages(*[""] * 100)
    with Crew(Extract(METHOD), 2, 60) as crew:
        records = list(crew.work(given))
    assert sources(records) == [page.place.source for page in given]
    assert {record["outcome"] for record in records} == {Outcome.STORED}
    assert "42-تۈپ" in records[42]["text"]


def test_no_page_takes_the_others_with_it(in_crews):
    given = pages(*[""] * 5, "HANG", *[""] * 20, "CRASH", "", "RAISE", "HUNGRY", "", "CRASH", *[""] * 20)
    with Crew(Faulty(METHOD), 2, 5.0) as crew:
        records = list(crew.work(given))
    assert sources(records) == [page.place.source for page in given]
    bad = {number: record for number, record in enumerate(records) if record["outcome"] != Outcome.STORED}
    assert {number: record["outcome"] for number, record in bad.items()} == {
        5: Outcome.TIMEOUT, 26: Outcome.FAILED, 28: Outcome.FAILED, 29: Outcome.FAILED, 31: Outcome.FAILED
    }  # fmt: skip
    assert bad[5]["detail"] == "stopped after 5 s"
    assert bad[26]["detail"] == "its process died (signal 9)"
    assert bad[28]["detail"] == "RuntimeError: what no one foresaw"
    assert bad[29]["detail"].startswith("MemoryError")
    assert all(record["sha256"] and record["text"] is None for record in bad.values())


def test_a_process_that_grew_too_large_is_replaced_between_pages(in_crews):
    with Crew(Growing(METHOD), 1, 60) as crew:
        made = list(crew.work(pages(*[""] * 36)))
    assert len(made) == 36
    assert len(set(made)) > 1
    assert all(isinstance(pid, int) for pid in made)


def test_a_crew_that_cannot_start_says_so(in_crews):
    with Crew(Unstartable(), 1, 60) as crew, pytest.raises(UnavailableError, match="does not start"):
        list(crew.work(pages("")))


def test_no_more_pages_are_read_ahead_than_the_window_holds(in_crews, monkeypatch):
    monkeypatch.setattr("workers.bulk.worker_pool.WINDOW", 50)
    read = 0

    def counted():
        nonlocal read
        for page in pages("HANG", *[""] * 300):
            read += 1
            yield page

    with Crew(Faulty(METHOD), 2, 5.0) as crew:
        made = crew.work(counted())
        assert next(made)["outcome"] == Outcome.TIMEOUT
        assert read <= 50
        assert len(list(made)) == 300


def test_no_pages_make_no_process():
    with Crew(Extract(METHOD), 2, 60) as crew:
        assert list(crew.work([])) == []
