import gzip

import pytest
from click.testing import CliRunner

from mezmun.cli import app, main

PAGE = "<p>The river rose again on Monday, and the bridge was closed.</p>"


def test_a_page_is_drawn_gzipped_or_not(tmp_path):
    plain, packed = tmp_path / "page.html", tmp_path / "page.html.gz"
    plain.write_text(PAGE)
    packed.write_bytes(gzip.compress(PAGE.encode()))
    drawn = []
    for page in (plain, packed):
        output = tmp_path / "page.svg"
        assert CliRunner().invoke(app, ["evaluate", "visualisation", str(page), "--output", str(output)]).exit_code == 0
        drawn.append(output.read_text())
    assert "bridge" in drawn[0]
    assert drawn[0] == drawn[1]


@pytest.mark.parametrize(
    ("page", "output", "says"),
    [
        ("none.html", "page.svg", "none.html: No such file"),
        ("empty.html", "page.svg", "empty.html holds no page"),
        ("page.html", "nowhere/page.svg", "nowhere/page.svg: No such file"),
    ],
)
def test_what_cannot_be_drawn_is_said_in_one_sentence(tmp_path, page, output, says, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "page.html").write_text(PAGE)
    (tmp_path / "empty.html").write_text("")
    monkeypatch.setattr("sys.argv", ["mezmun", "evaluate", "visualisation", page, "--output", output])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 1
    assert says in capsys.readouterr().err
