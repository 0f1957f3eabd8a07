"""The command line as a user runs it."""

import gzip
import io
import os
import shlex

import pytest

from mezmun.cli import main
from mezmun.core import settings

PAGE = b"<html lang=en><title>A day at sea</title><article><p>The boat left before the sun was up.</p></article>"
PDF = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\0\x01\x02"
RESPONSE = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + PAGE
RECORD = (
    b"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
    b"WARC-Record-ID: <urn:uuid:1>\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n"
    % len(RESPONSE)
    + RESPONSE
    + b"\r\n\r\n"
)
TWO_FAULTS = "kind: novel\nseeds: [https://a.example/]\nlimits: {delay: soon}\ncolour: red\n"


@pytest.fixture
def command_line(tmp_path, monkeypatch, capfd):
    """Run the command in this process, in a folder of its own, with these settings and no others; give exit code,
    output and errors. A process for each call takes a second more; what a process is needed for starts one itself."""
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.startswith("MEZMUN_")]:
        monkeypatch.delenv(name)

    def call(*arguments, answer="", environment=None):
        with monkeypatch.context() as patch:
            for name, value in (environment or {}).items():
                patch.setenv(name, value)
            patch.setattr("sys.argv", ["mezmun", *map(str, arguments)])
            patch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(answer.encode())))
            settings.load.cache_clear()
            with pytest.raises(SystemExit) as ended:
                main()
        settings.load.cache_clear()
        return ended.value.code or 0, *capfd.readouterr()

    return call


@pytest.fixture
def mezmun(command_line):
    """Run the command with these settings, by their names in small letters; give exit code, output and errors."""

    def run(*arguments, answer="", **settings):
        environment = {f"MEZMUN_{key.upper()}": value for key, value in settings.items()}
        return command_line(*arguments, answer=answer, environment=environment)

    return run


@pytest.fixture
def run(tmp_path, command_line):
    """Run the command in a folder with some files; give exit code, output and errors."""
    (tmp_path / "page.html").write_bytes(PAGE)
    (tmp_path / "paper.pdf").write_bytes(PDF)
    (tmp_path / "large.html").write_bytes(PAGE * 20)
    (tmp_path / "empty.html").write_bytes(b"")
    (tmp_path / "broken.html.gz").write_bytes(gzip.compress(PAGE)[:9] + b"\0" * 40)
    (tmp_path / "noise.warc.gz").write_bytes(bytes(range(256)) * 9)
    (tmp_path / "half.warc.gz").write_bytes(gzip.compress(RECORD) + bytes(range(256)) * 9)
    (tmp_path / "latin.txt").write_text("salam\n")
    (tmp_path / "chinese.txt").write_text("你好\n")
    (tmp_path / "saved").mkdir()
    (tmp_path / "loop").symlink_to("loop")
    for name, journal in {"half": '{"run"', "other": '{"a": 1}', "list": "[]"}.items():
        (tmp_path / f"{name}.jsonl").touch()
        (tmp_path / f"{name}.jsonl.journal.json").write_text(journal)
    (tmp_path / "wrong.yaml").write_text(TWO_FAULTS)
    (tmp_path / "nothing").mkdir()
    return lambda command, environment: command_line(*shlex.split(command), environment=environment)
