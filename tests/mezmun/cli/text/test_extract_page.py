import gzip
import json
import os
import subprocess
import sys

import pytest
from click.testing import CliRunner

from mezmun.cli import app, main

PARAGRAPHS = [
    "بۇ يىل كۈزدە باغدىكى ئالمىلار بەك ئوبدان پىشتى، شۇڭا قوشنىلار بىلەن بىللە ئۈزدۇق.",
    "ئالمىلارنىڭ بىر قىسمىنى قۇرۇتتۇق، قالغانلىرىنى بولسا قىشتا يېيىش ئۈچۈن ئەۋرەزگە ساقلاپ قويدۇق.",
    "كېلەر يىلى يەنە ئون تۈپ كۆچەت تىكىمىز، چۈنكى بۇ يەرنىڭ تۇپرىقى ئالما ئۈچۈن بەك ماس كېلىدۇ.",
]
PAGE = "<html><body><div>" + "".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS) + "</div></body></html>"


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-8")
    return str(path)


def test_a_file_gives_its_text(page):
    assert CliRunner().invoke(app, ["extract", page]).output.split("\n\n") == [*PARAGRAPHS[:-1], PARAGRAPHS[-1] + "\n"]


def test_standard_input_gives_json_with_its_origin():
    done = CliRunner().invoke(app, ["extract", "-", "--json"], input=PAGE.encode())
    record = json.loads(done.output)
    assert [block["text"] for block in record["blocks"]] == PARAGRAPHS
    assert record["language"] == "ug"
    assert record["encoding"] == "utf-8"


def test_standard_input_is_read_when_nothing_is_named():
    assert PARAGRAPHS[0] in CliRunner().invoke(app, ["extract"], input=PAGE.encode()).output
    nothing = CliRunner().invoke(app, ["extract"], input=b"")
    assert (nothing.exit_code, nothing.stderr) == (3, "mezmun: Standard input is empty: the page has no bytes.\n")


def test_a_terminal_is_not_waited_for():
    controller, terminal = os.openpty()
    done = subprocess.run([sys.executable, "-m", "mezmun", "extract"], stdin=terminal, capture_output=True, check=False)
    os.close(controller)
    os.close(terminal)
    assert (done.returncode, done.stderr[:24]) == (2, b"mezmun: Say which page: ")


def test_a_page_without_text_has_an_exit_code_of_its_own():
    done = CliRunner().invoke(app, ["extract", "-"], input=b"<html></html>")
    assert done.exit_code == 3
    assert "empty" in done.stderr


@pytest.mark.parametrize(("file", "method", "code"), [("no-such-file.html", "correlativity", 1), (None, "magic", 2)])
def test_a_wrong_argument_is_one_sentence(file, method, code, page, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["mezmun", "extract", file or page, "--method", method])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == code
    message = capsys.readouterr().err
    assert (file or method) in message
    assert message.count("\n") == 1


@pytest.fixture
def folder(tmp_path):
    pages = tmp_path / "saved"
    pages.mkdir()
    for number in range(3):
        (pages / f"{number}.html").write_text(PAGE.replace("ئون", str(number)), encoding="utf-8")
    (pages / "3.html.gz").write_bytes(gzip.compress(PAGE.encode()))
    (pages / "4.html").write_bytes(b"")
    return pages


@pytest.mark.slow
def test_a_folder_gives_a_line_a_page(folder):
    done = CliRunner().invoke(app, ["extract", str(folder), "--jobs", "2"])
    assert done.exit_code == 0
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["outcome"] for record in records] == ["stored"] * 4 + ["empty"]
    assert records[3]["text"] == "\n\n".join(PARAGRAPHS)
    assert "stored" in done.stderr


@pytest.mark.slow
def test_many_pages_go_to_a_file_and_the_counts_to_machines(folder, tmp_path):
    output = tmp_path / "texts.jsonl.gz"
    done = CliRunner().invoke(app, ["extract", str(folder), "--output", str(output), "--json"])
    assert json.loads(done.stdout)["outcomes"] == {"stored": 4, "empty": 1}
    assert len(gzip.decompress(output.read_bytes()).splitlines()) == 5
    again = CliRunner().invoke(app, ["extract", str(folder), "--output", str(output), "--json", "--resume"])
    assert json.loads(again.stdout)["pages"] == 5


