"""The documentation: the site is built without a warning, and its commands run."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.exceptions import UsageError

from docs_site import attribute_docs
from mezmun.cli import app
from mezmun.core.outcomes import Outcome
from mezmun.core.settings import Settings
from mezmun.demo.server import serve

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
COMMAND = re.compile(r"^(?:    |\$ )?(?:\S*/)?mezmun ([a-z].*?)(?:  +#.*|\s*\\)?$", re.MULTILINE)
STOPS = re.compile(r"[|<>&;─]|\s#|\$\(")


def environment(folder):
    variables = {name: value for name, value in os.environ.items() if not name.startswith("MEZMUN_")}
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    return {**variables, "PATH": path, "MEZMUN_DATA_DIR": str(folder / "data"), "LANG": "C.UTF-8"}


def fenced(name, replaced=("", "")):
    text = (ROOT / "docs" / name).read_text(encoding="utf-8").replace(*replaced)
    return "set -e\n" + "".join(re.findall(r"```sh\n(.*?)```", text, re.DOTALL))


def run(script, folder):
    return subprocess.run(
        ["bash", "-c", script], cwd=folder, env=environment(folder), capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path):
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")]
    quiet = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(command, cwd=ROOT, env=quiet, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    pages = {path.parent.relative_to(tmp_path / "site").as_posix() for path in tmp_path.rglob("index.html")}
    assert {"tutorial", "reference/api", "reference/commands", "model-card", "security"} < pages
    commands = (tmp_path / "site" / "reference" / "commands" / "index.html").read_text(encoding="utf-8")
    assert "mezmun sites check" in commands
    api = (tmp_path / "site" / "reference" / "api" / "index.html").read_text(encoding="utf-8")
    assert "CSS selectors of elements that are left out" in api


def test_what_is_made_from_the_code_explains_every_word():
    assert attribute_docs(Outcome).keys() == set(Outcome.__members__)
    docs = attribute_docs(Settings)
    assert [name for name in Settings.model_fields if not docs[name]] == []


@pytest.mark.slow
@pytest.mark.services
@pytest.mark.timeout(600)
def test_the_commands_of_the_tutorial_run(tmp_path):
    with serve({"blog": 0}) as sites:
        done = run(fenced("tutorial.md", ("http://127.0.0.1:8802", sites["blog"].base)), tmp_path)
    assert done.returncode == 0, done.stderr
    assert "The boat left before the sun was up" in done.stdout
    assert (tmp_path / "documents.jsonl").read_text(encoding="utf-8").count("\n") > 3
    assert (tmp_path / "corpus" / "manifest.json").is_file()
    assert list((tmp_path / "web").glob("*.warc*"))


@pytest.mark.slow
def test_the_commands_of_the_language_engineer_run(tmp_path):
    done = run(fenced("language-engineer.md"), tmp_path)
    assert done.returncode == 0, done.stderr
    assert "ئۇيغۇر تىلى ۋە ئەدەبىياتى: [e-mail]" in done.stdout
    assert "uyghur tili" in done.stdout


def commands():
    for document in DOCUMENTS:
        for line in COMMAND.findall(document.read_text(encoding="utf-8")):
            yield pytest.param(STOPS.split(line)[0].split(), id=f"{document.stem}: {line[:60]}")


@pytest.mark.parametrize("arguments", list(commands()))
def test_a_command_of_a_document_is_one_that_there_is(arguments):
    command, name, context = app, "mezmun", None
    while command is not None:
        try:
            context = command.make_context(name, list(arguments), parent=context)
            rest = [*context._protected_args, *context.args]
            is_group = hasattr(command, "commands") and rest
            name, command, arguments = command.resolve_command(context, rest) if is_group else (None, None, [])
        except UsageError as error:
            pytest.fail(error.format_message())
