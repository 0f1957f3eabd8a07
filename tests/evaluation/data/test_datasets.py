from pathlib import Path

import pytest

from evaluation.data.datasets import read_set, read_sets
from evaluation.errors import EvaluationError


def test_a_page_has_the_fields_of_its_index_and_its_two_texts(write_set):
    folder = write_set(
        "tiny",
        {"id": "a", "url": "http://x/", "lang": "ug", "kind": "blog", "site": "x", "html": b"\xff", "gold": "تېكىست"},
    )
    (page,) = read_set(folder).pages
    assert (page.set, page.id, page.url, page.lang, page.kind, page.site) == (
        "tiny",
        "a",
        "http://x/",
        "ug",
        "blog",
        "x",
    )
    assert page.body() == b"\xff"
    assert page.gold() == "تېكىست"


def test_pages_keep_the_order_of_the_index_and_may_lack_fields(write_set):
    data_set = read_set(write_set("tiny", {"id": "b"}, {"id": "a"}))
    assert [page.id for page in data_set.pages] == ["b", "a"]
    assert data_set.pages[0].lang is None


def test_a_set_is_thinned_evenly_and_always_alike(write_set):
    data_set = read_set(write_set("tiny", *({"id": name} for name in "abcde")))
    assert [page.id for page in data_set.thinned(2).pages] == ["a", "c"]
    assert data_set.thinned(9) == data_set


def test_a_folder_of_sets_is_all_of_them_but_not_other_material(write_set, tmp_path: Path):
    write_set("two", {"id": "a"})
    write_set("one", {"id": "a"})
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "index.jsonl").write_text('{"file": "x"}', encoding="utf-8")
    assert [data_set.name for data_set in read_sets([tmp_path])] == ["one", "two"]


def test_a_set_named_twice_is_read_once(write_set, tmp_path: Path):
    folder = write_set("one", {"id": "a"})
    assert len(read_sets([folder, tmp_path])) == 1


def test_two_sets_of_one_name_are_refused(write_set, tmp_path: Path):
    with pytest.raises(EvaluationError, match="Two data sets are called 'x'"):
        read_sets([write_set("p/x", {"id": "a"}), write_set("q/x", {"id": "a"})])


@pytest.mark.parametrize(
    ("index", "says"),
    [
        ("", "lists no page"),
        ("{", "line 1 is not JSON"),
        ('{"url": "x"}', "line 1 has no text field `id`"),
        ('{"id": "../a"}', "may not hold a slash"),
        ('{"id": "a"}\n{"id": "a"}', "line 2 repeats the id 'a'"),
        ('{"id": "a"}\n{"id": "c"}', "names the page 'c', but .*c.html.gz is missing"),
    ],
)
def test_a_wrong_index_is_reported_by_line(write_set, index: str, says: str):
    folder = write_set("tiny", {"id": "a"})
    (folder / "index.jsonl").write_text(index, encoding="utf-8")
    with pytest.raises(EvaluationError, match=says):
        read_set(folder)


def test_missing_gold_and_missing_folders_are_reported(write_set, tmp_path: Path):
    folder = write_set("tiny", {"id": "a"})
    (folder / "gold" / "a.txt").unlink()
    with pytest.raises(EvaluationError, match=r"a\.txt is missing"):
        read_set(folder)
    with pytest.raises(EvaluationError, match="is not a folder"):
        read_sets([tmp_path / "nowhere"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(EvaluationError, match="holds no labelled pages"):
        read_sets([tmp_path / "empty"])


def test_bytes_that_are_no_gzip_are_reported(write_set):
    folder = write_set("tiny", {"id": "a"})
    (folder / "html" / "a.html.gz").write_bytes(b"<p>")
    (page,) = read_set(folder).pages
    with pytest.raises(EvaluationError, match="not a readable gzip file"):
        page.body()
