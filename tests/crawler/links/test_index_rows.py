import pytest
from lxml import html

from crawler.links.index_rows import index_states

DISCUZ = """<tbody><tr><th>{title}</th><td class="num"><a>{replies}</a><em>{views}</em></td></tr></tbody>"""
PHPBB = """<ul><li class="row"><dl><dt>{title}</dt><dd class="posts">{replies}</dd><dd class="views">{views}</dd>
<dd class="lastpost">today</dd></dl></li></ul>"""
PHPWIND = """<table><tr><td>{title}</td><td>{replies} / {views}</td><td>2026-05-01 10:10</td></tr></table>"""
DATES = """<div class="thread">{title}<span>2026-05-01 10:{replies}</span> {views}</div>"""
TIMES = """<div class="thread">{title}<time datetime="2026-05-01T10:{replies}"></time> {views}</div>"""
WORDS = """<div class="thread">{title}<span>an hour ago</span> hits: {views}</div>"""


def states(row: str, replies: int, views: int) -> dict[str, str]:
    """Give what an index of two threads shows, of which the first has so many replies and views."""
    rows = [
        row.format(title=f"<a href='{thread}'>7/8 of 2020-01-01, {thread}</a> <a href='{thread}'>2</a>", **numbers)
        for thread, numbers in {"12": {"replies": replies, "views": views}, "13": {"replies": 1, "views": 2}}.items()
    ]
    root = html.fromstring(f"<body>{''.join(rows)}<p>45/67 2026-07-07</p></body>")
    return index_states((anchor, anchor.get("href")) for anchor in root.iter("a") if anchor.get("href"))


@pytest.mark.parametrize("row", [DISCUZ, PHPBB, PHPWIND, DATES, TIMES])
def test_the_state_of_a_thread_changes_with_its_replies_alone(row):
    before = states(row, replies=21, views=40)
    assert before.keys() == {"12", "13"}
    assert states(row, replies=21, views=55) == before
    after = states(row, replies=22, views=55)
    assert after["12"] != before["12"]
    assert after["13"] == before["13"]


@pytest.mark.parametrize(
    "last", ["<a href='12'>{}</a>", "{}", "<time datetime='{}'></time>"], ids=["a link to it", "text", "time"]
)
def test_a_post_that_comes_while_another_one_is_deleted_shows_by_its_date(last):
    row = """<table><tr><td>{title}</td><td>{replies}/{views}</td><td>LAST</td></tr></table>"""
    before, after = (
        states(row.replace("LAST", last.format(date)), replies=21, views=40)["12"]
        for date in ("2026-05-01 10:10", "2026-05-01 10:12")
    )
    assert before != after


def test_where_nothing_shows_growth_there_is_no_state():
    assert states(WORDS, replies=21, views=40) == {}


def test_of_a_board_the_posts_count_that_stand_behind_its_threads():
    rows = "<tr><td><a href=1>B</a></td><td>12 / {}</td></tr><tr><td><a href=2>C</a></td><td>1 / 2</td></tr>"

    def boards(posts):
        root = html.fromstring(f"<table>{rows.format(posts)}</table>")
        return index_states(((each, each.get("href")) for each in root.iter("a")), of_boards=True)

    assert boards(345) == {"1": "12 / 345", "2": "1 / 2"}
    assert boards(346) == {"1": "12 / 346", "2": "1 / 2"}
