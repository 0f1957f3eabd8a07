import gzip
import json

import pytest

pytest.importorskip("datatrove")
magic = pytest.importorskip("magic", reason="datatrove's WARC reader needs the system's libmagic", exc_type=ImportError)

from datatrove.data import Document  # noqa: E402
from datatrove.executor import LocalPipelineExecutor  # noqa: E402
from datatrove.pipeline.readers import WarcReader  # noqa: E402
from datatrove.pipeline.writers import JsonlWriter  # noqa: E402

from normalization import DEFAULT_RULES, MASK_RULES  # noqa: E402
from tests.workers.bulk.bulk_for_tests import html, text  # noqa: E402
from workers import pipeline  # noqa: E402
from workers.bulk.datatrove_step import MezmunExtractor  # noqa: E402


@pytest.mark.slow
def test_a_datatrove_pipeline_turns_an_archive_into_texts(tmp_path, warc_record):
    archives = tmp_path / "crawl"
    archives.mkdir()
    for number in range(2):
        (archives / f"{number}.warc.gz").write_bytes(
            b"".join(warc_record(f"http://a.example/{n}", html(n)) for n in range(number * 10, number * 10 + 10))
            + warc_record(f"http://a.example/menu{number}", b"<!doctype html><html><body><img src=x></body></html>")
            + warc_record(f"http://a.example/x{number}", gzip.compress(html(90)), headers=["Content-Encoding: gzip"])
        )
    steps = [WarcReader(str(archives)), MezmunExtractor("text-density"), JsonlWriter(str(tmp_path / "texts"))]
    stats = LocalPipelineExecutor(steps, tasks=2, workers=2, logging_dir=str(tmp_path / "logs")).run()

    documents = {}
    for part in sorted((tmp_path / "texts").iterdir()):
        for line in gzip.decompress(part.read_bytes()).splitlines():
            document = json.loads(line)
            documents[document["metadata"]["url"]] = document
    assert len(documents) == 22
    first = documents["http://a.example/7"]
    assert first["text"] == pipeline.process(html(7), method="text-density").text
    assert text(7) in first["text"]
    assert first["metadata"]["language"] == "ug"
    assert first["metadata"]["title"] == "Page 7"
    assert first["metadata"]["method"] == "text-density"
    assert not {"author", "user"} & first["metadata"].keys()
    counts = stats.stats[1].stats
    assert counts["stored"].total == 22
    assert counts["empty"].total == 2


@pytest.mark.slow
def test_masks_can_be_switched_off():
    page = html(7).replace(b"</p>", b" alim@example.com</p>", 1).decode()
    shown, masked = (
        next(MezmunExtractor("all-text", rules=rules).run(iter([Document(page, "7")]))).text
        for rules in (DEFAULT_RULES - MASK_RULES, DEFAULT_RULES)
    )
    assert "alim@example.com" in shown
    assert "[e-mail]" in masked
