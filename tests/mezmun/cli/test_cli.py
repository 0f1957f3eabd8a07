"""The command line as a whole. A wrong use of it ends with one sentence, the right exit code and no traceback."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mezmun.cli import app
from mezmun.cli.commands import COMMANDS as FILES
from mezmun.cli.groups import summary
from tests.mezmun.cli.conftest import PAGE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[3]
MEZMUN = Path(sys.executable).with_name("mezmun")


def commands(command, words=()):
    """Give the words of every command, groups left out."""
    if not hasattr(command, "commands"):
        return [words]
    return [each for name, sub in command.commands.items() for each in commands(sub, (*words, name))]


app.load()
COMMANDS = [pytest.param(words, id=" ".join(words)) for words in commands(app)]


@pytest.mark.parametrize("words", COMMANDS)
def test_every_command_explains_itself(words):
    shown = CliRunner().invoke(app, [*words, "--help"], env={"COLUMNS": "120"})
    assert shown.exit_code == 0
    assert "Usage:" in shown.output
    assert "\nExample" in shown.output, "examples stand below a heading of their own"


def test_the_overview_says_of_each_command_what_its_own_help_begins_with():
    assert [summary(command) for command in app.commands.values()] == [files.summary for files in FILES.values()]


@pytest.mark.parametrize("option", ["--help", "--version"])
def test_what_calls_no_command_loads_none(mezmun_modules, option):
    assert not {"mezmun.cli.text", "mezmun.core.settings", "numpy"} & mezmun_modules(option)


def test_one_page_is_read_without_what_only_many_need(mezmun_modules, tmp_path):
    (tmp_path / "page.html").write_bytes(PAGE)
    loaded = mezmun_modules("extract", str(tmp_path / "page.html"))
    many = {"workers.bulk.bulk_run", "sqlite3", "multiprocessing", "fastwarc", "brotli", "rapidfuzz", "rich"}
    assert not many & loaded
    assert not {"normalization.uyghur.positions", "chardetng_py.detector"} & loaded  # what only some pages need
    assert "workers.pipeline" in loaded


@pytest.fixture
def mezmun_modules():
    """Run the command; give what it loaded."""

    def run(*arguments):
        command = [sys.executable, "-X", "importtime", "-m", "mezmun", *arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        return {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}

    return run


def test_help_shows_defaults_as_they_are_written():
    app.load()
    helps = [CliRunner().invoke(app, [*words, "--help"], terminal_width=200).output for words in commands(app)]
    shown = [default for text in helps for default in re.findall(r"\[default: (\w+)", text)]
    assert {"news", "operator", "sites"} <= set(shown)
    assert [default for default in shown if default.isupper()] == []


@pytest.mark.parametrize("module", ["click", "mezmun.cli"])
def test_a_command_stopped_while_it_is_loaded_gives_no_traceback(module):
    stop_at = (
        "import builtins, sys; whole = builtins.__import__\n"
        "def stopped(name, *rest):\n"
        f"    if name == {module!r}: raise KeyboardInterrupt\n"
        "    return whole(name, *rest)\n"
        "builtins.__import__ = stopped\n"
        "from mezmun.__main__ import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", stop_at, "-V"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "Aborted!\n")


def test_the_command_imports_nothing_before_it_can_be_stopped():
    loaded = "import sys; before = set(sys.modules); import mezmun.__main__; print(*set(sys.modules) - before)"
    done = subprocess.run([sys.executable, "-S", "-c", loaded], capture_output=True, text=True, check=True, cwd=ROOT)
    assert set(done.stdout.split()) <= {"mezmun", "mezmun.__main__", "__future__"}


def test_a_full_disk_is_one_sentence(tmp_path):
    (tmp_path / "page.html").write_bytes(PAGE)
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [MEZMUN, "extract", tmp_path / "page.html"],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.stderr == "mezmun: The output cannot be written: No space left on device.\n"


@pytest.mark.parametrize("encoding", ["ascii", "iso8859-9"])
def test_an_encoding_without_uyghur_letters_is_one_sentence(encoding):
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    command = [MEZMUN, "normalize", "-"]
    done = subprocess.run(command, input="kitab كىتاب".encode(), capture_output=True, env=environment, check=False)
    (sentence,) = done.stderr.decode().splitlines()
    assert done.returncode == 1
    assert sentence.startswith(f"mezmun: The output cannot be written: its encoding, {encoding}, has no '\\u")
    assert done.returncode == 1


@pytest.mark.parametrize("name", ["stdin", "stdout", "stderr"])
def test_a_stream_that_the_shell_closed_is_an_empty_one(name, tmp_path):
    (tmp_path / "page.html").write_bytes(PAGE)
    number = ("stdin", "stdout", "stderr").index(name)
    source = "-" if name == "stdin" else "page.html"
    shell = f"{Path(sys.executable).with_name('mezmun')} extract {source} {number}>&-"
    done = subprocess.run(shell, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stdout + done.stderr
    assert done.returncode == (3 if name == "stdin" else 0)


@pytest.mark.parametrize(
    ("text", "code", "out", "err"),
    [
        ("salam\n".encode("utf-16"), 0, "salam\n", ""),
        (b"\xef\xbb\xbfsalam\n", 0, "salam\n", ""),
        ("Привет, как дела сегодня?\n".encode("cp1251"), 0, "Привет, как дела сегодня?\n", ""),
        (bytes(range(256)) * 9, 1, "", "mezmun: Standard input is no text in any encoding.\n"),
    ],
)
def test_standard_input_may_be_in_any_encoding(text, code, out, err):
    done = subprocess.run(
        [MEZMUN, "normalize", "--no-mask"],
        input=text,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout.decode(), done.stderr.decode()) == (code, out, err)


@pytest.mark.parametrize(
    ("command", "lines"),
    [("normalize latin.txt", 1), ("normalize latin.txt --json", 1), ("--help", 0), ("methods", 0), ("extract", 0)],
    ids=["written at the end", "written with Click", "help", "less than a buffer", "text of a page"],
)
def test_who_has_read_enough_ends_the_command_quietly_as_a_signal_does(command, lines, tmp_path):
    (tmp_path / "latin.txt").write_text("salam\n" * 200_000)
    (tmp_path / "page.html").write_bytes(PAGE)
    shell = f"exec {MEZMUN} {command} < page.html"
    done = subprocess.Popen(shell, shell=True, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for _ in range(lines):
        assert "salam" in done.stdout.readline()
    done.stdout.close()
    assert (done.stderr.read(), done.wait()) == ("", 141)


def test_a_connection_that_breaks_is_not_taken_for_an_output_that_nobody_reads(tmp_path):
    code = (
        "import mezmun.cli.text.list_methods, extraction\n"
        "def broken(): raise BrokenPipeError(32, 'Broken pipe')\n"
        "extraction.methods = broken\n"
        "import sys; sys.argv = ['mezmun', 'methods']\n"
        "from mezmun.cli import main; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, "BrokenPipeError" in done.stderr) == (1, True)


@pytest.mark.parametrize(("command", "shown"), [("--version", "mezmun "), ("-V", "mezmun "), ("-h", "Usage: mezmun")])
def test_version_and_help_have_the_usual_names(command, shown, run):
    ended, out, _ = run(command, {})
    assert ended == 0
    assert out.strip().startswith(shown)


def test_every_command_takes_h(run):
    assert "Usage: mezmun extract" in run("extract -h", {"COLUMNS": "120"})[1]


def test_only_the_files_of_the_command_called_are_loaded():
    code = (
        "import sys; sys.argv = ['mezmun', 'methods', '--json']\n"
        "from mezmun.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(sorted({'scrapy', 'sqlalchemy', 'celery', 'pydantic_settings', 'yaml'} & sys.modules.keys()))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", ["normalize", "export"])
def test_a_language_needs_no_package_that_names_languages(command):
    # It is one of the dashboard's, and exports are made without that.
    code = (
        "import sys; sys.modules['babel'] = None\n"
        "from mezmun.cli import main\n"
        "from mezmun.cli.options import check_language\n"
        "check_language('--language', 'ug')\n"
        f"sys.argv = ['mezmun', {command!r}, 'x', '--language', 'Uyghur']; main()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    sentence = "mezmun: --language is 'Uyghur': it takes an ISO 639 code of two or three letters, such as ug.\n"
    assert (done.returncode, done.stderr) == (2, sentence)
