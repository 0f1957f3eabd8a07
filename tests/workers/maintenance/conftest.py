"""Sites with pages that share a notice, the processor that reads them, and the maintenance that learns from them."""

from datetime import UTC, datetime
from typing import NamedTuple

import pytest

from db import sites
from db.documents import get_document, list_documents
from mezmun.core.processes.process_pool import ProcessPool
from mezmun.core.sites.site_schema import Site, SiteKind
from store.opening import open_store
from workers.maintenance.maintenance_loop import Maintenance
from workers.maintenance.sample_reading import ReadTask
from workers.page_processor import PageProcessor

NOTICE = "بۇ تور بەتتىكى ئەسەرلەرنى باشقا جايدا ئېلان قىلغاندا مەنبەسىنى ئەسكەرتىشىڭىزنى سەمىمىي سورايمىز، رەھمەت."
STORY = (
    "بۈگۈن ئەتىگەندە بازاردا يېڭى پىشقان {0} بىلەن گىلاس كۆپ ئىدى، باھاسىمۇ {0} كىلوسى ئون يۈەندىن ئەرزان بولدى.",
    "مومام بىلەن بىللە {0} ئېلىپ، ئۆيگە كېلىپ {0} مۇراببا قايناتتۇق ۋە ئۇنى {0} قىش ئۈچۈن ساقلاپ قويدۇق.",
)
FRUITS = ("ئالما", "ئۆرۈك", "شاپتۇل", "ئۈزۈم", "نەشپۈت", "ئانار", "ئەنجۈر", "جىگدە", "قوغۇن", "تاۋۇز", "بېھى", "چىلان")


def page(fruit, notice=NOTICE):
    paragraphs = "".join(f"<p>{paragraph.format(' '.join([fruit] * 4))}</p>" for paragraph in STORY)
    menu = "<ul><li><a href='/'>باش بەت</a></li><li><a href='/2'>خەۋەرلەر</a></li></ul>"
    return f"<html><body>{menu}<div>{paragraphs}<p>{notice}</p></div></body></html>".encode()


class Queue:
    """Keeps what is published, for the test to deliver."""

    def __init__(self):
        self.references = []

    def declare(self):
        return len(self.references)

    def publish(self, *references):
        self.references += references


class Installation(NamedTuple):
    processor: PageProcessor
    maintenance: Maintenance
    queue: Queue

    def look(self):
        """Let the maintenance look, and process what it sends."""
        self.maintenance.look()
        sent, self.queue.references[:] = list(self.queue.references), []
        for reference in sent:
            self.processor.process(reference.fetch_id)
        return len(sent)


@pytest.fixture
def choose_method(engine, fetched):
    """A function that lets the site's file name a method."""

    def choose(method):
        site = Site.from_url("http://news.example/", SiteKind.NEWS).model_copy(update={"method": method})
        with engine.begin() as connection:
            sites.sync_site(connection, site, now=datetime.now(UTC))
        return site.name

    return choose


@pytest.fixture
def site(choose_method):
    return choose_method("template-svm")


@pytest.fixture
def pool():
    with ProcessPool(ReadTask(), 1, 60) as processes:
        yield processes


@pytest.fixture
def installation(engine, raw_store, pool):
    def now():
        return datetime.now(UTC)

    raw, queue = open_store(raw_store), Queue()
    return Installation(PageProcessor(engine, raw, now, "test"), Maintenance(engine, raw, queue, pool), queue)


@pytest.fixture
def documents(engine):
    """A function that gives all documents."""

    def read():
        with engine.connect() as connection:
            return [get_document(connection, line.id) for line in list_documents(connection)]

    return read
