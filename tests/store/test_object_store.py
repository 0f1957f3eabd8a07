"""What is special about a raw store in a bucket."""

import multiprocessing
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from mezmun.core.errors import ConfigurationError, UnavailableError
from store import object_store
from store.opening import open_store


@pytest.fixture
def url(object_server):
    return object_server.new_url()


@pytest.fixture
def bucket(url):
    return url.split("/")[2]


def test_the_bucket_is_made_when_the_store_is_opened_and_kept_when_it_is_opened_again(url):
    sha256 = open_store(url).put(b"page").sha256
    assert open_store(url).get(sha256) == b"page"


def test_stores_under_two_prefixes_of_a_bucket_do_not_see_each_other(url):
    one, other = open_store(url), open_store(url.replace("/pages?", "/pages2?"))
    one.put(b"page")
    assert list(other.addresses()) == []
    assert len(list(one.addresses())) == 1


def test_more_pages_than_one_answer_lists_are_gone_through(url, monkeypatch):
    monkeypatch.setattr(object_store, "LISTED_AT_ONCE", 2)
    store = open_store(url)
    stored = {store.put(bytes([number])).sha256 for number in range(5)}
    assert {address for address, _ in store.addresses()} == stored


def test_a_bucket_that_keeps_versions_is_refused_for_nothing_could_be_taken_down_from_it(object_server, url, bucket):
    open_store(url)
    for status in ("Enabled", "Suspended"):
        object_server.client().put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": status})
        with pytest.raises(ConfigurationError, match=f"{bucket} keeps versions"):
            open_store(url)


@pytest.mark.parametrize("code", sorted(object_store.WITHOUT_VERSIONS))
def test_a_service_that_has_no_versions_of_any_bucket_is_opened(object_server, code):
    class NoVersions(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(409)
            self.end_headers()
            self.wfile.write(f"<Error><Code>{code}</Code></Error>".encode())

        def log_message(self, *_):
            pass

    with HTTPServer(("127.0.0.1", 0), NoVersions) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        open_store(f"s3://raw-pages?endpoint=http://127.0.0.1:{server.server_port}")
        server.shutdown()


@pytest.mark.parametrize("wrong", ["s3://", "s3:///prefix", "s3://b/p?endpont=http://h", "s3://key:secret@bucket/p"])
def test_a_wrong_address_is_refused_without_being_repeated(wrong):
    with pytest.raises(ConfigurationError, match="s3://bucket/prefix") as error:
        open_store(wrong)
    assert "secret" not in str(error.value).replace("AWS_SECRET_ACCESS_KEY", "")


def all_work(store, sha256):
    return (
        lambda: store.get(sha256),
        lambda: store.get("0" * 64),
        lambda: store.put(b"another"),
        lambda: store.delete(sha256),
        lambda: list(store.addresses()),
        store.free_bytes,
    )


def test_a_service_that_does_not_answer_misses_no_page(object_server, url):
    store = open_store(url)
    sha256 = store.put(b"page").sha256
    object_server.stop()
    try:
        for work in (*all_work(store, sha256), lambda: open_store(url)):
            with pytest.raises(UnavailableError, match=r"raw store s3://raw-\w+/pages cannot"):
                work()
    finally:
        object_server.start()
    assert store.get(sha256) == b"page"
    assert store.free_bytes() is None


def test_a_bucket_that_is_gone_misses_no_page_and_is_not_made_again_by_a_store_that_is_open(object_server, url, bucket):
    store = open_store(url)
    sha256 = store.put(b"page").sha256
    client = object_server.client()
    store.delete(sha256)
    client.delete_bucket(Bucket=bucket)
    for work in all_work(store, sha256):
        with pytest.raises(UnavailableError):
            work()
    assert bucket not in {each["Name"] for each in client.list_buckets()["Buckets"]}


def test_a_store_without_a_key_is_one_clear_sentence(url, monkeypatch, tmp_path):
    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_CONFIG_FILE", str(tmp_path / "none"))
    with pytest.raises(UnavailableError, match="credentials"):
        open_store(url)


def put_and_get(store, clients):
    sha256 = store.put(b"of the child").sha256
    clients.put((id(store._client()), store.get(sha256)))


def test_a_process_that_was_forked_with_an_open_store_makes_a_client_of_its_own(url):
    store = open_store(url)
    store.put(b"of the parent")  # its connection is open, and must not be used by two
    fork = multiprocessing.get_context("fork")
    clients = fork.Queue()
    children = [fork.Process(target=put_and_get, args=(store, clients)) for _ in range(2)]
    for child in children:
        child.start()
    seen = [clients.get(timeout=60) for _ in children]
    for child in children:
        child.join()
    assert {body for _, body in seen} == {b"of the child"}
    assert id(store._client()) not in {client for client, _ in seen}
