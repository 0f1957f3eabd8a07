import gzip
import json
import os
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet
import pytest
import zstandard

from extraction import Comments
from mezmun.core.errors import InvalidInputError
from mezmun.core.outcomes import Outcome
from tests.workers.bulk.bulk_for_tests import html
from workers import pipeline
from workers.bulk.bulk_run import run, summary
from workers.bulk.order import Order
from workers.bulk.run_lock import run_lock

pytestmark = pytest.mark.slow

KILLED = """
import os, signal, sys
from pathlib import Path
from workers.bulk.bulk_run import run
from workers.bulk.order import Order
done = 0
def seen(place):
    global done
    done += 1
    if done == int(sys.argv[3]):
        os.kill(os.getpid(), signal.SIGKILL)
run(Order((sys.argv[1],), "text-density", Path(sys.argv[2]), processes=2, part_pages=10, resume=True), seen)
"""


def lines(path):
    raw = Path(path).read_bytes()
    if path.name.endswith(".gz"):
        raw = gzip.decompress(raw)
    elif path.name.endswith(".zst"):
        raw = zstandard.ZstdDecompressor().stream_reader(raw, read_across_frames=True).read()
    return [json.loads(line) for line in raw.splitlines()]


def contents(path):
    """The bytes of an output, a file or a folder of parts."""
    parts = sorted(path.glob("part-*")) if path.is_dir() else [path]
    return [(part.name if path.is_dir() else "", part.read_bytes()) for part in parts]


def order(source, output, method="text-density", **more):
    return Order((str(source),), method, Path(output), **{"processes": 1, "part_pages": 10, **more})


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.gz", "jsonl.zst", "parquet"])
def test_a_run_that_is_killed_again_and_again_gives_what_one_that_is_not_gives(tmp_path, archive, ending):
    source = archive(67)
    run(order(source, tmp_path / f"whole.{ending}", processes=2))
    output = tmp_path / f"killed.{ending}"
    for pages in (3, 25, 12):  # in the first part; behind the second; behind one more
        killed = subprocess.run([sys.executable, "-c", KILLED, source, str(output), str(pages)], timeout=120)
        assert killed.returncode == -signal.SIGKILL
    state = run(order(source, output, resume=True))
    assert contents(output) == contents(tmp_path / f"whole.{ending}")
    assert state.outcomes == {Outcome.STORED: 67}
    assert state.passed_over == {"no-response": 67}


def test_each_page_has_one_record_with_where_it_came_from(tmp_path, archive):
    source = archive(30)
    run(order(source, tmp_path / "out.jsonl", processes=2))
    records = lines(tmp_path / "out.jsonl")
    assert [record["url"] for record in records] == [f"http://host0.example/{n}" for n in range(30)]
    for number, record in enumerate(records):
        page_text = pipeline.process(html(number), method="text-density")
        assert (record["text"], record["title"]) == (page_text.text, f"Page {number}")
        assert record["outcome"] == "stored"
        assert record["language"] == "ug"
        assert record["encoding"] == "utf-8"
        assert record["method"] == "text-density"
        assert record["method_version"] == page_text.method_version
        assert record["record_id"] == f"<urn:test:http://host0.example/{number}>"
        assert len(record["sha256"]) == 64
    at = records[11]["offset"]
    assert b"http://host0.example/11\r\n" in gzip.decompress(Path(source).read_bytes()[at:])[:300]


STORY = "<p>The boat was old, and nobody in the town had wanted to mend it before the winter came.</p>" * 3
COMMENT = "What a fine boat it was, and nobody knew that better than number"
COMMENTED = f"""<html><head><title>The boat</title><link rel=canonical href="https://town.example/boat">
    <meta property="og:site_name" content="Town"><meta property="article:published_time" content="2024-03-05">
    </head><body><article><h1>The boat</h1>{STORY}</article><ol id=comments>
    {"".join(f'<li class="comment" id="c{n}"><p>{COMMENT} {n}.</p></li>' for n in range(3))}</ol></body></html>"""


@pytest.mark.parametrize("ending", ["jsonl", "parquet"])
def test_a_record_has_what_the_page_says_of_itself_and_its_comments_apart(tmp_path, ending):
    page = tmp_path / "in" / "page.html"
    page.parent.mkdir()
    page.write_text(COMMENTED)
    output = tmp_path / f"out.{ending}"
    run(Order((str(page.parent),), "all-text", output, processes=1))
    (record,) = pyarrow.parquet.read_table(output).to_pylist() if ending == "parquet" else lines(output)
    assert "\n\n".join(record["comments"]) == "\n\n".join(f"{COMMENT} {n}." for n in range(3))
    assert "fine boat" not in record["text"]
    assert record["posts"] == []
    stated = [record[name] for name in ("published", "canonical_url", "site_name", "section")]
    assert stated == ["2024-03-05", "https://town.example/boat", "Town", None]


