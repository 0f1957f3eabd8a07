import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
import requests

from dashboard.feed_client import FeedClient
from examples import opensearch_index


class OpenSearch(ThreadingHTTPServer):
    """The few calls of OpenSearch that are needed, with its answers; it can refuse what comes behind some items."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Calls)
        self.indexes, self.accepts, self.bulks = {}, None, 0
        self.address = f"http://127.0.0.1:{self.server_address[1]}"

    def texts(self):
        documents = self.indexes.get(opensearch_index.INDEX, {})
        return [document["text"] for _, document in sorted(documents.items())]


class Calls(BaseHTTPRequestHandler):
    def do_GET(self):
        index, _, number = self.path.strip("/").split("/")
        source = self.server.indexes.get(index, {}).get(number)
        self._answer({"_source": source, "found": source is not None}, 200 if source else 404)

    def do_PUT(self):
        index, _, number = self.path.strip("/").split("/")
        self.server.indexes.setdefault(index, {})[number] = json.loads(self._body())
        self._answer({"result": "created"}, 201)

    def do_POST(self):
        assert self.path == "/_bulk"
        assert self.headers["Content-Type"] == "application/x-ndjson"
        self.server.bulks += 1
        lines, items = iter(self._body().splitlines()), []
        for line in lines:
            ((action, target),) = json.loads(line).items()
            documents = self.server.indexes.setdefault(target["_index"], {})
            document = json.loads(next(lines)) if action == "index" else None
            if self.server.accepts is not None and len(items) >= self.server.accepts:
                status = 429
            elif action == "index":
                documents[target["_id"]], status = document, 201
            else:
                status = 200 if documents.pop(target["_id"], None) else 404
            items.append({action: target | {"status": status}})
        self._answer({"errors": any(next(iter(item.values()))["status"] >= 300 for item in items), "items": items})

    def _body(self):
        return self.rfile.read(int(self.headers["Content-Length"])).decode()

    def _answer(self, content, status=200):
        body = json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture
def search():
    with OpenSearch() as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server
        server.shutdown()
        thread.join()


@pytest.fixture
def feed(address, token):
    return FeedClient(address, token)


def test_an_index_follows_what_is_new_changed_and_withdrawn(feed, search, stored, withdraw):
    stored({"http://a/1": "one", "http://a/2": "ئىككى"})
    opensearch_index.update(feed, search.address)
    assert search.texts() == ["one", "ئىككى"]
    stored({"http://a/3": "three", "http://a/4": "four"})
    withdraw("http://a/1")
    withdraw("http://a/4")  # before the index ever had it
    opensearch_index.update(feed, search.address)
    assert search.texts() == ["ئىككى", "three"]
    before = search.bulks
    opensearch_index.update(feed, search.address)
    assert search.bulks == before  # nothing is new


def test_it_goes_on_where_it_was_stopped_and_loses_nothing_that_was_refused(feed, search, stored, monkeypatch):
    stored({f"http://a/{number}": str(number) for number in range(5)})
    monkeypatch.setattr(opensearch_index, "BATCH", 2)
    search.accepts = 1  # of each call, as a server under load does
    with pytest.raises(requests.HTTPError, match="1 changes were refused"):
        opensearch_index.update(feed, search.address)
    assert search.texts() == ["0"]
    search.accepts = None
    remember = opensearch_index.remember
    monkeypatch.setattr(opensearch_index, "remember", stopped)
    with pytest.raises(KeyboardInterrupt):
        opensearch_index.update(feed, search.address)
    monkeypatch.setattr(opensearch_index, "remember", remember)
    opensearch_index.update(feed, search.address)
    assert search.texts() == list("01234")
    assert search.indexes[opensearch_index.PLACES][opensearch_index.INDEX]["cursor"] == "5"


def stopped(*_):
    raise KeyboardInterrupt  # after a batch was written, before that was written down
