import pytest

from extraction import extract

POST = (
    '<div class="post" id="p{0}"><a class="who" href="/u/{0}">name{0}</a><span class="when">2024-03-0{0}</span>'
    '<div class="body">{1}</div></div>'
)
ANSWER = "That is what I had in mind, too, when I looked at the lid."


def thread(body: str) -> str:
    posts = "".join(
        POST.format(number, each) for number, each in enumerate(("Is it hot, the kettle?", body, ANSWER), 1)
    )
    return extract(f"<body class=topic>{posts}", "https://forum.example/topic/1", "all-text").text


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        (f"[b]Hot[/b] it was. {ANSWER}", f"Hot it was. {ANSWER}"),
        (f"[align=center][size=4][B]Hot[/B][/size][/align]<br>{ANSWER}", "Hot\n"),
        (f"{ANSWER} [url=http://kettle.example/]My page[/url] says so.", f"{ANSWER} My page says so."),
        (f"{ANSWER} [url]kettle.example[/url]", f"{ANSWER} kettle.example"),
        (f"[img]http://kettle.example/1.jpg[/img] {ANSWER}", ANSWER),
        (f"[font=UKIJ Tuz Tom]<br>{ANSWER}<br>[/font]", ANSWER),
        (f"<i>[align=center]</i><br>{ANSWER}[/size]", ANSWER),
        (f"<i>[align=cen</i><i>ter</i>]<b>Hot[/</b>align] {ANSWER}", f"Hot {ANSWER}"),
        (f"[size=3] {ANSWER} [s:81] [s:76]{{:4_85:}}", ANSWER),
        (f"So it is?![/quote]<br>{ANSWER}", f"So it is?!\n{ANSWER}"),
        (f"[size=3] [quote=name1]Is it hot, the kettle?[/quote] {ANSWER}", f"Is it hot, the kettle? {ANSWER}"),
        (f"[quote=name1]Is it hot, the kettle?[/quote] {ANSWER}", f"Is it hot, the kettle? {ANSWER}"),
    ],
)
def test_tags_that_were_not_read_are_left_out_and_what_they_are_around_stays(body: str, shown: str) -> None:
    text = thread(body)
    assert shown in text
    assert "[" not in text
    assert "jpg" not in text


@pytest.mark.parametrize(
    "body",
    [
        f"For thick letters write [b] and [/b] around them. {ANSWER}",
        f"The list a[i] has no end. {ANSWER}",
        f"Whom you answer is written [quote=Anna]so[/quote]. {ANSWER}",
        f"<code>[b]thick[/b]</code> {ANSWER}",
        f"[list of lids] and [size 3] kettles. {ANSWER}",
        f"[sic] it was called, and [Anna] says so. {ANSWER}",
    ],
)
def test_brackets_that_are_no_tags_around_something_stay(body: str) -> None:
    text = thread(body)
    assert body[body.index("[") : body.rindex("]") + 1] in text
