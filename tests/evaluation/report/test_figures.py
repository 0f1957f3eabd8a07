"""The figures of the documents stand in one file, and the documents hold what is in it."""

import json
from pathlib import Path

import pytest

from evaluation.errors import EvaluationError
from evaluation.report import figures
from evaluation.report.figure_tables import TABLES, quality, systems, unseen

ROOT = Path(__file__).parents[3]


def test_documents_hold_the_figures_of_the_file() -> None:
    measured = figures.load(ROOT / figures.FIGURES_FILE)
    used = set()
    for document in figures.DOCUMENTS:
        path = ROOT / document
        if path.exists():
            text = path.read_text(encoding="utf-8")
            used |= {name for name in TABLES if f"<!-- figures: {name} -->" in text}
            assert figures.fill(text, measured) == text, f"{document} holds other figures: run `make figures`."
    assert used == set(TABLES), "A table of figures stands in no document."


def test_only_what_was_measured_anew_is_replaced(tmp_path: Path) -> None:
    (tmp_path / "speed.jsonl").write_text('{"method": "mezmun"}\n')
    collected = figures.collect(tmp_path, {"speed": [], "stages": [1]})
    assert collected == {"speed": [{"method": "mezmun"}], "stages": [1]}


def test_of_a_training_the_figures_are_taken_and_not_the_path_of_its_model(tmp_path: Path) -> None:
    report = {"pages": 1, "held_out": {}, "worth": {}, "output": "/somewhere/model.npz"}
    (tmp_path / "held-out.json").write_text(json.dumps(report))
    assert figures.collect(tmp_path, {}) == {"held_out": {"pages": 1, "held_out": {}}}


def test_a_folder_without_measurements_is_refused(tmp_path: Path) -> None:
    with pytest.raises(EvaluationError, match=r"holds no measurement"):
        figures.collect(tmp_path, {})


def test_a_file_that_is_no_measurement_is_named(tmp_path: Path) -> None:
    (tmp_path / "stages.jsonl").write_text("stage  µs\n")
    with pytest.raises(EvaluationError, match=r"stages\.jsonl is not what an evaluation command prints"):
        figures.collect(tmp_path, {})


def test_a_file_of_figures_is_read_as_it_was_written(tmp_path: Path) -> None:
    measured = {"systems": [{"set": "ئا", "lcs_f1": 0.5}], "held_out": {"pages": 2, "held_out": {}}}
    path = tmp_path / "figures.json"
    figures.save(measured, path)
    assert figures.load(path) == measured


def test_a_table_between_its_marks_is_replaced_and_the_rest_stays() -> None:
    text = "before\n<!-- figures: one -->\nold\n<!-- /figures -->\nafter\n"
    filled = figures.fill(text, {}, {"one": lambda _: ["| new |"]})
    assert filled == "before\n<!-- figures: one -->\n\n| new |\n\n<!-- /figures -->\nafter\n"
    assert figures.fill(filled, {}, {"one": lambda _: ["| new |"]}) == filled


def test_a_table_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(EvaluationError, match="no table of figures named 'other'"):
        figures.fill("<!-- figures: other -->\n<!-- /figures -->", {}, {})


def _row(method: str, score: float, name: str = "webforum52", kind: str | None = None) -> dict[str, object]:
    scores = dict.fromkeys(("lcs_p", "lcs_r", "lcs_f1"), score)
    return {"set": name, "method": method, "version": "1", "group": kind, "pages": 40} | scores


def test_sites_unseen_stand_beside_those_learned_from_and_a_set_of_one_kind_once() -> None:
    groups = [("news", None), ("news", "article"), ("web", None), ("web", "forum"), ("web", "product")]
    rows = [_row(each, 0.9, *of) for of in groups for each in ("mezmun", "mezmun-unseen")]
    rows[1] |= {"lcs_f1": 0.8, "lcs_p": 0.7}
    assert unseen({"unseen": rows})[2:] == [
        "| `news` | 40 | 0.700 | 0.900 | 0.800 | 0.900 |",
        *(f"| `web`{kind} | 40 | 0.900 | 0.900 | 0.900 | 0.900 |" for kind in ("", " forum", " product")),
    ]


def test_quality_is_set_beside_the_best_peer_and_not_beside_our_own_methods() -> None:
    measured = {
        "unseen": [_row("mezmun", 0.99), _row("mezmun-unseen", 0.9), _row("mezmun-unseen", 0.5, kind="forum")],
        "systems": [
            _row("correlativity", 0.89),
            _row("trafilatura", 0.7),
            _row("justext", 0.6),
            _row("all-text", 0.8),
            _row("mezmun-unseen", 0.9),
        ],
    }
    assert quality(measured)[-1] == "| forum threads, several languages | 0.900 | 0.700 trafilatura |"


def test_a_papers_method_is_bold_where_it_is_above_every_peer() -> None:
    measured = {"systems": [_row("correlativity", 0.89), _row("trafilatura", 0.7), _row("svm", 0.6)]}
    lines = systems(measured)
    assert "| `correlativity` 1 | **0.890** |" in lines
    assert "| `svm` 1 † | 0.600 |" in lines
    assert "| `trafilatura` 1 | 0.700 |" in lines
