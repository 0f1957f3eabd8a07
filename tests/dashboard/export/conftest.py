import json

import pytest

from dashboard.export.options import ExportFormat, ExportOptions
from dashboard.export.run import Export


@pytest.fixture
def export(engine, raw, tmp_path):
    """Export into a folder of this name; gives the folder and the manifest."""

    def run(kind="jsonl", name="out", since=None, **options):
        folder = tmp_path / name
        Export(engine, raw, folder, ExportOptions(ExportFormat(kind), **options), code_version="1").run(since=since)
        return folder, json.loads((folder / "manifest.json").read_text())

    return run
