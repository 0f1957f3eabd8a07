"""The measuring and training commands that are short enough to be run here."""

import json

import pytest
from click.testing import CliRunner

from mezmun.cli import app
from mezmun.core.errors import InvalidInputError, UsageError


@pytest.mark.slow
def test_the_models_of_the_normaliser_are_trained_on_a_folder_of_text(tmp_path):
    text = tmp_path / "text"
    text.mkdir()
    (text / "ug.txt").write_text("بۇ بىر ئۇيغۇرچە تېكىست\n" * 10, encoding="utf-8")
    (text / "ar.txt").write_text("هذا نص عربي قصير\n" * 10, encoding="utf-8")
    arguments = ["train", "normalization", "--text", str(text), "--output", str(tmp_path / "data")]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    names = ["lexicon.npz", "trigrams.npz"]
    assert sorted(path.name for path in (tmp_path / "data").iterdir()) == names


def test_a_folder_without_text_trains_nothing(tmp_path):
    done = CliRunner().invoke(app, ["train", "normalization", "--text", str(tmp_path), "--output", str(tmp_path)])
    assert isinstance(done.exception, InvalidInputError)
    assert not (tmp_path / "trigrams.npz").exists()


def test_the_table_of_other_scripts_needs_the_source_of_cld2(tmp_path):
    done = CliRunner().invoke(app, ["train", "normalization", "--cld2", str(tmp_path), "--output", str(tmp_path)])
    assert isinstance(done.exception, InvalidInputError)
    done = CliRunner().invoke(app, ["train", "normalization", "--output", str(tmp_path)])
    assert isinstance(done.exception, UsageError)
    assert list(tmp_path.iterdir()) == []


def test_the_normaliser_is_measured_on_cases_with_the_right_answer(tmp_path):
    cases = tmp_path / "cases.tsv"
    rows = ["class\ta\tb\tinput\texpected", *["form\t-\t-\tfe97 feee\t062a 0648"] * 10]
    cases.write_text("\n".join(rows) + "\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["evaluate", "normalization", str(tmp_path), "--golden", str(cases), "--json"])
    assert done.exit_code == 0, done.output
    figures = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    ours = [figure for figure in figures if figure["system"] == "mezmun"]
    assert {figure["value"] for figure in ours} == {100.0}
    assert {figure["value"] for figure in figures if figure["system"] == "as is"} == {0.0}


def test_masks_are_measured_on_labelled_lines(tmp_path):
    lines = tmp_path / "lines.tsv"
    lines.write_text("kind\ttext\nphone\tTel: ⟦202-555-0143⟧\nphone\t⟦nothing⟧\n", encoding="utf-8")
    done = CliRunner().invoke(app, ["evaluate", "masks", str(lines), "--json", "--mistakes"])
    assert done.exit_code == 0, done.output
    figures = {row["kind"]: row for row in map(json.loads, done.stdout.splitlines())}
    assert (figures["phone"]["precision"], figures["phone"]["recall"]) == (1, 0.5)
    assert "phone: nothing" in done.stderr
    table = CliRunner().invoke(app, ["evaluate", "masks", str(lines)])
    assert "phone" in table.stdout
    assert "0.500" in table.stdout
    refused = CliRunner().invoke(app, ["evaluate", "masks", str(tmp_path)])
    assert isinstance(refused.exception, InvalidInputError)


def test_posts_are_counted_on_labelled_threads(write_set):
    posts = "".join(
        f'<div class="post" id="p{n}"><a href="/u{n}">name{n}</a><span class="when">2024-03-0{n}</span>'
        f'<b class="count">{n}</b><div class="body">Post {n}, and a sentence of it, long enough.</div></div>'
        for n in range(1, 5)
    )
    html = f"<html><body class=topic>{posts}"
    gold = "\n".join(f"Post {n}, and a sentence of it, long enough." for n in range(1, 5))
    folder = write_set("threads", {"id": "t", "kind": "forum", "posts": 4, "html": html, "gold": gold})
    arguments = ["evaluate", "structure", "--data", str(folder), "--method", "gold", "--json"]
    done = CliRunner().invoke(app, arguments)
    assert done.exit_code == 0, done.output
    (figure,) = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    assert (figure["what"], figure["cases"], figure["right"]) == ("posts", 1, 1)


def test_sets_without_a_labelled_post_or_date_are_refused(write_set):
    folder = write_set("articles", {"id": "a", "kind": "news"})
    done = CliRunner().invoke(app, ["evaluate", "structure", "--data", str(folder)])
    assert isinstance(done.exception, InvalidInputError)
