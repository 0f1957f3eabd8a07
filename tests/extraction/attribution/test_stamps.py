import numpy as np
import pytest

from extraction import extract
from extraction.attribution.stamps import is_stamp, without_stamps
from extraction.page.node_table import parse
from tests.growth import MOST, TIMES, growth


@pytest.mark.parametrize(
    "line",
    [
        "Posted by Aygul at March 5, 2012 12:30 PM | TrackBack",
        "Posted by red kettle on Sunday March 05, 2012 @03:34AM",
        "# Posted by Aygul Example on 3/5/12; 10:33:13 PM",
        "Posted by aygul at 09:39 PM in Notes | Permalink",
        "Added by aygul_7 on 2012-03-05 @ 00:21:11",
        "Best answer by Aygul 5 March 2012, 12:29",
        "By Aygul on Monday, March 5, 2012 - 01:04 pm:",
        "by Aygul - Jan 12th 2012 13:08:28",
        "by Great Kettle » Mon Mar 05, 2012 1:47 am",
        "By Aygul Example • Dec. 19, 2012",
        "5 Mar 2012 | By Aygul Example",
        "Geschrieben von Aygul am 05.03.2012 um 12:30",
        "Publié par Aygul le 5 mars 2012",
    ],
)
def test_a_line_of_who_wrote_and_when_is_told(line):
    assert is_stamp(line)


@pytest.mark.parametrize(
    "line",
    [
        "By Monday, 5 March 2012, all was done",
        "By the end of March 5, 2012 they had come to the river",
        "By air on 5 March 2012 and by road after that",
        "Posted by the door is a list of rules",
        "5 March 2012 | By the river",
        "Published 5 March 2012",
        "Posted at 8:41 PM | link | follow-ups",
        "Posted on January 10, 2008 4:52 PM",
        "Updated: March 5, 2012",
        "By Aygul Example",
    ],
)
def test_a_line_that_says_more_or_less_is_none(line):
    assert not is_stamp(line)


def test_no_entry_of_a_page_says_who_wrote_it():
    entry = "<h3>On kettles, {0}</h3><p>There is a lot to be said of kettles in the year {0}, and of lids.</p>"
    entry += "<p>Posted by Aygul at March 5, {0} 12:30 PM</p>"
    page = parse("<body>" + "".join(entry.format(year) for year in range(2010, 2016)))
    left = without_stamps(page, np.ones(len(page.text), dtype=np.bool_))
    assert left.sum() == 12
    assert not any("Aygul" in text for text, stays in zip(page.text, left, strict=True) if stays)


def test_a_page_of_nothing_else_keeps_its_line():
    page = parse("<body><p>Posted by Aygul at March 5, 2012")
    assert without_stamps(page, np.ones(1, dtype=np.bool_)).all()


def test_no_post_and_no_article_says_so():
    said = "The kettle has been hot since the morning, and nobody knows what to do with it, as she said, {0} times."
    posts = "".join(
        f"<div class=post id=p{at}><div class=body>{said.format(at * 'very ')}"
        f"<p>by Aygul » Mon Mar 0{at}, 2012 1:47 am</div></div>"
        for at in range(1, 5)
    )
    for html in (f"<body class=topic>{posts}", f"<article>{posts}</article>"):
        text = extract(html, method="all-text").text
        assert "Aygul" not in text
        assert text.count("kettle") == 4


@pytest.mark.parametrize("again", ["by a, 1 ", "posted by a on may 5 ", "1-2-3 | ", "12:30 ", "# "])
def test_the_words_of_a_stamp_over_and_over_cost_no_more_than_others(again):
    less, more = (again * (100 * times) for times in (1, TIMES))
    assert growth(lambda line: [is_stamp(line) for _ in range(50)], less, more) < MOST
