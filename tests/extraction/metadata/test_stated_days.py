"""Days that stand in the titles of elements, where readers see "3 hours ago"."""

from datetime import date

import pytest

from extraction import extract
from extraction.metadata.stated_days import day, elements
from extraction.page.node_table import parse

LINE = "The ferry leaves at noon from the eastern pier, and the keepers ring the bell when the water stands high. "


@pytest.mark.parametrize(
    "element",
    [
        "<time datetime=2024-03-05>today</time>",
        "<span title='2024-3-5 12:30'>3 hours ago</span>",
        "<abbr class=published title=2024-03-05T12:30:00Z>yesterday</abbr>",
        "<span class=published><span class=value-title title=2024/03/05></span>2 months</span> ago",
        "<span title='2024.03.05'>last week</span>",
    ],
)
def test_an_element_may_state_a_day_to_those_who_point_at_it(element):
    page = parse(f"<p>one</p><div>{element}</div>")
    [row] = elements(page)
    assert day(page, row) == date(2024, 3, 5)


@pytest.mark.parametrize(
    "element",
    [
        "<img title=2024-03-05-harbour-1 src=a.jpg>",
        "<a title='2024-2025 season' href=/>x</a>",
        "<b title='Harbour 2024-03-05'>x</b>",
        "<i title=20240305>x</i>",
        "<i data-time='2024-03-05 22:00'>x</i>",
        "<i title='Begins on Mar 5, 2024 12:30 pm'>x</i>",
        '<p> title="2024-03-05"</p>',
    ],
)
def test_what_begins_with_a_number_is_not_always_a_day(element):
    assert not len(elements(parse(element)))


def test_the_day_of_an_article_may_stand_in_a_title():
    stamp = "<span class=published><span class=value-title title=2024-03-05></span>2 months</span> ago"
    page = f"<body><h1>The ferry of the bay</h1><p class=meta>{stamp}</p>" + f"<p>{LINE * 2}</p>" * 4
    assert extract(page).metadata.published.value == "2024-03-05"


@pytest.mark.parametrize(
    "when",
    [
        "title='2024-3-{} 12:30'",
        "title='Mar {}, 2024 12:30 pm'",
        "data-original-title='posted Tuesday, {} March 2024 at 12:30'",
        "data-bs-original-title='{} мар. 2024 г., 12:30'",
        "data-tippy-content='2024年3月{}日 12:30'",
    ],
)
def test_each_post_has_the_day_in_its_title(when):
    posts = "".join(
        f"<div class=post id=post_{number}><div class=when><a class=user title='Jan 5, 2023 10:10'>x{number}</a> "
        f"<span {when.format(number)}>{number} weeks ago</span></div><div class=body>{number}: {LINE * 2}</div></div>"
        for number in range(1, 5)
    )
    html = f"<body class=viewthread><h1>A title</h1><div id=posts>{posts}</div>"
    page = extract(html, "http://a/viewthread.php?tid=1")
    assert [facts.day for facts in page.post_facts] == [date(2024, 3, number) for number in range(1, 5)]
