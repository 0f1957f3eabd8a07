import json

import pytest
from typer.testing import CliRunner

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
    made = json.loads(done.output)
    assert [block["text"] for block in made["blocks"]] == PARAGRAPHS
    assert made["language"] == "ug"
    assert made["encoding"] == "utf-8"


def test_a_page_without_text_has_an_exit_code_of_its_own():
    done = CliRunner().invoke(app, ["extract", "-"], input=b"<html></html>")
    assert done.exit_code == 3
    assert "empty" in done.stderr


@pytest.mark.parametrize(("file", "method"), [("no-such-file.html", "correlativity"), (None, "magic")])
def test_a_wrong_argument_is_one_sentence(file, method, page, monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["mezmun", "extract", file or page, "--method", method])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    said = capsys.readouterr().err
    assert (file or method) in said
    assert said.count("\n") == 1
