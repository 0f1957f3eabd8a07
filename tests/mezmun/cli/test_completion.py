import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mezmun.cli import app

pytestmark = pytest.mark.slow

MEZMUN = Path(sys.executable).with_name("mezmun")


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("mezmun extr", "plain,extract"),
        ("mezmun db up", "plain,upgrade"),
        ("mezmun extract --lang", "plain,--languages"),
        ("mezmun crawl --kind b", "plain,blog"),
        ("mezmun extract pa", "file,pa"),
    ],
)
@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_complete_commands_options_and_values(shell, typed, offered):
    number = typed.split()[-1] if shell == "fish" else str(len(typed.split()) - 1)
    done = subprocess.run(
        [MEZMUN],
        env={"PATH": os.environ["PATH"], "_MEZMUN_COMPLETE": f"{shell}_complete", "COMP_WORDS": typed,
             "COMP_CWORD": number},
        capture_output=True,
        text=True,
        check=True,
    )  # fmt: skip
    assert offered in done.stdout.replace("\n", ",")
    assert not done.stderr


def test_what_completion_prints_makes_a_shell_complete():
    script = (
        f'eval "$({MEZMUN} completion bash)"; COMP_WORDS=(mezmun extr); COMP_CWORD=1\n'
        f'_mezmun_completion {MEZMUN}; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("extract\n", "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_the_shells(shell):
    shown = CliRunner().invoke(app, ["completion", shell])
    assert (shown.exit_code, f"_MEZMUN_COMPLETE={shell}_complete" in shown.output) == (0, True)
