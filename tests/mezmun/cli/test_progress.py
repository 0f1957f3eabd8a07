import io
import sys

from mezmun.cli import progress as module
from mezmun.cli.progress import progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def a_terminal(monkeypatch, looks=0.0):
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(module, "LOOKS", looks)
    return sys.stderr


def test_a_terminal_shows_how_much_is_done(monkeypatch):
    terminal = a_terminal(monkeypatch)
    with progress("measuring", 1000) as advance:
        advance(200)
        advance(300)
    assert "measuring  [" in terminal.getvalue()
    assert "20%  200 of 1,000" in terminal.getvalue()
    assert "50%  500 of 1,000" in terminal.getvalue()
    assert terminal.getvalue().endswith("\n")


def test_what_there_is_to_do_may_grow(monkeypatch):
    terminal = a_terminal(monkeypatch)
    with progress("crawl") as bar:
        bar.show(4, 4, "first")
        bar.show(4, 8, "second")
    assert "100%  first" in terminal.getvalue()
    assert "50%  second" in terminal.getvalue()


def test_no_more_is_shown_than_eyes_follow(monkeypatch):
    terminal = a_terminal(monkeypatch, looks=60.0)
    with progress("measuring", 100_000) as advance:
        for _ in range(1000):
            advance(1)
    assert terminal.getvalue().count("\r") < 5
    assert "1%  1,000 of 100,000" in terminal.getvalue()


def test_nothing_short_is_shown_where_nobody_looks(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with progress("measuring", 3) as advance:
        advance(3)
    assert sys.stderr.getvalue() == ""


def test_a_log_has_a_plain_line_of_what_takes_long_once_in_a_while(monkeypatch):
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    monkeypatch.setattr(module, "LINE_INTERVAL", 0.0)
    with progress("news", 3) as bar:
        bar.show(1, 3, "one of three")
        monkeypatch.setattr(module, "LINE_INTERVAL", 60.0)
        bar.show(2, 3, "two of three")
        bar.show(3, 3, "three of three")
    assert sys.stderr.getvalue() == "news: one of three\nnews: two of three\n"
