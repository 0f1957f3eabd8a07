import json

import pytest
from sqlalchemy import text

from store.object_store import ObjectStore
from store.opening import open_store
from store.packed_page import address_of
from tests.db.threads.thread_world import ThreadWorld
from tests.db.world import World
from workers.maintenance.duplicates import Duplicates

TEXT = "These words were never meant to be read by so many, and whoever wrote them wants them gone for good. " * 3


def test_pages_with_a_text_or_nearly_are_listed_and_taken_down(mezmun, engine, database_url, tmp_path):
    (tmp_path / "page.txt").write_text(TEXT + "And more.", encoding="utf-8")
    with engine.begin() as connection:
        world = World(connection)
        for url, words in (("http://a/1", TEXT), ("http://a/2", TEXT.upper()), ("http://a/3", "Others.")):
            world.store(world.fetched(url, words.encode()), words)
    Duplicates(engine, lambda: 0).look()
    services = {
        "database_url": database_url,
        "raw_store": str(open_store(tmp_path / "raw").root),
        "broker_url": "amqp://nowhere//",
    }
    code, out, err = mezmun("takedown", "--text", "page.txt", answer="n\n", **services)
    assert code == 1
    assert [(out + err).count(f"http://a/{number}") for number in (1, 2, 3)] == [1, 1, 0], "each is listed once"
    assert "Take down these 2 documents for good?" in out + err
    code, out, err = mezmun("takedown", "--text", "page.txt", "--yes", **services)
    assert code == 0, err
    assert "Taken down: 2 pages" in out
    assert mezmun("takedown", "--text", "page.txt", "--yes", "http://a/3", **services)[0] == 2
    _, alone, err = mezmun("takedown", "http://a/3", "--yes", **services)
    assert err == "Exports that you made and backups of before still have it: make them anew.\n"
    assert alone == "Taken down: 1 page. Removed: 1 document, 1 extraction, 1 raw page.\n"


@pytest.mark.parametrize(
    ("what", "sentence"),
    [
        (("--site", "nowhere"), "There is no site 'nowhere' in the database."),
        (("--document", "999"), "There is no document 999."),
        (("--text", "nope.txt"), "nope.txt cannot be read: No such file or directory."),
    ],
)
def test_what_there_is_not_is_told_before_anybody_is_asked(mezmun, engine, database_url, tmp_path, what, sentence):
    services = {"database_url": database_url, "raw_store": str(tmp_path / "raw"), "broker_url": "amqp://nowhere//"}
    assert mezmun("takedown", *what, **services) == (1, "", f"mezmun: {sentence}\n")


def test_before_a_document_goes_one_sees_of_which_page_it_is(mezmun, engine, database_url, tmp_path):
    with engine.begin() as connection:
        world = World(connection)
        world.store(world.fetched("http://a/1", b"words"), "words")
    services = {"database_url": database_url, "raw_store": str(tmp_path / "raw"), "broker_url": "amqp://nowhere//"}
    code, out, err = mezmun("takedown", "--document", "1", answer="n\n", **services)
    assert code == 1
    assert "Take down document 1 (http://a/1) for good?" in out + err


def test_the_address_of_a_page_of_a_thread_takes_the_thread_and_one_sees_before_how_many_pages_go(
    mezmun, engine, database_url, tmp_path
):
    with engine.begin() as connection:
        thread = ThreadWorld(World(connection))
        for number, letters in ((1, "ab"), (2, "cd"), (3, "ef")):
            thread.read(number, letters)
    services = {"database_url": database_url, "raw_store": str(tmp_path / "raw"), "broker_url": "amqp://nowhere//"}
    asked = "Take down {} with all that belongs to it, 3 pages, for good?"
    for what, words in (
        (("http://f/12/2",), "http://f/12/2"),
        (("--document", "1"), "document 1 (http://f/12/1)"),
    ):
        code, out, err = mezmun("takedown", *what, answer="n\n", **services)
        assert (code, asked.format(words) in out + err) == (1, True)
    code, out, _ = mezmun("takedown", "http://f/12/2", "--yes", **services)
    assert (code, "Taken down: 3 pages. Removed: 1 document," in out) == (0, True)


