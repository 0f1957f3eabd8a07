import json

import pytest
from sqlalchemy import text

from dashboard.export.options import Format, Options
from dashboard.export.run import Export
from store.raw_store import FolderStore
from tests.db.world import World


@pytest.fixture
def raw(tmp_path):
    return FolderStore(tmp_path / "raw")


@pytest.fixture
def stored(engine, raw):
    """Store documents, each an address with its text, and keep a page for each; gives the pages' ids."""

    def store(documents, signals=None, **changes):
        ids = []
        with engine.begin() as connection:
            world = World(connection)
            for url, body in documents.items():
                page = f"<p>{body}".encode()
                raw.put(page)
                fetch = world.fetched(url, page)
                connection.execute(
                    text("UPDATE fetches SET signals = CAST(:signals AS jsonb) WHERE id = :id"),
                    {"signals": json.dumps(signals or {}), "id": fetch},
                )
                world.store(fetch, body, **changes)
                ids.append(connection.scalar(text("SELECT page_id FROM fetches WHERE id = :id"), {"id": fetch}))
        return ids

    return store


@pytest.fixture
def export(engine, raw, tmp_path):
    """Export into a folder of this name; gives the folder and the manifest."""

    def run(kind="jsonl", name="out", since=None, **options):
        folder = tmp_path / name
        Export(engine, raw, folder, Options(Format(kind), **options), code_version="1").run(since=since)
        return folder, json.loads((folder / "manifest.json").read_text())

    return run
