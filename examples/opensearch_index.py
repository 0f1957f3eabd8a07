"""Keep an OpenSearch index in step with the documents of an installation of Mezmun.

    python opensearch_index.py http://127.0.0.1:8000 TOKEN http://127.0.0.1:9200

It needs ``mezmun`` and ``requests``. How far it is stands in an index of its own, written behind the documents:
whatever stops it, it goes on there, and what comes a second time replaces itself.
"""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import requests

from dashboard.feed_client import FeedClient  # where Mezmun is installed: mezmun.dashboard.feed_client

INDEX, PLACES = "mezmun-documents", "mezmun-places"
BATCH = 500
"""Changes in one call: some megabytes."""
WAIT = 50
"""Seconds to wait for changes when there are none."""


def main(feed_address: str, token: str, address: str) -> None:
    """Follow the feed until stopped."""
    feed = FeedClient(feed_address, token)
    while True:
        update(feed, address, wait=WAIT)


def update(feed: FeedClient, address: str, **parameters: Any) -> None:
    """Bring the index up to where the feed is; ``parameters`` are those of the feed, such as ``language="ug"``.

    Raises:
        requests.HTTPError: OpenSearch refused something; nothing behind it is counted as done.
    """
    with requests.Session() as session:
        cursor = place(session, address)
        for batch in batches(feed.changes(cursor, **parameters)):
            write(session, address, batch)
            remember(session, address, batch[-1]["cursor"])


def batches(entries: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Cut the feed into batches."""
    while batch := list(islice(entries, BATCH)):
        yield batch


def write(session: requests.Session, address: str, batch: list[dict[str, Any]]) -> None:
    """Index the documents of a batch and delete those that are to be forgotten, each by its last change."""
    lines: list[dict[str, Any]] = []
    for entry in {entry["id"]: entry for entry in batch}.values():
        target = {"_index": INDEX, "_id": str(entry["id"])}
        lines += [{"index": target}, entry["document"]] if entry["document"] else [{"delete": target}]
    body = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    headers = {"Content-Type": "application/x-ndjson"}
    answer = session.post(f"{address}/_bulk", data=body.encode(), headers=headers, timeout=120)
    answer.raise_for_status()
    results = [(action, result) for item in answer.json()["items"] for action, result in item.items()]
    refused = [
        result
        for action, result in results
        # The feed may withdraw what it never gave: there is nothing to delete then.
        if result["status"] >= 300 and not (action == "delete" and result["status"] == 404)
    ]
    if refused:
        raise requests.HTTPError(f"{len(refused)} changes were refused, the first: {refused[0]}", response=answer)


def place(session: requests.Session, address: str) -> str:
    """Give the cursor to go on from; the beginning where there is none yet."""
    answer = session.get(f"{address}/{PLACES}/_doc/{INDEX}", timeout=60)
    if answer.status_code == 404:
        return "0"
    answer.raise_for_status()
    return str(answer.json()["_source"]["cursor"])


def remember(session: requests.Session, address: str, cursor: str) -> None:
    """Write down how far the index is."""
    session.put(f"{address}/{PLACES}/_doc/{INDEX}", json={"cursor": cursor}, timeout=60).raise_for_status()


if __name__ == "__main__":
    main(*sys.argv[1:])