def test_what_was_taken_down_is_listed(mezmun, engine, database_url, tmp_path):
    with engine.begin() as connection:
        world = World(connection)
        world.fetched("http://a/%D8%A6", b"words")
        world.fetched("http://a/2", b"others")
    services = {
        "database_url": database_url,
        "raw_store": str(open_store(tmp_path / "raw").root),
        "broker_url": "amqp://nowhere//",
    }
    assert mezmun("takedown", "--list", **services) == (0, "Nothing was taken down.\n", "")
    assert mezmun("takedown", "--list", "--json", **services) == (0, "", "")
    assert mezmun("takedown", "http://a/%D8%A6", "--yes", **services)[0] == 0
    code, out, _ = mezmun("takedown", "--list", **services)
    assert out.splitlines()[0].split() == ["when", "(UTC)", "kind", "site", "addresses", "address"]
    assert (code, out.split()[-4:]) == (0, ["page", "news", "1", "http://a/ئ"])
    (row,) = map(json.loads, mezmun("takedown", "--list", "--json", **services)[1].splitlines())
    assert row.pop("at").endswith("+00:00")
    assert row == {"kind": "page", "site": "news", "url": "http://a/%D8%A6", "pages": 1}
    assert mezmun("takedown", "--list", "http://a/2", **services)[0] == 2


def test_the_status_of_a_site_that_was_taken_down_says_so(mezmun, engine, database_url, tmp_path):
    with engine.begin() as connection:
        World(connection).fetched("http://a/1", b"words")
    services = {"database_url": database_url, "raw_store": str(tmp_path / "raw"), "broker_url": "amqp://nowhere//"}
    assert mezmun("takedown", "--site", "news", "--yes", **services)[0] == 0
    code, _, err = mezmun("status", "news", **services)
    assert (code, err.splitlines()[-1]) == (1, "mezmun: The site 'news' was taken down for good.")


def test_without_anybody_to_answer_it_says_how_to_confirm(mezmun, engine, database_url, tmp_path):
    services = {"database_url": database_url, "raw_store": str(tmp_path / "raw"), "broker_url": "amqp://nowhere//"}
    code, _, err = mezmun("takedown", "http://a/1", **services)
    assert code == 2
    assert err == "\nmezmun: Nothing is changed, since nobody answered the question: --yes confirms it.\n"


def test_a_page_is_barred_before_any_crawl_has_begun(mezmun, engine, database_url, tmp_path):
    (tmp_path / "sites").mkdir()
    (tmp_path / "sites" / "wrong.yaml").write_text("kind: novel")
    (tmp_path / "sites" / "blog.yaml").write_text("kind: blog\nseeds: [https://blog.example/]\n")
    services = {"database_url": database_url, "raw_store": str(tmp_path / "raw"), "broker_url": "amqp://nowhere//"}
    barred = mezmun("takedown", "https://blog.example/ئا", "--yes", **services)
    assert barred == (0, "No page has this address yet; it is barred, and is never fetched.\n", "")
    with engine.connect() as connection:
        pages = connection.execute(text("SELECT site, url FROM pages WHERE taken_down_at IS NOT NULL")).all()
    assert ("blog", "https://blog.example/%D8%A6%D8%A7") in pages
    code, _, err = mezmun("takedown", "https://elsewhere.example/1", "--yes", **services)
    assert (code, "no site that fetches it" in err) == (1, True)


@pytest.mark.parametrize("again", [("takedown", "--site", "news", "--yes"), ("store", "tidy")])
def test_what_is_taken_down_is_gone_at_once_and_its_bytes_when_the_raw_store_answers(
    mezmun, engine, database_url, object_server, monkeypatch, again
):
    url = object_server.new_url()
    store = open_store(url)
    with engine.begin() as connection:
        world = World(connection)
        for body in (b"one", b"two", b"three", b"other"):
            site = "other" if body == b"other" else "news"
            world.store(world.fetched(f"http://a/{body.decode()}", body, site), body.decode())
            store.put(body)
    services = {"database_url": database_url, "raw_store": url, "broker_url": "amqp://nowhere//"}
    forget = ObjectStore.delete

    def forget_one(self, sha256):
        forget(self, sha256)
        object_server.stop()

    with monkeypatch.context() as patch:
        patch.setattr(ObjectStore, "delete", forget_one)
        in_the_middle = mezmun("takedown", "--site", "news", "--yes", **services)
    at_the_start = mezmun("takedown", "--site", "news", "--yes", "--json", **services)
    object_server.start()
    for (code, _, err), fault in ((in_the_middle, "cannot be written to"), (at_the_start, "cannot be opened")):
        assert code == 1
        assert fault in err
        assert "shown nowhere any more, but the raw store still has 3 raw pages to delete: the workers do so" in err
    assert in_the_middle[1] == "Taken down: 3 pages. Removed: 3 documents, 3 extractions, 0 raw pages.\n"
    assert json.loads(at_the_start[1])["raw_pages"] == 0
    assert len(list(store.addresses())) == 3, "one was deleted before the service went away"
    with engine.connect() as connection:
        assert connection.scalars(text("SELECT site FROM documents")).all() == ["other"]
        assert connection.scalar(text("SELECT count(*) FROM pages WHERE taken_down_at IS NOT NULL")) == 3
    assert mezmun(*again, **services)[0] == 0
    assert [address for address, _ in store.addresses()] == [address_of(b"other")]
