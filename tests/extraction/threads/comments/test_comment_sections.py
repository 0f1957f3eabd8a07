import pytest

from extraction import extract

SENTENCES = (
    "The river rose by two metres in a single night, and the old bridge was closed to all traffic.",
    "Engineers say that it will take until spring before anybody may cross it again.",
    "Farmers on the other bank have asked for a ferry to bring their goods to the market.",
)
ANSWERS = ("I crossed it last week and saw nothing.", "They should have built a new one.", "A ferry would be lovely.")


def page(items: str, below: str = "") -> str:
    text = "".join(f"<p>{each}</p>" for each in SENTENCES)
    return f"<title>The bridge</title><body><h1>The bridge</h1><div>{text}</div><div>{items}</div>{below}"


def items(button: str = "Reply", name: str = "") -> str:
    return "".join(
        f"<div class='entry'><div class='{name}'>aygul{place}</div><i>2023-05-0{place}</i><div>{answer}</div>"
        f"<a href='#'>{button}</a></div>"
        for place, answer in enumerate(ANSWERS, 1)
    )


@pytest.mark.parametrize(
    "boxes",
    [items("Reply"), items("جاۋاب"), items("回复"), items("Ответить"), items("Like", "user-name")],
    ids=["English", "Uyghur", "Chinese", "Russian", "named after users"],
)
def test_boxes_with_a_day_and_a_button_to_reply_are_comments(boxes: str) -> None:
    extraction = extract(page(boxes), method="all-text")
    for sentence in SENTENCES:
        assert sentence in extraction.text
    for sentence in ANSWERS:
        assert sentence not in extraction.text
        assert any(sentence in block.text for block in extraction.comments)


@pytest.mark.parametrize(
    "boxes",
    [
        items("Register"),
        items("Reply").replace("2023-05-0", "No. "),
        items("Reply").replace("<div class=''>", "<h3>").replace("</div><i>", "</h3><i>"),
        items("Reply").replace("<div class=''>", "<a href=/a>").replace("</div><i>", "</a><i>"),
    ],
    ids=["no button to reply", "no day", "headings", "links before all"],
)
def test_events_and_teasers_are_none(boxes: str) -> None:
    extraction = extract(page(boxes), method="all-text")
    assert not extraction.comments
    for sentence in ANSWERS:
        assert sentence in extraction.text


def test_what_the_text_goes_on_behind_is_none() -> None:
    extraction = extract(page(items(), "".join(f"<p>{sentence}</p>" for sentence in SENTENCES)), method="all-text")
    assert not extraction.comments


def test_a_page_of_next_to_nothing_else_is_about_its_comments() -> None:
    html = "<title>The bridge</title><body><p>What do you think of it?</p>" + "<div>" + items() + "</div>"
    assert not extract(html, method="all-text").comments
