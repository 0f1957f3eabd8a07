import base64
import json
import re
import zlib
from pathlib import Path

import pytest

from evaluation.benchmark.benchmark_run import Plan, run
from evaluation.benchmark.results import ResultFile
from evaluation.benchmark.summary import GroupField, summarise
from evaluation.benchmark.system_choice import choose
from evaluation.data.datasets import read_sets
from evaluation.report.html_report import ReportData, write_report, write_speed_report
from evaluation.speed.throughput import Growth, Speed
from tests.evaluation.systems_for_tests import MISBEHAVING

LOADS = re.compile(r"""(?:src|href)=["']?(?:https?:)?//|@import|url\(""")

pytestmark = pytest.mark.slow


@pytest.fixture
def report(write_set, tmp_path: Path) -> Path:
    sets = read_sets(
        [
            write_set(
                "news",
                {
                    "id": "a",
                    "url": "http://x/?a=</script>",
                    "html": "<p>One <b>two</b></p><a>menu</a>",
                    "gold": "One two",
                },
                {"id": "b", "kind": "blog", "html": "FAIL", "gold": "</script><b>x"},
            )
        ]
    )
    ours, _ = choose(["all-text"])
    results = run(Plan([*ours, MISBEHAVING], sets), ResultFile(None))
    file = tmp_path / "out" / "report.html"
    write_report(ReportData(sets, summarise(results, sets, GroupField.KIND), results, frozenset({"all-text"})), file)
    return file


def test_the_report_has_a_table_and_plots_for_every_set_and_loads_nothing(report: Path):
    text = report.read_text(encoding="utf-8")
    assert text.count("<svg") == 3
    assert "misbehaving" in text
    assert 'href="report.pages/news.html"' in text
    assert not LOADS.search(text)


def test_the_pages_of_a_set_show_what_each_method_kept(report: Path):
    text = (report.parent / "report.pages" / "news.html").read_text(encoding="utf-8")
    assert not LOADS.search(text)
    (embedded,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', text, re.S)
    data = json.loads(embedded)
    assert data["methods"] == ["all-text", "misbehaving"]
    first, second = data["pages"]
    # One two menu; and the page's source, p One b two b p a menu a.
    assert first["f1"] == [0.8, 0.364]
    assert second["errors"] == {"misbehaving": "ValueError: no such page"}
    shown = json.loads(zlib.decompress(base64.b64decode(first["packed"])))
    assert shown["leaves"] == ["One", "two", "menu"]
    assert shown["gold"] == "110"
    assert shown["kept"]["all-text"] == "111"
    assert shown["text"] == "One two"


def test_the_speed_report_draws_time_and_memory(tmp_path: Path):
    file = tmp_path / "speed.html"
    growths = [
        Growth("m", "1", 10_000, 0.001, None, None),
        Growth("m", "1", 300_000, 0.03, 11.0, None),
        Growth("m", "1", 10_000_000, 120.0, 0.0, "it took longer than 120 s"),
    ]
    write_speed_report([Speed("m", "1", 3, 100.0, 12.5, 0)], growths, frozenset({"m"}), file)
    text = file.read_text(encoding="utf-8")
    assert text.count("<svg") == 3
    assert "12.50" in text
    assert "it took longer than 120 s" in text
    assert not LOADS.search(text)