def test_no_record_has_a_field_for_who_wrote_it(tmp_path):
    page = tmp_path / "in" / "page.html"
    page.parent.mkdir()
    page.write_text("<meta name=author content='Somebody'><p>plums and how to keep them, ask 0991-1234567</p>" * 3)
    run(order(page.parent, tmp_path / "out.jsonl"))
    (record,) = lines(tmp_path / "out.jsonl")
    assert not {"author", "user", "byline", "creator", "account"} & record.keys()
    assert "Somebody" not in json.dumps(record)
    assert "1234567" not in record["text"]


def test_one_bad_page_never_stops_the_run(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    bad = {
        "a.html": (b"", Outcome.EMPTY),
        "b.html": (os.urandom(5000), Outcome.UNDECODABLE),
        "c.html": (b"plain text", Outcome.NOT_HTML),
        "d.html": (html(1) + b" " * 100_000, Outcome.TOO_LARGE),
        "e.html": (b"<div>" * 20_000, Outcome.TOO_LARGE),
        "f.html": (html(1), Outcome.STORED),
    }
    for name, (body, _) in bad.items():
        (folder / name).write_bytes(body)
    state = run(order(folder, tmp_path / "out.jsonl.gz", max_page_bytes=100_000))
    records = lines(tmp_path / "out.jsonl.gz")
    assert [record["outcome"] for record in records] == [outcome for _, outcome in bad.values()]
    assert all(record["detail"] for record in records[:-1])
    assert summary(state)["pages"] == 6


def test_a_page_past_its_time_limit_ends_as_timeout_and_the_rest_go_on(tmp_path):
    folder = tmp_path / "in"
    folder.mkdir()
    for number in range(5):
        (folder / f"{number}.html").write_bytes(html(number))
    # At least fourteen seconds of work; a process's first page has one, for all it loads, and five on a busy machine.
    slow = "<div>" + "".join(f"<p>plum {number}</p>" for number in range(800_000)) + "</div>"
    (folder / "2.html").write_text(slow)
    run(order(folder, tmp_path / "out.jsonl", page_seconds=5))
    records = lines(tmp_path / "out.jsonl")
    assert [record["outcome"] for record in records] == ["stored", "stored", "timeout", "stored", "stored"]
    assert records[2]["detail"] == "stopped after 5 s"


def test_a_folder_of_parquet_holds_nothing_but_parts(tmp_path, archive):
    output = tmp_path / "out.parquet"
    run(order(archive(25), output))  # datasets, polars and others take every file of a folder for a part
    assert [each.name for each in sorted(output.iterdir())] == [f"part-{n:06d}.parquet" for n in range(3)]


def test_parquet_holds_the_same_records(tmp_path, archive):
    source = archive(25)
    run(order(source, tmp_path / "out.jsonl"))
    run(order(source, tmp_path / "out.parquet"))
    table = pyarrow.parquet.read_table(tmp_path / "out.parquet")
    assert table.to_pylist() == lines(tmp_path / "out.jsonl")
    assert table.schema.field("offset").type == "int64"


def test_without_pyarrow_parquet_says_what_to_install(tmp_path, archive, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(InvalidInputError, match="pip install"):
        run(order(archive(1), tmp_path / "out.parquet"))
    assert not (tmp_path / "out.parquet").exists()


def test_an_output_that_exists_is_not_written_over(tmp_path, archive):
    source = archive(3)
    run(order(source, tmp_path / "out.jsonl"))
    before = contents(tmp_path / "out.jsonl")
    with pytest.raises(InvalidInputError, match="--resume"):
        run(order(source, tmp_path / "out.jsonl"))
    assert run(order(source, tmp_path / "out.jsonl", resume=True)).finished
    with pytest.raises(InvalidInputError, match="other page_seconds"):
        run(order(source, tmp_path / "out.jsonl", resume=True, page_seconds=1.0))
    with pytest.raises(InvalidInputError, match="other rules_off"):
        run(order(source, tmp_path / "out.jsonl", resume=True, rules=frozenset()))
    (tmp_path / "mine.jsonl").write_text("{}")
    with pytest.raises(InvalidInputError, match="no journal"):
        run(order(source, tmp_path / "mine.jsonl", resume=True))
    assert contents(tmp_path / "out.jsonl") == before


@pytest.mark.parametrize("ending", [".jsonl", ".parquet"])
def test_a_second_run_into_the_same_output_is_refused(tmp_path, archive, ending):
    source, output = archive(3), tmp_path / f"out{ending}"
    with run_lock(output), pytest.raises(InvalidInputError, match="Another run"):
        run(order(source, output, resume=True))
    assert not output.exists()
    assert run(order(source, output, resume=True)).finished
    assert not list(tmp_path.glob("*.lock"))


@pytest.mark.parametrize("name", ["o" * 245, "o" * 235])
def test_an_output_that_cannot_be_written_is_a_sentence(tmp_path, archive, name):
    # Names too long for the journal, and for the journal's new version only: no right is denied to root.
    with pytest.raises(InvalidInputError, match=r"Writing the output .* failed: File name too long"):
        run(order(archive(1), tmp_path / f"{name}.jsonl"))


@pytest.mark.parametrize("ending", ["jsonl", "jsonl.zst", "parquet"])
def test_a_full_disk_says_how_to_go_on_and_loses_no_page(tmp_path, archive, ending):
    source, output = archive(40), tmp_path / f"out.{ending}"
    run(order(source, tmp_path / f"whole.{ending}"))
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    for octets in (0, 800, 3_000):
        resource.setrlimit(resource.RLIMIT_FSIZE, (octets, before[1]))
        try:
            with pytest.raises(InvalidInputError, match=r"failed: .*File too large.* --resume goes on where it was\."):
                run(order(source, output, resume=True))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    run(order(source, output, resume=True))
    assert contents(output) == contents(tmp_path / f"whole.{ending}")


def test_a_full_disk_is_a_sentence_while_sites_are_learned(tmp_path, archive):
    order = Order((archive(5),), "template-svm", tmp_path / "out.jsonl", by_site=True, resume=True)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3_000, before[1]))
    try:
        with pytest.raises(InvalidInputError, match=r"Writing the output .* failed: .* --resume goes on"):
            run(order)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert run(order).outcomes == {Outcome.STORED: 5}


