"""What a user installs: the wheel in an environment of its own, with nothing of the checkout on the path."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from db.schema import tables_version
from release import ReleaseError, check_platform

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
UV = os.environ.get("UV") or str(ROOT / ".tools" / "bin" / "uv")
PAGE = (
    "<html lang=en><title>A day at sea</title><article><p>"
    + "The boat left before the sun was up. " * 9
    + "</p></article>"
)
MOST_PACKAGES = 10
MOST_MEGABYTES = 82  # numpy takes most of it; our tables of words grow by some hundred kilobytes a version
SCRIPT = """
from datetime import date
from pathlib import Path

import mezmun

page = mezmun.extract(Path("page.html").read_bytes(), url="https://e.example/1", prune=[".advert"], masking=False)
day: date | None = page.date
texts: list[str] = [each.text for each in mezmun.extract_many([b"<p>a</p>", ("<p>b</p>", None)], processes=2)]
record: dict[str, object] = page.to_dict()
print(page.markdown, page.blocks[0].kind.value, page.confidence, mezmun.convert("salam", "arabic"), len(texts))
"""
RENDER = """
import asyncio
from scrapy.http import HtmlResponse
from mezmun.core.errors import UnavailableError
from mezmun.crawler.fetching.browser import Browser

async def render():
    page = HtmlResponse("http://sea.example/", body=b"<p id=p></p><script>p.textContent = 'rendered'</script>")
    browser = Browser()
    try:
        print((await browser.render(page, None, seconds=60, most_bytes=100_000)).text)
    except UnavailableError as error:
        print(error)
    finally:
        await browser.close()

asyncio.run(render())
"""
DATATROVE = """
from pathlib import Path
from datatrove.data import Document
from mezmun.workers.bulk.datatrove_step import MezmunExtractor

if __name__ == "__main__":
    (document,) = MezmunExtractor().run([Document(Path("page.html").read_text(), "1")])
    print(document.text)
"""
EVERY_MODULE = """
import importlib, pkgutil, mezmun
NOT_IMPORTED = "__main__", "migrations.env", "datatrove_step", "libmezmun"  # scripts, an extra's, and the C library
for module in pkgutil.walk_packages(mezmun.__path__, "mezmun."):
    if not module.name.endswith(NOT_IMPORTED) and ".versions" not in module.name:
        importlib.import_module(module.name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel as it is built from the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    _run(UV, "build", "--quiet", "--out-dir", folder, ROOT)
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def python(wheel, tmp_path_factory):
    """The Python of an environment that holds the wheel and what text alone needs."""
    return _installed(wheel, tmp_path_factory.mktemp("text"))


@pytest.fixture(scope="module")
def python_with_extras(wheel, tmp_path_factory):
    """The Python of an environment that holds the wheel with its extras."""
    return _installed(f"{wheel}[crawl,s3,dashboard,parquet,evaluate,train]", tmp_path_factory.mktemp("whole"))


def _installed(what, folder, interpreter=sys.executable):
    _run(UV, "venv", "--quiet", "--python", interpreter, folder / "venv")
    _run(UV, "pip", "install", "--quiet", "--python", folder / "venv" / "bin" / "python", what)
    return folder / "venv" / "bin" / "python"


def _run(*command, cwd=None, check=True):
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    command = [str(part) for part in command]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=cwd, check=False)
    assert done.returncode == 0 or not check, done.stderr
    return done


def test_a_wheel_serves_every_python_and_every_linux_with_the_glibc_of_its_tag(wheel):
    assert wheel.name.split("-")[2:] == ["py3", "none", f"manylinux_2_28_{os.uname().machine}.whl"]
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    assert {name.split("/")[0] for name in names} == {"mezmun", f"{wheel.name.partition('-py3')[0]}.dist-info"}
    assert len(set(names)) == len(names)
    assert {"mezmun/py.typed", "mezmun/native/libmezmun.so", "mezmun/demo/layouts/news/base.html"} < set(names)


def test_the_library_needs_no_newer_platform_than_the_tag_names(wheel):
    check_platform(wheel)
    newer = wheel.with_name(wheel.name.replace("2_28", "2_5"))
    shutil.copy(wheel, newer)
    with pytest.raises(ReleaseError, match=r"needs manylinux_2_1[47]_"):
        check_platform(newer)
    newer.unlink()


def test_the_installed_package_extracts_a_page(python, tmp_path):
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "script.py").write_text(SCRIPT)
    printed = _run(python, "-P", tmp_path / "script.py", cwd=tmp_path).stdout
    assert printed.startswith("The boat left before the sun was up.")
    assert printed.endswith("سالام 2\n")
    assert "The boat left" in _run(python.parent / "mezmun", "extract", "page.html", cwd=tmp_path).stdout
    _run(python.parent / "mezmun", "extract", "page.html", "--output", "texts.jsonl", cwd=tmp_path)
    assert "The boat left" in (tmp_path / "texts.jsonl").read_text()


