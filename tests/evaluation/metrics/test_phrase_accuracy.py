import gzip
import json

import pytest

from evaluation.benchmark.system_choice import choose
from evaluation.data.phrases import read_phrase_pages
from evaluation.errors import EvaluationError
from evaluation.metrics.phrase_accuracy import facts_by, measure_facts, measure_phrases

PAGE = """<html><head><title>On kettles - The Kitchen</title>
<meta property="article:published_time" content="2024-03-05"></head>
<body><h1>On kettles</h1><p>The kettle hums
before it boils.</p><p>Subscribe to our letter</p></body></html>"""


@pytest.fixture
def folder(tmp_path):
    def write(*rows):
        (tmp_path / "html").mkdir(exist_ok=True)
        (tmp_path / "html" / "one.html.gz").write_bytes(gzip.compress(PAGE.encode()))
        (tmp_path / "index.jsonl").write_text("\n".join(json.dumps({"id": "one"} | row) for row in rows))
        return tmp_path

    return write


def test_phrases_are_counted_with_white_space_folded(folder):
    pages = read_phrase_pages(
        folder({"keep": ["kettle hums before it", "no such words"], "leave": ["Subscribe to our"], "title": None})
    )
    (everything,), _ = choose(["all-text"])
    figure = measure_phrases(everything, pages, 30.0)
    assert (figure.pages, figure.precision, figure.recall, figure.f1, figure.crashed) == (1, 0.5, 0.5, 0.5, 0)


def test_titles_and_dates_are_right_wrong_or_not_noted(folder):
    noted = {"keep": ["kettle"], "title": "On  kettles", "published": "2024-03-05T10:00"}
    title, date = measure_facts("mezmun", facts_by("mezmun"), read_phrase_pages(folder(noted)))
    assert (title.pages, title.right, title.wrong) == (1, 1, 0)
    assert (date.pages, date.right, date.wrong) == (1, 1, 0)
    title, date = measure_facts(
        "mezmun", facts_by("mezmun"), read_phrase_pages(folder(noted | {"title": None, "published": "2024-03-06"}))
    )
    assert (title.pages, date.pages, date.right, date.wrong) == (0, 1, 0, 1)


def test_a_set_without_phrases_or_with_a_broken_line_is_named(folder):
    with pytest.raises(EvaluationError, match="labels no page with phrases"):
        read_phrase_pages(folder({"keep": []}))
    with pytest.raises(EvaluationError, match="line 2 is no labelled page"):
        read_phrase_pages(folder({"keep": ["a"]}, {"id": "two", "keep": 5}))


def test_a_set_may_note_titles_and_days_alone(folder):
    pages = read_phrase_pages(folder({"title": "A day at sea", "published": "2024-03-05"}))
    (title, date) = measure_facts("fixed", lambda _: ("A  day at sea", "2024-03-05T10:11"), pages)
    assert (title.right, date.right) == (1, 1)
    (title, date) = measure_facts("silent", lambda _: ("", ""), pages)
    assert (title.right, title.wrong, date.pages) == (0, 0, 1)
