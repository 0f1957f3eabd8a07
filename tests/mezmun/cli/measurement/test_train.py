import json
import random
import sys

import pytest
from click.testing import CliRunner

from extraction.methods.template_svm import SupportVectorMachine
from mezmun.cli import app
from mezmun.cli.groups import MissingPackageError
from mezmun.core.errors import InvalidInputError


@pytest.fixture
def labelled(write_set):
    """Six pages of three sites: a story and a menu."""
    chance = random.Random(4)

    def page(number):
        gold = " ".join("".join(chance.choices("abcdefghij", k=6)) for _ in range(30)) + "."
        menu = " ".join(f"<a href=/{entry}>{chance.random()}</a>" for entry in range(8))
        html = f"<div>{menu}</div><div><p>{gold}</p></div>"
        return {"id": str(number), "site": f"{number % 3}.example", "html": html, "gold": gold}

    return str(write_set("small", *map(page, range(6))))


@pytest.mark.slow
def test_the_machines_are_trained_and_written_as_data(labelled, tmp_path):
    output = tmp_path / "svm.json"
    done = CliRunner().invoke(app, ["train", "svm", "--data", labelled, "--output", str(output), "--json"])
    figures = json.loads(done.stdout)
    assert figures["svm"]["sites"] == figures["template-svm"]["sites"] == 3
    assert figures["svm"]["accuracy"] == 1.0
    machines = {name: SupportVectorMachine.from_json(model) for name, model in json.loads(output.read_text()).items()}
    assert sorted(machines) == ["svm", "template-svm"]
    assert len(machines["svm"].weights) == figures["svm"]["support_vectors"]


def test_without_scikit_learn_a_sentence_says_what_to_install(labelled, tmp_path, monkeypatch):
    for name in ("sklearn", "sklearn.model_selection", "sklearn.svm"):
        monkeypatch.setitem(sys.modules, name, None)
    done = CliRunner().invoke(app, ["train", "svm", "--data", labelled, "--output", str(tmp_path / "svm.json")])
    assert isinstance(done.exception, MissingPackageError)
    assert "mezmun[train]" in str(done.exception)
    assert not (tmp_path / "svm.json").exists()


@pytest.mark.slow
@pytest.mark.parametrize("machine", ["svm", "extractor"])
def test_a_folder_without_a_data_set_is_refused(machine, tmp_path):
    done = CliRunner().invoke(app, ["train", machine, "--data", str(tmp_path)])
    assert isinstance(done.exception, InvalidInputError)


def test_phrases_are_read_before_anything_is_learned(labelled, tmp_path):
    done = CliRunner().invoke(app, ["train", "extractor", "--data", labelled, "--phrases", labelled])
    assert isinstance(done.exception, InvalidInputError)
    assert "labels no page with phrases" in str(done.exception)