@pytest.mark.slow
def test_a_link_that_leads_nowhere_costs_no_other_page(folder):
    (folder / "0.html").unlink()
    (folder / "0.html").symlink_to("nowhere")
    done = CliRunner().invoke(app, ["extract", str(folder)])
    assert [json.loads(line)["outcome"] for line in done.stdout.splitlines()].count("stored") == 3
    assert done.exit_code == 0


def test_a_page_that_breaks_off_is_read_and_told():
    done = CliRunner().invoke(app, ["extract", "-"], input=gzip.compress(PAGE.encode())[:-9])
    assert done.exit_code == 0
    assert "mezmun: Standard input breaks off" in done.stderr
    assert done.stdout.strip()


def test_a_gzipped_page_is_one_page(folder):
    packed = folder / "3.html.gz"
    assert CliRunner().invoke(app, ["extract", str(packed)]).output.split("\n\n")[0] == PARAGRAPHS[0]
    piped = CliRunner().invoke(app, ["extract", "-"], input=packed.read_bytes())
    assert piped.output.split("\n\n")[0] == PARAGRAPHS[0]


@pytest.mark.slow
def test_one_page_profits_from_others_of_its_site(folder, tmp_path):
    page = tmp_path / "page.html"
    page.write_text(f"<div><p>{PARAGRAPHS[0]}</p><p>{'يېڭى خەۋەر كەلدى، ' * 8}</p></div>", encoding="utf-8")
    arguments = ["extract", str(page), "--method", "template-svm"]
    assert PARAGRAPHS[0] in CliRunner().invoke(app, arguments).output
    assert PARAGRAPHS[0] not in CliRunner().invoke(app, [*arguments, "--site-pages", str(folder)]).output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-", "page.html"], "- must be a file"),
        (["https://a.example/", "--output", "x.jsonl"], "https://a.example/ must be a file"),
        ([".", "--resume"], "--output can be resumed"),
        (["no-such-folder", "page.html"], "no-such-folder"),
        ([".", "--comments", "keep"], "--comments is 'keep'"),
        ([".", "--url", "https://a.example/"], "--url is for one page"),
        ([".", "--format", "markdown"], "--format is for one page"),
        (["page.html", "--resume"], "--resume is for many pages"),
        (["page.html", "--site-mode"], "--site-mode is for many pages"),
        (["page.html", "--dedupe"], "--dedupe is for many pages"),
        (["page.html", "--site-pages", "no-such-folder"], "no-such-folder"),
        (["page.html", "--site-pages", ".", "--method", "correlativity"], "makes no use of a site"),
    ],
)
def test_pages_asked_for_wrongly_are_one_sentence(arguments, message, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["mezmun", "extract", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == (1 if "no-such-folder" in message else 2)
    assert message in capsys.readouterr().err


THREAD = "<html><head><title>Kettles</title></head><body><h1>Kettles</h1>{}</body></html>"
POST = (
    '<div class="post" id="p{0}"><a href="/u{0}">name{0}</a><span class="when">2024-03-0{0}</span>'
    '<i class="rank">new</i><b class="count">{0}</b><a class="nr" href="#{0}">#{0}</a>'
    '<div class="body"><p>{1}</p><ul><li>{1}</li></ul></div></div>'
)


def test_a_thread_comes_as_numbered_posts():
    page = THREAD.format("".join(POST.format(number, paragraph) for number, paragraph in enumerate(PARAGRAPHS, 1)))
    options = ["--method", "all-text", "--url", "https://example.org/forum/viewtopic.php?t=1", "--format", "json"]
    record = json.loads(CliRunner().invoke(app, ["extract", "-", *options], input=page.encode()).output)
    assert [post["number"] for post in record["posts"]] == [1, 2, 3]
    assert all(paragraph in post["text"] for paragraph, post in zip(PARAGRAPHS, record["posts"], strict=True))
    assert record["metadata"]["published"] == {"value": "2024-03-01", "source": "post"}
    item = next(block for block in record["blocks"] if block["kind"] == "list-item")
    assert (item["nesting"], item["post"], item["path"]) == (1, 1, "/html/body/div[1]/div/ul/li")


def test_a_page_comes_as_markdown():
    page = f"<html><body><h2>Plums</h2><p>{PARAGRAPHS[0]}</p><ul><li>2 * 3</li></ul></body></html>"
    done = CliRunner().invoke(
        app, ["extract", "-", "--method", "all-text", "--format", "markdown"], input=page.encode()
    )
    assert done.output == f"## Plums\n\n{PARAGRAPHS[0]}\n\n- 2 \\* 3\n"


@pytest.mark.parametrize("shape", ["txt", "md", "html", "json", "xml-tei"])
def test_captions_come_where_they_are_asked_for(shape):
    figure = "<figure><img src=a.jpg><figcaption>The boat in the bay. Photo: Jo Doe</figcaption></figure>"
    page = f"<html><body>{PARAGRAPHS[0]}{figure}<p>{PARAGRAPHS[0]}</body></html>".encode()
    options = ["extract", "-", "--method", "all-text", "--format", shape]
    assert "in the bay" not in CliRunner().invoke(app, options, input=page).output
    with_captions = CliRunner().invoke(app, [*options, "--captions"], input=page).output
    assert "The boat in the bay." in with_captions
    assert "Jo Doe" not in with_captions


@pytest.mark.parametrize(("choice", "in_text", "apart"), [("include", 1, 0), ("separate", 0, 1), ("drop", 0, 0)])
def test_comments_go_where_they_are_sent(choice, in_text, apart):
    page = PAGE.replace("</body>", '<div id="comments"><p>رەھمەت، بەك ياخشى يېزىپسىز!</p></div></body>')
    options = ["--method", "all-text", "--comments", choice, "--json"]
    record = json.loads(CliRunner().invoke(app, ["extract", "-", *options], input=page.encode()).output)
    assert (record["text"].count("رەھمەت"), len(record["comments"])) == (in_text, apart)


def test_every_line_of_a_page_is_explained():
    sentence = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
    html = (
        f"<ul><li><a href=/>Home</a></ul><h1>The bridge</h1><p>By Aygul Example</p><p>{sentence}</p><p>{sentence}</p>"
    )
    shown = CliRunner().invoke(app, ["extract", "-", "--explain"], input=html).stdout.splitlines()
    assert shown[0] == "# article: nothing says otherwise"
    rows = [line.split("\t") for line in shown[1:]]
    assert [row[0] for row in rows if row[4] == sentence] == ["+", "+"]
    assert [row[0] for row in rows if row[4] == "Home"] == ["-"]
    assert [row[2] for row in rows if row[4] == "By Aygul Example"] in (["writer"], ["method"])
    as_json = CliRunner().invoke(app, ["extract", "-", "--explain", "--json"], input=html).stdout
    assert [line["text"] for line in json.loads(as_json)["lines"]] == [row[4] for row in rows]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ([], "[e-mail] [phone]"),
        (["--no-mask"], "alim@example.com +1-202-555-0143"),
        (["--without", "phone"], "[e-mail] +1-202-555-0143"),
    ],
)
@pytest.mark.parametrize("many", [False, True])
def test_masks_are_switched_off_all_or_each(page, tmp_path, options, shown, many):
    with_contacts = tmp_path / "contacts.html"
    with_contacts.write_text(PAGE.replace("كۆچەت", "alim@example.com +1-202-555-0143"), encoding="utf-8")
    pages = [str(with_contacts), page, "--jobs", "1"] if many else [str(with_contacts), "--json"]
    first = CliRunner().invoke(app, ["extract", *pages, *options]).stdout.splitlines()[0]
    assert f"تۈپ {shown} تىكىمىز" in json.loads(first)["text"]


