import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from unittest.mock import Mock

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from db import sites
from db.documents import get_document, list_documents
from db.processing.fetch_outcomes import fetch_to_process, outcome_counts
from db.removal.retention import raw_pages_were_removed
from mezmun.core.errors import UnavailableError
from mezmun.core.outcomes import Outcome
from mezmun.core.sites.site_schema import Site
from store.opening import open_store
from workers import page_processor, reading_options
from workers.page_processor import PageProcessor, UnwrittenPageError

PARAGRAPHS = (
    "بۈگۈن ئەتىگەندە بازاردا يېڭى پىشقان ئۆرۈك بىلەن گىلاس كۆپ ئىدى، باھاسىمۇ ئەرزان بولدى.",
    "مومام بىلەن بىللە ئۆرۈك ئېلىپ، ئۆيگە كېلىپ مۇراببا قايناتتۇق ۋە ئۇنى قىش ئۈچۈن ساقلاپ قويدۇق.",
    "كەچتە قوشنىلار كىرىپ، بىر چىنىدىن چاي ئىچىپ، مۇراببانى بەك ياخشى بولۇپتۇ دەپ ماختاپ كەتتى.",
)
PAGE = (
    "<html><head><title>ئۆرۈك مۇرابباسى</title></head><body>"
    "<ul><li><a href='/'>باش بەت</a></li><li><a href='/2'>خەۋەرلەر</a></li></ul>"
    f"<div><p>{PARAGRAPHS[0]}</p><p>{PARAGRAPHS[1]}</p><p>{PARAGRAPHS[2]}</p></div></body></html>"
)


@pytest.fixture
def processor(engine, raw_store):
    return PageProcessor(engine, open_store(raw_store), lambda: datetime.now(UTC), "test")


def detail(engine, reference):
    with engine.connect() as connection:
        query = text("SELECT detail FROM outcomes WHERE fetch_id = :id")
        return connection.execute(query, {"id": reference.fetch_id}).scalar_one()


def test_a_page_becomes_a_document_with_its_provenance(processor, engine, fetched):
    references = "".join(f"&#{ord(letter)};" if ord(letter) > 127 else letter for letter in PAGE)
    reference = fetched(references.encode("ascii"), "text/html; charset=windows-1252")
    assert processor.process(reference.fetch_id) is Outcome.STORED
    with engine.connect() as connection:
        [line] = list_documents(connection)
        document = get_document(connection, line.id)
    assert document.text == "\n\n".join(PARAGRAPHS)
    assert document.line.title == "ئۆرۈك مۇرابباسى"
    assert document.line.language == "ug"
    assert document.provenance.declared_encoding == "windows-1252"
    assert document.provenance.sha256 == open_store(processor.raw.root).put(references.encode()).sha256
    assert document.provenance.method
    assert document.provenance.code_version == "test"


def test_a_thread_of_another_program_processes_pages(processor, fetched):
    # Only the first thread of a process may set what its limits of time do.
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(processor.process, fetched(PAGE.encode()).fetch_id).result() is Outcome.STORED


def forum_page(*posts):
    """A page of a thread, whose posts have these ids."""
    boxes = "".join(
        f'<div class="post" id="p{post}">'
        '<div class="user"><a href="/u/7">name</a> <span>Joined: 2001-02-03</span></div>'
        f'<div class="when">Posted on 2019-05-04 12:3{post % 10}</div>'
        f'<div class="body"><p>{post}. {PARAGRAPHS[post % 3]}</p></div>'
        '<div class="buttons"><a href="/quote">quote</a></div></div>'
        for post in posts
    )
    page = (
        f"<html><title>ئۆرۈك</title><body class='viewtopic'><h1>ئۆرۈك</h1><div id='posts'>{boxes}</div></body></html>"
    )
    return page.encode()


def test_the_pages_of_a_thread_become_one_document_of_posts(processor, engine, fetched):
    pages = {2: (14, 15, 16), 1: (11, 12, 13, 14)}
    for number, posts in pages.items():
        place = {"path": f"t/{number}", "thread_key": "7", "thread_page": number}
        assert processor.process(fetched(forum_page(*posts), **place).fetch_id) is Outcome.STORED
    with engine.connect() as connection:
        [line] = list_documents(connection)
        document = get_document(connection, line.id)
    assert line.url == "http://news.example/t/1"
    assert [(post.id, str(post.day), post.url[-1]) for post in document.thread] == [
        *((str(number), "2019-05-04", "1") for number in (11, 12, 13, 14)),
        *((str(number), "2019-05-04", "2") for number in (15, 16)),
    ]
    assert [post.text for post in document.thread] == [
        f"{number}. {PARAGRAPHS[number % 3]}" for number in range(11, 17)
    ]