def test_text_alone_needs_few_packages(python):
    names = _run(UV, "pip", "list", "--quiet", "--format=freeze", "--python", python).stdout.split()
    others = {"rich", "pydantic", "sqlalchemy", "rapidfuzz", "resiliparse", "fastwarc", "brotli", "zstandard"}
    assert not others & {name.partition("==")[0].lower() for name in names}
    assert len(names) <= MOST_PACKAGES
    files = [path for path in python.parents[1].glob("lib/*/site-packages/**/*") if path.suffix != ".pyc"]
    assert sum(path.stat().st_size for path in files if path.is_file()) <= MOST_MEGABYTES * 1e6


def pythons():
    """Give the interpreters of this machine that the package is for, by their minor version."""
    among = Path(sys.base_prefix).parent.glob("3.*/bin/python3.*")  # where several are installed beside each other
    by_name = {path.name: path for path in sorted(among)} | {Path(sys.executable).name: Path(sys.executable)}
    for minor in (11, 12, 13):
        path = by_name.get(f"python3.{minor}") or shutil.which(f"python3.{minor}")
        mark = [] if path else [pytest.mark.skip(reason="it is not installed here")]
        yield pytest.param(path, id=f"3.{minor}", marks=mark)


@pytest.mark.parametrize("interpreter", list(pythons()))
def test_it_runs_on_every_python_that_it_is_for(wheel, tmp_path, interpreter):
    python = _installed(f"{wheel}[crawl,dashboard]", tmp_path, interpreter)
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "script.py").write_text(SCRIPT)
    assert "The boat left" in _run(python, "-P", "script.py", cwd=tmp_path).stdout
    assert "crawler" in _run(python.parent / "mezmun", "--help", cwd=tmp_path).stdout
    _run(
        python,
        "-P",
        "-c",
        "import mezmun.workers.app, mezmun.dashboard.app, mezmun.crawler.scrapy_settings",
        cwd=tmp_path,
    )


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        ("crawl http://127.0.0.1:9/", "crawl"),
        ("extract http://127.0.0.1:9/", "crawl"),
        ("sites list", "crawl"),
        ("db current", "crawl"),
        ("worker", "crawl"),
        ("dashboard", "dashboard"),
        ("extract page.html --output texts.jsonl.zst", "zstd"),
        ("extract pages.warc --output texts.jsonl", "warc"),
    ],
)
def test_a_command_whose_extra_is_not_installed_says_which(python, tmp_path, command, extra):
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "pages.warc").write_text("WARC/1.0")
    done = _run(python.parent / "mezmun", *command.split(), cwd=tmp_path, check=False)
    assert f"pip install 'mezmun[{extra}]'" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("extra", "command", "printed"),
    [
        ("warc", "mezmun extract pages.warc", "The boat left"),
        ("zstd", "mezmun extract page.html --output texts.jsonl.zst", "stored"),
        ("browser", "python -P render.py", "rendered</p>|needs a browser, and there is none of chromium"),
        ("datatrove", "python -P datatrove_step.py", "The boat left"),
    ],
)
def test_an_extra_alone_is_enough_for_what_it_is_for(wheel, tmp_path, extra, command, printed):
    response = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n{PAGE}"
    record = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://a.example/\r\nWARC-Date: 2024-01-01T00:00:00Z\r\n"
        "WARC-Record-ID: <urn:uuid:1>\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(response)}\r\n\r\n{response}\r\n\r\n"
    )
    files = {"page.html": PAGE, "pages.warc": record, "render.py": RENDER, "datatrove_step.py": DATATROVE}
    for name, text in files.items():
        (tmp_path / name).write_bytes(text.encode())
    python = _installed(f"{wheel}[{extra}]", tmp_path)
    program, *arguments = command.split()
    assert re.search(printed, _run(python.parent / program, *arguments, cwd=tmp_path).stdout)


def test_every_module_can_be_imported_from_the_wheel_alone(python_with_extras, tmp_path):
    python = python_with_extras
    _run(python, "-P", "-c", EVERY_MODULE, cwd=tmp_path)
    names = "crawler", "db", "evaluation", "extraction", "migrations", "normalization", "services", "store", "workers"
    code = f"import importlib.util as i; print([name for name in {names} if i.find_spec(name)])"
    assert _run(python, "-P", "-c", code, cwd=tmp_path).stdout == "[]\n"


def test_the_version_is_the_release_whatever_repository_is_around(python, tmp_path):
    code = "from mezmun.core.version import __version__, code_version; print(code_version() == __version__)"
    assert _run(python, "-P", "-c", code, cwd=tmp_path).stdout == "True\n"


def test_a_users_script_is_typed(python, tmp_path):
    (tmp_path / "script.py").write_text(SCRIPT)
    mypy = sys.executable, "-m", "mypy", "--strict", "--no-incremental", "--config-file", "/dev/null"
    done = _run(*mypy, "--python-executable", python, "script.py", cwd=tmp_path, check=False)
    assert done.stdout == "Success: no issues found in 1 source file\n"


def test_the_tables_are_made_from_the_wheel(python_with_extras, tmp_path, database_url):
    environment = {"MEZMUN_DATABASE_URL": database_url, "PATH": os.environ["PATH"]}
    for command in (["db", "downgrade", "base", "--yes"], ["db", "upgrade"], ["db", "current"]):
        done = subprocess.run(
            [python_with_extras.parent / "mezmun", *command],
            capture_output=True,
            text=True,
            env=environment,
            cwd=tmp_path,
            check=True,
        )
    assert tables_version.head() in done.stdout