@pytest.mark.parametrize("captions", [False, True])
def test_captions_are_text_as_asked(tmp_path, captions):
    page = tmp_path / "page.html"
    figure = "<figure><img src=a.jpg><figcaption>The boat in the bay.</figcaption></figure>"
    page.write_text(f"<html><body><article><h1>The boat</h1>{STORY}{figure}{STORY}</article></body></html>")
    output = tmp_path / "out.jsonl"
    run(order(page, output, captions=captions))
    (record,) = lines(output)
    assert ("in the bay" in record["text"]) is captions
    with pytest.raises(InvalidInputError, match="other captions"):
        run(order(page, output, captions=not captions, resume=True))


@pytest.mark.parametrize(("comments", "apart"), [("include", False), ("separate", True), ("drop", False)])
def test_comments_are_kept_as_asked(tmp_path, comments, apart):
    page = tmp_path / "page.html"
    page.write_text(COMMENTED)
    output = tmp_path / "out.jsonl"
    run(order(page, output, "all-text", comments=Comments(comments)))
    (record,) = lines(output)
    assert (len(record["comments"]) > 0) is apart
    assert ("fine boat" in record["text"]) is (comments == "include")
    with pytest.raises(InvalidInputError, match="other comments"):
        run(order(page, output, "all-text", comments=Comments("drop" if apart else "separate"), resume=True))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"output": Path("out.csv")}, "must end in"),
        ({"output": Path("no/such/folder/out.jsonl")}, "no folder"),
        ({"paths": ("nowhere.html",)}, "nowhere.html"),
        ({"method": "magic"}, "'magic'"),
        ({"by_site": True, "method": "text-density"}, "makes no use"),
        ({"site_pages": "nowhere", "method": "template-svm"}, "nowhere"),
    ],
)
def test_a_wrong_order_is_one_sentence_and_writes_nothing(tmp_path, archive, change, message, monkeypatch):
    monkeypatch.chdir(tmp_path)
    values = {"paths": (archive(1),), "method": "text-density", "output": Path("out.jsonl"), **change}
    with pytest.raises(InvalidInputError, match=message):
        run(Order(**values))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["pages.warc.gz"]