def test_what_a_page_says_is_stored_with_its_text_and_its_comments_apart(processor, engine, fetched, monkeypatch):
    monkeypatch.setattr(reading_options, "DEFAULT_METHOD", "all-text")
    paragraphs = "".join(
        f"<p>The boat left the harbour before the sun was up, for the {n}. time.</p>" for n in range(9)
    )
    comments = "".join(f'<li class="comment" id="c{n}"><p>What a fine boat it was, said I.</p></li>' for n in range(3))
    body = f"""<html><head><title>A day at sea | News</title><meta property="og:site_name" content="News">
        <meta property="article:published_time" content="2024-03-05T10:11Z"></head><body><article><h1>A day at sea</h1>
        {paragraphs}</article><ol id="comments">{comments}</ol></body></html>"""
    assert processor.process(fetched(body.encode()).fetch_id) == Outcome.STORED
    with engine.connect() as connection:
        document = get_document(connection, list_documents(connection)[0].id)
    content = document.content
    assert (document.line.title, content["whole_title"]) == ("A day at sea", "A day at sea | News")
    assert (content["site_name"], content["posts"]) == ("News", None)
    assert (str(content["published"]), content["sources"]["published"]) == ("2024-03-05", "article:published_time")
    assert "What a fine boat" not in document.text
    assert [comment["text"] for comment in content["comments"]] == ["What a fine boat it was, said I."] * 3


def test_a_page_of_a_section_is_read_by_the_sections_options(processor, engine, fetched):
    sections = [{"kind": "forum", "addresses": ["/bbs/"]}]
    values = {"name": "news-example", "kind": "news", "seeds": ["http://news.example/"], "sections": sections}
    with engine.begin() as connection:
        sites.sync_site(connection, Site.model_validate_json(json.dumps(values)), now=datetime.now(UTC))
    body = "<html><p>رەھمەت</p></html>".encode()
    ended = [processor.process(fetched(body, path=path).fetch_id) for path in ("article", "bbs/thread")]
    assert ended == [Outcome.TOO_SHORT, Outcome.STORED]


def test_a_page_has_a_line_when_it_is_found_and_when_it_is_read_with_the_number_of_its_document(
    processor, engine, fetched, caplog
):
    caplog.set_level("DEBUG")
    processor.process(fetched(PAGE.encode()).fetch_id)
    with engine.connect() as connection:
        [document] = list_documents(connection)
    lines = [(line.name, line.page) for line in caplog.records if hasattr(line, "page")]
    assert lines == [("db.crawling.found_pages", document.id), ("workers.page_processor", document.id)]


def test_a_reference_delivered_twice_makes_one_outcome_and_one_document(processor, engine, fetched):
    reference = fetched(PAGE.encode())
    assert processor.process(reference.fetch_id) is Outcome.STORED
    assert processor.process(reference.fetch_id) is Outcome.STORED
    with engine.connect() as connection:
        assert outcome_counts(connection) == {Outcome.STORED: 1}
        assert len(list_documents(connection)) == 1


FEED = (
    b'<?xml version="1.0"?>\n<!-- made > by hand --><!DOCTYPE rss>\n<%s><item><author>Plum</author><description>'
    b"This is the text of an item, and it is long enough to be the text of a page.</description></item></%s>"
)


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        (b"", Outcome.EMPTY),
        (b"   \r\n ", Outcome.EMPTY),
        (b"<html><body><script>x()</script></body></html>", Outcome.EMPTY),
        (b"<p>This is it.</p>", Outcome.TOO_SHORT),
        (b"just some words, and no tag at all", Outcome.NOT_HTML),
        (FEED % (b"rss", b"rss"), Outcome.NOT_HTML),
        (b"\xef\xbb\xbf" + FEED % (b'a:feed xmlns:a="http://www.w3.org/2005/Atom"', b"a:feed"), Outcome.NOT_HTML),
        (
            b'{"author": "Plum", "html": "<p>This is the text of an article that a page shows when it is read.</p>"}',
            Outcome.NOT_HTML,
        ),
        (bytes(range(256)) * 64, Outcome.UNDECODABLE),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, Outcome.NOT_HTML),
        (b"<div>" * 100_000 + b"<p>x</p>", Outcome.TOO_LARGE),
    ],
    ids=[
        "zero bytes",
        "white space",
        "no text",
        "too short",
        "no tag",
        "RSS",
        "Atom",
        "JSON",
        "binary",
        "image",
        "nested 100,000 deep",
    ],
)
def test_a_page_that_is_no_document_ends_with_its_word(processor, engine, fetched, body, outcome):
    reference = fetched(body)
    assert processor.process(reference.fetch_id) is outcome
    assert detail(engine, reference)
    with engine.connect() as connection:
        assert list_documents(connection) == []


def test_a_nul_character_is_no_obstacle(processor, engine, fetched):
    reference = fetched(PAGE.replace("بازاردا", "بازار\0دا").encode())
    assert processor.process(reference.fetch_id) is Outcome.STORED
    with engine.connect() as connection:
        [line] = list_documents(connection)
        assert "\0" not in get_document(connection, line.id).text


