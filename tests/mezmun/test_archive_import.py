"""Archives of others, written by warcio, become fetches that wait for a worker, once, and never what was taken down."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from io import BytesIO

import pytest
from sqlalchemy import text
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from crawler.fetching.publishing import Publisher
from db.documents import list_documents
from db.removal.raw_deletions import delete_waiting
from db.removal.takedown import take_down_page, take_down_site
from mezmun.archive_import import ArchiveImport
from mezmun.core.errors import InvalidInputError, UnavailableError
from mezmun.core.outcomes import Outcome
from mezmun.core.sites.site_schema import Section, Site, SiteKind
from store.folder_store import MARKER, FolderStore
from workers.page_processor import PageProcessor

SITE = Site(name="old", kind=SiteKind.NEWS, seeds=("http://old.example/",))
DAY = datetime(2012, 5, 1, tzinfo=UTC)
STORY = "<p>بۈگۈن ئەتىگەندە بازاردا يېڭى پىشقان ئۆرۈك بىلەن گىلاس كۆپ ئىدى، باھاسىمۇ ئەرزان بولدى.</p>" * 3


def article(word="بىر", head=""):
    return f"<html><head><title>{word}</title>{head}</head><body><h1>{word}</h1>{STORY}<p>{word}</p></body></html>"


@pytest.fixture
def write(tmp_path):
    """A function that writes an archive of captures (address, body, days after the first) and gives its path."""

    def write(name, *captures):
        path = tmp_path / f"{name}.warc.gz"
        with path.open("wb") as file:
            writer = WARCWriter(file, gzip=True)
            for url, body, days, *headers in captures:
                http = StatusAndHeaders("200 OK", [("Content-Type", "text/html; charset=utf-8"), *headers], "HTTP/1.1")
                date = {"WARC-Date": f"{DAY + timedelta(days=days):%Y-%m-%dT%H:%M:%SZ}"}
                record = writer.create_warc_record(
                    url, "response", payload=BytesIO(body.encode()), http_headers=http, warc_headers_dict=date
                )
                writer.write_request_response_pair(
                    writer.create_warc_record(
                        url, "request", http_headers=StatusAndHeaders("GET / HTTP/1.1", [], is_http_request=True)
                    ),
                    record,
                )
        return str(path)

    return write


@pytest.fixture
def store(tmp_path):
    return FolderStore(tmp_path / "raw")


@pytest.fixture
def sent():
    return []


@pytest.fixture
def take(engine, store, sent):
    """A function that imports archives and gives the counts."""

    def take(*archives, site=SITE):
        now = datetime.now(UTC)
        publisher = Publisher(lambda *references: sent.extend(references))
        work = ArchiveImport(engine, store, site, publisher, lambda: now, 1_000_000)
        counts = Counter()
        for step in work.run(archives):
            counts += step
        return dict(counts)

    return take


def fetches(engine):
    query = """
        SELECT url, fetched_at, status, robots, outcome, sha256 IS NOT NULL AS has_bytes, signals
          FROM fetches LEFT JOIN outcomes ON outcomes.fetch_id = fetches.id ORDER BY fetches.id
    """
    with engine.connect() as connection:
        return connection.execute(text(query)).all()


def test_captures_become_documents_with_the_time_they_were_made_at(engine, store, take, write, sent):
    captures = [(f"http://old.example/show.php?id={n}", article(str(n)), n) for n in (1, 2)]
    assert take(write("a", *captures)) == {"taken": 2, "no-response": 2}
    first, second = fetches(engine)
    assert (first.fetched_at, second.fetched_at) == (DAY + timedelta(days=1), DAY + timedelta(days=2))
    assert (first.status, first.robots, first.outcome, first.has_bytes) == (200, "archived", None, True)
    processor = PageProcessor(engine, store, lambda: datetime.now(UTC), "test")
    assert [processor.process(reference.fetch_id) for reference in sent] == [Outcome.STORED] * 2
    with engine.connect() as connection:
        assert len(list_documents(connection)) == 2


def test_several_captures_of_a_page_are_taken_in_the_order_of_time_and_again_nothing(engine, take, write, sent):
    url = "http://old.example/show.php?id=1"
    archive = write("a", (url, article("3"), 3), (url, article("1"), 1), (url + "&utm_source=x", article("2"), 2))
    assert take(archive) == {"taken": 3, "no-response": 3}
    assert [each.fetched_at.day for each in fetches(engine)] == [2, 3, 4]
    assert take(archive) == {"known": 3, "no-response": 3}
    older, newer = write("older", (url, article("0"), 0)), write("newer", (url, article("9"), 9))
    assert take(older, newer) == {"known": 1, "taken": 1, "no-response": 2}
    assert len(sent) == 4


def test_what_the_sites_rules_leave_out_is_counted_by_reason(engine, store, take, write):
    archive = write(
        "a",
        ("http://elsewhere.example/1", article(), 1),
        ("http://old.example/", "<html><body>" + "<a href='/show.php?id=%d'>x</a>" * 30 % tuple(range(30)), 1),
        ("http://old.example/login.php", article(), 1),
        ("http://old.example/show.php?id=1", article(), 1),
    )
    counts = take(archive)
    assert (counts["taken"], counts["other-host"], counts["no-response"]) == (1, 1, 4)
    assert counts["listing"] + counts["skipped"] == 2
    assert [each.url for each in fetches(engine)] == ["http://old.example/show.php?id=1"]
    assert len(list(store.addresses())) == 1


def test_a_page_of_a_section_has_the_kind_of_its_section(engine, take, write):
    forum = Section(kind=SiteKind.FORUM, addresses=("^https?://[^/]+/bbs/",), seeds=("http://old.example/bbs/",))
    site = SITE.model_copy(update={"sections": (forum,)})
    paths = ("http://old.example/bbs/read.php?tid=7", "http://old.example/2012/05/01/a-title-of-words.html")
    take(write("a", *((path, article(), 0) for path in paths)), site=site)
    with engine.connect() as connection:
        kinds = connection.execute(text("SELECT kind FROM pages ORDER BY url")).scalars().all()
    assert kinds == [None, "forum"]


def test_wishes_of_pages_hold_as_they_were_archived(engine, store, take, write, sent):
    base = "http://old.example/show.php?id="
    meta = '<meta name="robots" content="noarchive">'
    take(
        write(
            "a",
            (base + "1", article(), 1, ("X-Robots-Tag", "noindex"), ("Set-Cookie", "who=1")),
            (base + "2", article(head=meta), 1),
        )
    )
    denied, unarchived = sorted(fetches(engine), key=lambda each: each.url)
    assert (denied.outcome, denied.has_bytes, denied.signals) == ("robots-denied", False, {"robots": ["noindex"]})
    assert (unarchived.outcome, unarchived.signals) == (None, {"robots": ["noarchive"]})
    assert len(sent) == len(list(store.addresses())) == 1
    with engine.connect() as connection:
        assert "who=1" not in str(connection.execute(text("SELECT fetches::text FROM fetches")).all())


def test_what_was_taken_down_does_not_come_back_by_an_archive(engine, store, take, write):
    urls = [f"http://old.example/show.php?id={number}" for number in (1, 2)]
    archive = write("a", *((url, article(url), 1) for url in urls))
    take(archive)
    with engine.begin() as connection:
        take_down_page(connection, urls[0], now=datetime.now(UTC))
    later = write("b", *((url, article(url), 5) for url in urls))
    assert take(later) == {"taken-down": 1, "taken": 1, "no-response": 2}
    delete_waiting(engine, store)
    assert len(list(store.addresses())) == 1
    with engine.begin() as connection:
        take_down_site(connection, "old", now=datetime.now(UTC))
    with pytest.raises(InvalidInputError, match="taken down"):
        take(archive)
    delete_waiting(engine, store)
    assert list(store.addresses()) == []


def test_an_import_that_was_stopped_by_a_store_that_is_away_goes_on(engine, store, take, write, monkeypatch):
    monkeypatch.setattr("mezmun.archive_import.AT_ONCE", 4)  # two captures with their requests
    archive = write("a", *((f"http://old.example/show.php?id={n}", article(str(n)), 1) for n in range(6)))
    (store.root / MARKER).rename(store.root / "away")
    with pytest.raises(UnavailableError):
        take(archive)
    assert fetches(engine) == []
    (store.root / "away").rename(store.root / MARKER)
    real, calls = FolderStore.put, []

    def put(self, body):
        calls.append(body)
        if len(calls) == 4:
            raise UnavailableError("away")
        return real(self, body)

    with monkeypatch.context() as broken:
        broken.setattr(FolderStore, "put", put)
        with pytest.raises(UnavailableError):
            take(archive)
    assert len(fetches(engine)) == 2
    assert take(archive) == {"taken": 4, "known": 2, "no-response": 6}