SHARED = (
    "<p>بۇ مۇنبەردىكى بارلىق يازمىلار ئاپتورلارنىڭ شەخسىي كۆز قارىشىغا ۋەكىللىك قىلىدۇ، "
    "بېكەت ھېچقانداق جاۋابكار ئەمەس.</p>"
)


def test_a_site_among_many_is_learned_before_its_first_page(tmp_path, warc_record):
    source = tmp_path / "two.warc.gz"
    source.write_bytes(
        b"".join(
            warc_record(f"http://a.example/{n}", html(n, SHARED)) + warc_record(f"http://b.example/{n}", html(n))
            for n in range(12)
        )
    )
    run(Order((str(source),), "template-svm", tmp_path / "alone.jsonl", processes=2))
    run(Order((str(source),), "template-svm", tmp_path / "by_site.jsonl", processes=2, by_site=True))
    alone, by_site = lines(tmp_path / "alone.jsonl"), lines(tmp_path / "by_site.jsonl")
    assert all("جاۋابكار" in record["text"] for record in alone if "a.example" in record["url"])
    assert not any("جاۋابكار" in (record["text"] or "") for record in by_site)
    assert [record["text"] for record in by_site if "b.example" in record["url"]] == [
        record["text"] for record in alone if "b.example" in record["url"]
    ]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "alone.jsonl", "alone.jsonl.journal.json", "by_site.jsonl", "by_site.jsonl.journal.json", "two.warc.gz",
    ]  # fmt: skip


KILLED_AT_THE_END = """
import os, signal, sys
from pathlib import Path
from workers.bulk.bulk_run import run
from workers.bulk.order import Order
unlink = Path.unlink
def killed(path, **options):
    if path.suffix == ".sqlite":
        os.kill(os.getpid(), signal.SIGKILL)
    unlink(path, **options)
Path.unlink = killed
run(Order((sys.argv[1],), "template-svm", Path(sys.argv[2]), by_site=True))
"""


@pytest.mark.parametrize("by_site", [True, False])
def test_what_was_learned_of_sites_goes_with_the_next_run_when_the_last_was_killed_before(tmp_path, archive, by_site):
    source, output = archive(5), tmp_path / "out.jsonl"
    killed = subprocess.run([sys.executable, "-c", KILLED_AT_THE_END, source, str(output)], timeout=120)
    assert killed.returncode == -signal.SIGKILL
    store, journal = (output.with_name(f"{output.name}.journal{ending}") for ending in (".sites.sqlite", ".json"))
    assert store.exists()
    before = output.read_bytes()
    if by_site:
        assert run(Order((source,), "template-svm", output, by_site=True, resume=True)).finished
    else:
        for path in (output, journal):
            path.unlink()
        run(Order((source,), "template-svm", output))
    assert not store.exists()
    assert output.read_bytes() == before


@pytest.mark.parametrize("of_version", ["normalizer_version", "captions"])
def test_a_run_of_another_version_is_not_gone_on_with(tmp_path, archive, of_version):
    order = Order((archive(2),), "correlativity", tmp_path / "out.jsonl", resume=True)
    run(order)
    path = tmp_path / "out.jsonl.journal.json"
    journal = json.loads(path.read_text())
    if of_version == "captions":  # an option that the other version has not
        del journal["run"][of_version]
    else:
        journal["run"][of_version] = "0"
    path.write_text(json.dumps(journal))
    with pytest.raises(InvalidInputError, match="was begun by another version of Mezmun"):
        run(order)


def test_a_site_is_learned_from_other_pages_of_it(tmp_path, archive):
    others, source = tmp_path / "others", tmp_path / "source"
    for folder, numbers in ((others, range(20, 32)), (source, range(2))):
        folder.mkdir()
        for number in numbers:
            (folder / f"{number}.html").write_bytes(html(number, SHARED))
    run(Order((str(source),), "template-svm", tmp_path / "out.jsonl", site_pages=str(others)))
    assert not any("جاۋابكار" in record["text"] for record in lines(tmp_path / "out.jsonl"))


def test_the_processes_end_with_their_run(tmp_path, archive):
    source = archive(20)
    running = subprocess.run(
        [sys.executable, "-c", KILLED, source, str(tmp_path / "out.jsonl"), "5"],
        timeout=60,
        capture_output=True,  # returns only when every process that has the pipes is gone
    )
    assert running.returncode == -signal.SIGKILL
