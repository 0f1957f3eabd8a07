"""Each cell of the tables of what trafilatura and Mezmun do is run."""

import gzip
import json
import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
import trafilatura
from lxml import html as lxml_html

import mezmun

TEXT = (Path(__file__).parents[1] / "docs" / "coming-from.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| ([^|]+) \| (?:(?:–[^|\n]*)|`((?:[^`|]|\\\|)+)`) \| (?:(?:–[^|\n]*)|`((?:[^`|]|\\\|)+)`) \|$", re.M
)
SENTENCE = "The boat left before the sun was up, and came back when it was down again."
COMMENT = "<li class=comment><p>{}, and so was the food that they gave us on the way back.</p></li>"
HTML = f"""<!DOCTYPE html><html lang=en><head><title>A day at sea</title><meta name=author content="Ann Sailor">
<meta property="article:published_time" content="2024-03-05T10:11:12Z"></head><body><nav><a href="/">Home</a></nav>
<article><h1>A day at sea</h1><p>{SENTENCE} It was a <b>calm</b> day, and we saw <a href="https://pier.example/">the
pier</a> from far away.</p><img src="https://sea.example/boat.jpg" alt="A boat"><p>{SENTENCE * 3}</p>
<p class=call>Write to captain@sea.example when you want to come along; the captain reads all that comes in.</p>
<table><tr><th>Tide</th><th>Hour of the day</th></tr><tr><td>high water</td><td>at eleven</td></tr></table></article>
<section id=comments class=comments><h2>Comments</h2><ol>{COMMENT.format("The sea was very calm that day")}
{COMMENT.format("We were there too and it was wonderful")}</ol></section></body></html>"""
POST = '<div class="post"><div class="postprofile">Joined: 2011</div><div class="postbody"><p>{}</p></div></div>'
THREAD = "<html><head><title>Boats</title></head><body>" + "".join(
    POST.format(f"{start} {SENTENCE}") for start in ("Hello all.", "I think so too.", "Thank you both!")
)


def cells():
    for match in ROW.finditer(TEXT):
        for cell in match.groups()[1:]:
            if cell:
                yield cell.replace(r"\|", "|")


CELLS = list(cells())
COMMANDS = [cell for cell in CELLS if re.search(r"(?:^|\| )(?:mezmun|trafilatura) ", cell)]


def test_every_row_of_the_two_tables_is_read():
    section = TEXT.partition("## From news-please")[0]
    rows = [line for line in section.splitlines() if line.startswith("| ") and "| trafilatura |" not in line]
    assert len(rows) == len(ROW.findall(section))
    assert len(COMMANDS) > 20
    assert len(CELLS) - len(COMMANDS) > 45


@pytest.mark.slow
@pytest.mark.parametrize("cell", [cell for cell in CELLS if cell not in COMMANDS])
def test_an_expression_holds(cell):
    names = {"trafilatura": trafilatura, "mezmun": mezmun, "json": json, "date": date}
    names |= {"html": HTML, "thread": THREAD, "tree": lxml_html.fromstring(HTML)}
    assert eval(cell, names)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    (folder / "saved").mkdir()
    for path in (folder / "page.html", folder / "saved" / "1.html"):
        path.write_text(HTML, encoding="utf-8")
    other = HTML.replace("A day at sea", "Two days").replace("boat", "ship").replace("down again", "late")
    (folder / "saved" / "2.html").write_text(other, encoding="utf-8")
    answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + HTML.encode()
    record = (
        "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:uuid:1>\r\nWARC-Date: 2024-03-05T10:11:12Z\r\n"
        "WARC-Target-URI: https://sea.example/\r\nContent-Type: application/http; msgtype=response\r\n"
        f"Content-Length: {len(answer)}\r\n\r\n"
    )
    (folder / "crawl.warc.gz").write_bytes(gzip.compress(record.encode() + answer + b"\r\n\r\n"))
    return folder


@pytest.mark.slow
def test_the_commands_run_one_after_the_other(folder):
    path = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
    environment = {"PATH": path, "HOME": str(folder), "LANG": "C.UTF-8"}
    for command in COMMANDS:
        done = subprocess.run(
            command, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, (command, done.stderr)
        assert done.stdout or "--output" in command, command
    for name in ("texts.jsonl", "more.jsonl", "crawl.jsonl"):
        assert SENTENCE in (folder / name).read_text(encoding="utf-8")
    for name in ("texts", "more"):
        assert len(list((folder / name).rglob("*.txt"))) == 2