def test_a_page_of_50_mb_ends_as_an_outcome(processor, fetched):
    assert processor.process(fetched(b"<p>" + b"x" * 50_000_001).fetch_id) is Outcome.TOO_LARGE


def test_a_wrong_charset_is_overruled_by_the_bytes(processor, engine, fetched):
    assert processor.process(fetched(PAGE.encode(), "text/html; charset=gb2312").fetch_id) is Outcome.STORED
    with engine.connect() as connection:
        [line] = list_documents(connection)
        assert get_document(connection, line.id).provenance.true_encoding == "utf-8"


def test_lost_raw_bytes_end_as_failed_and_say_so(processor, engine, fetched):
    reference = fetched(PAGE.encode())
    for path in processor.raw.root.rglob("*.zst"):
        path.unlink()
    assert processor.process(reference.fetch_id) is Outcome.FAILED
    assert "is not in" in detail(engine, reference)
    with engine.connect() as connection:  # the crawler is to ask for it again, and not whether it has changed
        page = connection.execute(text("SELECT next_due_at <= now() + interval '1 s' AS due, sha256 FROM pages")).one()
    assert (page.due, page.sha256) == (True, None)


def test_a_bug_is_an_outcome_that_a_later_try_betters(processor, engine, fetched, monkeypatch):
    reference = fetched(PAGE.encode())
    with monkeypatch.context() as broken:
        broken.setattr(page_processor, "process", lambda *_, **__: 1 / 0)
        assert processor.process(reference.fetch_id) is Outcome.FAILED
    assert "ZeroDivisionError" in detail(engine, reference)
    assert processor.process(reference.fetch_id) is Outcome.STORED


def test_a_page_that_keeps_killing_its_worker_ends_as_failed(processor, engine, fetched, monkeypatch):
    class Killed(BaseException):
        pass

    def die(*_, **__):
        raise Killed

    reference = fetched(PAGE.encode())
    with monkeypatch.context() as broken:
        broken.setattr(page_processor, "process", die)
        for delivery in range(1 + page_processor.MOST_TRIES):
            with pytest.raises(Killed):
                processor.process(reference.fetch_id, again=delivery > 0)
        assert processor.process(reference.fetch_id, again=True) is Outcome.FAILED
    assert "died 4 times" in detail(engine, reference)


def test_a_page_that_waits_for_the_raw_store_is_not_to_blame_however_often_it_is_delivered(
    processor, fetched, raw_store
):
    reference = fetched(PAGE.encode())
    away = raw_store.rename(raw_store.with_name("away"))
    raw_store.write_text("no folder")
    for _ in range(3 * page_processor.MOST_TRIES):
        with pytest.raises(UnavailableError):
            processor.process(reference.fetch_id, again=True)
    raw_store.unlink()
    away.rename(raw_store)
    assert processor.process(reference.fetch_id, again=True) is Outcome.STORED


def test_a_page_that_waits_to_be_written_is_not_to_blame_however_often_it_is_delivered(
    processor, engine, fetched, monkeypatch
):
    """As with a full disk, on which a count is written and a document is not; the search for lost ones sends it."""
    reference = fetched(PAGE.encode())
    full = OperationalError("INSERT", {}, Exception("no space left on device"))
    with monkeypatch.context() as broken:
        broken.setattr(page_processor, "end_with_extraction", Mock(side_effect=full))
        for _ in range(3 * page_processor.MOST_TRIES):
            with pytest.raises(UnwrittenPageError, match="no space"):
                processor.process(reference.fetch_id, again=True)
            processor.forgive(reference.fetch_id)
    assert processor.process(reference.fetch_id, again=True) is Outcome.STORED


def test_bytes_that_were_removed_on_purpose_are_not_fetched_again_and_the_outcome_stays(processor, engine, fetched):
    reference = fetched(PAGE.encode())
    assert processor.process(reference.fetch_id) is Outcome.STORED
    with engine.begin() as connection:
        fetch = fetch_to_process(connection, reference.fetch_id)
        connection.execute(text("UPDATE pages SET next_due_at = '2030-01-01'"))
        # A newer template has the page read again.
        connection.execute(text("UPDATE outcomes SET template_version = 0"))
        connection.execute(
            text("INSERT INTO templates (site, version, state, updated_at) VALUES (:site, 1, :state, now())"),
            {"site": reference.site, "state": '{"version": 1}'},
        )
        raw_pages_were_removed(connection, [fetch.sha256], now=fetch.fetched_at)
    processor.raw.delete(fetch.sha256)
    assert processor.process(reference.fetch_id) is Outcome.STORED
    with engine.begin() as connection:
        due = "SELECT next_due_at < '2030-01-01' FROM pages"
        assert not connection.scalar(text(due))
        connection.execute(text("UPDATE raw_pages SET removed_at = NULL"))
        connection.execute(text("UPDATE outcomes SET template_version = 0"))
    assert processor.process(reference.fetch_id) is Outcome.STORED
    with engine.begin() as connection:
        assert connection.scalar(text(due))
