import gzip
import json

from evaluation.data.datasets import read_sets
from evaluation.normalization.language_accuracy import ALL, language_rows

LONG = "A line that is long enough to be of the first of the two sizes"


def test_pages_and_lines_are_counted_by_language_and_size(tmp_path):
    for folder in "html", "gold":
        (tmp_path / "news" / folder).mkdir(parents=True)
    golds = {f"en{number}": f"{LONG} {number}.\nThree short words {number}\ntwo words\n" for number in range(20)}
    golds |= {"he0": "שלום לכל העולם הזה\n", "zh0": "中文\n"}
    index = [{"id": name, "lang": name[:2]} for name in golds]
    (tmp_path / "news" / "index.jsonl").write_text("\n".join(map(json.dumps, index)), encoding="utf-8")
    for name, gold in golds.items():
        (tmp_path / "news" / "gold" / f"{name}.txt").write_text(gold, encoding="utf-8")
        (tmp_path / "news" / "html" / f"{name}.html.gz").write_bytes(gzip.compress(b"<p>"))
    by_script = {
        "ours": lambda text: "en" if text.isascii() else "zh" if text == "中文" else "iw",
        "other": lambda text: "en",
    }
    rows = {
        (size, language, system): (right, of)
        for size, language, system, right, of in language_rows(read_sets([tmp_path]), by_script)
    }
    assert rows["pages", "en", "ours"] == (20, 20)
    assert rows["pages", ALL, "other"] == (20, 22)
    assert rows["lines of 40 to 100 characters", ALL, "ours"] == (20, 20)
    assert rows["shorter lines", ALL, "ours"] == (22, 22)
    assert rows["shorter lines", ALL, "other"] == (20, 22)
    assert ("pages", "he", "ours") not in rows
