"""Keep a DuckDB file in step with the documents of an installation of Mezmun.

    python duckdb_file.py http://127.0.0.1:8000 TOKEN documents.duckdb

It needs ``mezmun`` and ``duckdb``. The documents and how far the file is are written in one transaction, so whatever
stops it, the file has each change once.
"""

import json
import sys
from collections.abc import Iterator
from itertools import islice
from typing import Any

import duckdb

from dashboard.feed_client import FeedClient  # where Mezmun is installed: mezmun.dashboard.feed_client

BATCH = 2_000
"""Changes in one transaction."""
FIELDS = ("site", "url", "title", "text", "language", "published", "confidence")
"""What of a document has a column; all of it is in ``record``."""
TABLES = """
    CREATE TABLE IF NOT EXISTS documents (
        id BIGINT PRIMARY KEY, site TEXT, url TEXT, title TEXT, text TEXT, language TEXT, published DATE,
        confidence DOUBLE, record JSON);
    CREATE TABLE IF NOT EXISTS place (cursor TEXT);
"""


def main(feed_address: str, token: str, path: str) -> None:
    """Bring the file up to where the feed is."""
    update(FeedClient(feed_address, token), path)


def update(feed: FeedClient, path: str, **parameters: Any) -> None:
    """Bring the file up to where the feed is; ``parameters`` are those of the feed, such as ``language="ug"``."""
    with duckdb.connect(path) as connection:
        connection.execute(TABLES)
        row = connection.execute("SELECT cursor FROM place").fetchone()
        for batch in batches(feed.changes(row[0] if row else "0", **parameters)):
            connection.begin()
            write(connection, batch)
            connection.commit()


def batches(entries: Iterator[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    """Cut the feed into batches."""
    while batch := list(islice(entries, BATCH)):
        yield batch


def write(connection: duckdb.DuckDBPyConnection, batch: list[dict[str, Any]]) -> None:
    """Write the documents of a batch and delete those that are to be forgotten, each by its last change."""
    last = {entry["id"]: entry["document"] for entry in batch}
    rows = [
        [number, *(document[field] for field in FIELDS), json.dumps(document, ensure_ascii=False)]
        for number, document in last.items()
        if document
    ]
    if rows:
        places = ", ".join("?" for _ in rows[0])
        connection.executemany(f"INSERT OR REPLACE INTO documents VALUES ({places})", rows)  # noqa: S608 - question marks
    if forgotten := [[number] for number, document in last.items() if document is None]:
        connection.executemany("DELETE FROM documents WHERE id = ?", forgotten)
    connection.execute("DELETE FROM place")
    connection.execute("INSERT INTO place VALUES (?)", [batch[-1]["cursor"]])


if __name__ == "__main__":
    main(*sys.argv[1:])