def test_a_rule_that_there_is_not_is_a_sentence(page, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["mezmun", "extract", page, "--without", "nonsense"])
    with pytest.raises(SystemExit):
        main()
    assert "'nonsense'" in capsys.readouterr().err


@pytest.mark.parametrize("form", ["txt", "json"])
def test_one_page_that_takes_too_long_is_given_up_in_a_sentence(tmp_path, form):
    long = tmp_path / "long.html"
    long.write_text(PAGE * 2_000, encoding="utf-8")
    done = CliRunner().invoke(app, ["extract", str(long), "--timeout", "0.05", "--format", form])
    assert done.exit_code == 3
    assert done.stderr == f"mezmun: {long} is timeout: stopped after 0.05 s.\n"
    assert form == "txt" or json.loads(done.stdout)["outcome"] == "timeout"


def test_links_images_and_formatting_are_written_when_they_are_asked_for():
    html = (
        "<p>The <b>boat</b> left <a href=/x>before</a> the sun was up.<p><img src=/i.jpg alt=boat><p>It came back late."
    )
    arguments = ["extract", "-", "--method", "all-text", "--url", "https://e.example/", "--format", "md"]
    plain = CliRunner().invoke(app, arguments, input=html)
    assert plain.stdout == "The boat left before the sun was up.\n\nIt came back late.\n"
    marked = CliRunner().invoke(app, [*arguments, "--links", "--images", "--formatting"], input=html)
    assert marked.stdout == (
        "The **boat** left [before](https://e.example/x) the sun was up.\n\n"
        "![boat](https://e.example/i.jpg)\n\nIt came back late.\n"
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "shown"),
    [
        ((), "KEPT PRUNED OUTSIDE"),
        (("--prune", ".advert, .menu"), "KEPT OUTSIDE"),
        (("--keep", "article"), "KEPT PRUNED"),
        (("--keep", "article", "--prune", ".advert", "--prune", "nav"), "KEPT"),
    ],
)
@pytest.mark.parametrize("many", [False, True])
def test_elements_are_chosen_by_selectors(tmp_path, options, shown, many):
    page = tmp_path / "page.html"
    page.write_text("<article><p>KEPT</p><p class=advert>PRUNED</p></article><p>OUTSIDE</p>")
    output = ("--output", str(tmp_path / "texts.jsonl")) if many else ()
    done = CliRunner().invoke(app, ["extract", str(page), "--method", "all-text", *options, *output])
    assert done.exit_code == 0
    text = json.loads((tmp_path / "texts.jsonl").read_text())["text"] if many else done.stdout
    assert text.split() == shown.split()


