import gzip
import json
from importlib.resources import files

import pytest

from evaluation.data.datasets import read_sets
from evaluation.errors import EvaluationError
from evaluation.metrics.structure_accuracy import measure

POST = (
    '<div class="post" id="p{0}"><a href="/u{0}">name{0}</a><span class="when">2024-03-0{0}</span>'
    '<i class="rank">new</i><b class="count">{0}</b><a class="nr" href="#{0}">#{0}</a><div class="body">{1}</div></div>'
)
TEXTS = ["The kettle hums before it boils", "Mine does not, it only clicks", "Then look at the lid, please"]
THREAD = "<html><body class=topic>" + "".join(POST.format(number, text) for number, text in enumerate(TEXTS, 1))


@pytest.fixture
def folder(tmp_path):
    def write(**row):
        for name, body in (
            ("html/one.html.gz", gzip.compress(THREAD.encode())),
            ("gold/one.txt", "\n".join(TEXTS).encode()),
        ):
            path = tmp_path / "kettles" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(body)
        (tmp_path / "kettles" / "index.jsonl").write_text(json.dumps({"id": "one", "kind": "forum"} | row))
        return read_sets([tmp_path])

    return write


@pytest.mark.parametrize("method", ["all-text", "gold"])
def test_posts_are_counted_and_a_wrong_count_is_named(folder, method):
    [figure] = measure(folder(posts=3), method)
    assert (figure.what, figure.set, figure.cases, figure.right, figure.wrong) == ("posts", "kettles", 1, 1, ())
    [figure] = measure(folder(posts=4), method)
    assert (figure.right, figure.share, figure.wrong) == (0, 0.0, ("one (4, not 3)",))


def test_unlabelled_pages_and_unknown_methods_are_named(folder):
    with pytest.raises(EvaluationError, match="No page"):
        measure(folder(), "all-text")
    with pytest.raises(EvaluationError, match="magic"):
        measure(folder(posts=3), "magic")
    with pytest.raises(EvaluationError, match="posts"):
        folder(posts="three")


def test_the_dates_we_labelled_hold_no_text():
    table = (files("evaluation") / "data" / "dates.jsonl").read_text()
    rows = [json.loads(line) for line in table.splitlines()]
    assert len(rows) == 99
    assert {row["where"] for row in rows} == {"metadata", "text", "address", None}
    assert all(row["published"] is None or len(row["published"]) == 10 for row in rows)
    assert all(row.keys() == {"set", "id", "where", "published"} for row in rows)
