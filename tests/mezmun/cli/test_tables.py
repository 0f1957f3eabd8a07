import io

from mezmun.cli.tables import columns_of, print_table


def test_a_table_is_as_wide_as_its_cells_and_sets_numbers_to_the_right(capsys):
    print_table(("site", "pages", "share"), [("blog", 7, "50.0%"), ("گېزىت", "1,200", "-")], title="All")
    assert capsys.readouterr().out.splitlines() == [
        "All",
        "site   pages  share",
        "-----  -----  -----",
        "blog       7  50.0%",
        "گېزىت  1,200      -",
    ]


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_columns_that_may_be_cut_give_way_in_their_order_where_a_terminal_is_too_narrow(monkeypatch):
    rows = [("skip", "what is never fetched: /tag/[^/]+/page/", "http://a/خەۋەر/تەكلىماكان-1"), ("unknown", "-", "/")]
    shown = {}
    for width in (200, 50, 30):
        monkeypatch.setenv("COLUMNS", str(width))
        print_table(("role", "rule", "address"), rows, file=(terminal := Terminal()), cut=("rule", "address"))
        shown[width] = terminal.getvalue().splitlines()
    print_table(("role", "rule", "address"), rows, file=(file := io.StringIO()), cut=("rule", "address"))
    assert shown[200] == file.getvalue().splitlines()
    assert shown[50][2] == "skip     what is nev…  http://a/خەۋەر/تەكلىماكان-1"
    assert shown[30][2] == "skip     what is nev…  http://a/خە…"
    assert "what is never fetched: /tag/[^/]+/page/" in shown[200][2]


def test_a_table_may_have_no_headings_and_no_rows(capsys):
    print_table((), [("title", "A day at sea"), ("date", "2024-03-05")])
    print_table(("id", "name"), [])
    assert capsys.readouterr().out == "title  A day at sea\ndate   2024-03-05\nid  name\n--  ----\n"


def test_letters_take_the_columns_that_a_terminal_gives_them():
    assert [columns_of(text) for text in ("abc", "新闻", "كِتَاب", "é")] == [3, 4, 4, 1]