def test_an_explanation_is_of_the_elements_that_were_chosen():
    html = "<article><p>KEPT</p><p class=advert>PRUNED</p></article>"
    done = CliRunner().invoke(app, ["extract", "-", "--explain", "--prune", ".advert"], input=html)
    assert "KEPT" in done.stdout
    assert "PRUNED" not in done.stdout


@pytest.mark.slow
def test_only_texts_in_the_languages_that_are_asked_for_are_given(folder, tmp_path):
    (tmp_path / "saved" / "english.html").write_text(f"<p>{'The boat left before the sun was up. ' * 5}</p>")
    for codes, stored in ("en", 1), ("zh, ug", 4), ("zh", 0):
        output = tmp_path / f"{stored}.jsonl"
        arguments = [
            "extract",
            str(folder),
            "--languages",
            codes,
            "--method",
            "all-text",
            "--output",
            str(output),
            "--json",
        ]
        counts = json.loads(CliRunner().invoke(app, arguments).stdout)
        assert counts["outcomes"].get("stored", 0) == stored
    one = CliRunner().invoke(app, ["extract", f"{folder}/english.html", "--method", "all-text", "--languages", "ug"])
    assert (one.exit_code, one.stdout) == (3, "")
    assert one.stderr.endswith("the text is in en, and only ug is asked for.\n")


def test_a_page_that_a_browser_saved_with_its_pictures_gives_its_text_and_address(tmp_path):
    head = "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n--x\n"
    head += "Content-Type: text/html; charset=utf-8\n"
    file = tmp_path / "page.mhtml"
    file.write_text(f"{head}Content-Location: http://a.example/1\n\n{PAGE}\n--x--\n", encoding="utf-8")
    record = json.loads(CliRunner().invoke(app, ["extract", str(file), "--json"]).output)
    assert [block["text"] for block in record["blocks"]] == PARAGRAPHS
    file.write_text(head.replace("text/html", "text/css") + "\n\n--x--\n", encoding="utf-8")
    assert "holds no page" in main_error(file)


def main_error(file):
    return str(CliRunner().invoke(app, ["extract", str(file)]).exception)
