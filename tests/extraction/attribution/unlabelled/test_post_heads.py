"""User names above posts and comments on pages whose elements have no names."""

import pytest

from extraction import extract

_POSTS = {
    "en": [
        ("oakleaf9", "12-05-2019, 10:11", "How long should oak boards dry before they can be planed for a table top?"),
        (
            "Madge_P",
            "12-05-2019, 11:43",
            "A year per inch is the old rule, but much depends on the shed and on the wind.",
        ),
        (
            "plankton",
            "13-05-2019, 08:02",
            "And put sticks between the boards, so that air can move around all of them.",
        ),
    ],
    "ru": [
        (
            "Lesnik",
            "05.03.2018 12:17",
            "Подскажите, чем лучше пропитать доски для забора, чтобы они простояли лет десять?",
        ),
        ("Палыч", "05.03.2018 13:44", "Берите льняное масло, только в два слоя, и дайте каждому просохнуть неделю."),
        ("dom_dacha", "06.03.2018 09:21", "Масло хорошо, но снизу доски всё равно сгниют, если стоят прямо в земле."),
    ],
    "zh": [
        ("木匠老周", "2015-03-02 10:11", "请问大家,做桌面的橡木板要晾多久才能刨?我这里冬天比较潮湿。"),
        ("小河边", "2015-03-02 11:27", "一般是每寸厚度晾一年,不过也要看棚子里通风好不好。"),
        ("北山人", "2015-03-03 09:04", "板子之间一定要垫上木条,不然晾干的时候容易翘起来。"),
    ],
    "ug": [
        ("گۈلزار", "2012-05-06 12:34", "ئۆيدە نان ياققاندا خېمىرنى قانچىلىك ۋاقىت بولدۇرۇش كېرەك؟"),
        ("دەريا بويى", "2012-05-06 13:11", "خېمىرنى ئاز دېگەندە ئىككى سائەت بولدۇرۇڭ، ئاندىن ئوتنى كۈچەيتىڭ."),
        ("aygul", "2012-05-07 09:08", "مەن خېمىرغا ئازراق سۈت قوشىمەن، شۇنىڭ بىلەن نان يۇمشاق بولىدۇ."),
    ],
}


def _page(language: str, body: str) -> str:
    page = f"<html lang={language}><title>1912</title><body><h1>1912</h1>{body}</body></html>"
    return extract(page, method="all-text").text


@pytest.mark.parametrize(
    "post",
    [
        "<div><b>{0}</b></div><div>{1}</div><p>{2}</p>",
        "<div>{1}</div><div>{0}</div><p>{2}</p>",
        "<p>{0} | {1}</p><p>{2}</p>",
        "<div><b>{0}</b><br>{1}<br>{2}</div>",
        "<p><b>{0}</b> ({1}):<br>{2}</p><hr>",
    ],
)
@pytest.mark.parametrize("language", _POSTS)
def test_names_beside_the_times_of_posts_go_and_the_posts_stay(language: str, post: str) -> None:
    text = _page(language, "".join(post.format(*each) for each in _POSTS[language]))
    assert [name for name, *_ in _POSTS[language] if name in text] == []
    assert [words for *_, words in _POSTS[language] if words not in text] == []


@pytest.mark.parametrize(("language", "heading"), [("en", "Comments (3)"), ("ru", "Комментарии"), ("ug", "ئىنكاسلار")])
def test_names_above_comments_without_days_go(language: str, heading: str) -> None:
    comments = "".join(f"<div><p>{name}</p><p>{words}</p></div>" for name, _, words in _POSTS[language])
    article = f"<p>{_POSTS[language][0][2] * 3}</p>" * 3
    text = _page(language, f"{article}<h3>{heading}</h3>{comments}")
    assert [name for name, *_ in _POSTS[language] if name in text] == []
    assert [words for *_, words in _POSTS[language] if words not in text] == []


_EVENTS = [
    (
        "Blue Lanterns",
        "12 May 2024, 20:00",
        "A quartet that plays slow songs with two violins, a harp and an old piano.",
    ),
    (
        "Night Market",
        "19 May 2024, 19:30",
        "Forty stalls with food, lamps and books stand along the quay until midnight.",
    ),
    ("Open Stage", "26 May 2024, 18:00", "Everybody who wants to play may come and sign the list at the door by six."),
]
_REVIEWS = [
    ("Best roast", "12 May 2024, 20:07", "We made this roast twice, and it was the best that my aunt has ever had."),
    ("Too salty", "19 May 2024, 19:32", "It was too salty for us, so take half of what it says and no salty butter."),
    ("Easy", "26 May 2024, 18:11", "It is easy to make, even when all children of the street help in the kitchen."),
]


@pytest.mark.parametrize("entries", [_EVENTS, _REVIEWS])
def test_titles_of_events_and_reviews_beside_their_times_stay(entries: list[tuple[str, str, str]]) -> None:
    text = _page("en", "".join(f"<p>{title}</p><p>{time}</p><p>{words}</p>" for title, time, words in entries))
    assert [title for title, *_ in entries if title not in text] == []


def test_teasers_below_a_day_keep_their_headings_and_rubrics() -> None:
    teaser = (
        "<div>{0}</div><div>12.05.2024 10:1{1}</div><h3><a href=/a{1}>A bridge that nobody crosses any more</a></h3>"
    )
    text = _page("en", "".join(teaser.format(each, at) for at, each in enumerate(("Culture", "Sport", "Town"))))
    assert "Culture" in text


def test_headings_of_parts_below_a_heading_of_comments_stay() -> None:
    parts = "".join(f"<p>{title}</p><p>{words}</p>" for title, words in (("Costs", "x" * 60), ("Traffic", "y" * 60)))
    text = _page("en", f"<p>{_EVENTS[0][2] * 3}</p><h3>Comments</h3>{parts}")
    assert "Costs" in text
    assert "Traffic" in text


def test_names_above_facts_of_members_go_and_so_do_those_that_sign() -> None:
    posts = (
        ("OldKiln", "Well,", "How long should oak boards dry before they can be planed for a table top?", "Martin"),
        ("Anna P", "Hello,", "A year per inch is the old rule, but much depends on the shed and on the wind.", "Bye."),
        (
            "splinters",
            "Well,",
            "Put sticks between the boards, so that air can move around all of them.",
            "Regards, Jo",
        ),
    )
    post = "<div><b>{}</b><br>Joined: 2011<br>Posts: 512</div><p>{}</p><p>{}</p><p>{}</p>"
    text = _page("en", "".join(post.format(*each) for each in posts))
    assert not [each for each in ("OldKiln", "Anna", "splinters", "Martin", "Tom") if each in text]
    assert "Joined" in text


_COMMENT = "<li class=comment><p>{}</p><p>The boards of my own table took two winters, and they never moved again."


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("en", "Oakleaf says:"),
        ("en", "8. Oakleaf said:"),
        ("de", "Oakleaf hat gesagt…"),
        ("ru", "Людмила Б. пишет:"),
        ("fr", "Oakleaf a dit..."),
        ("fr", "Oakleaf le 2 décembre 2019 à 12:04"),
        ("it", "Oakleaf ha detto..."),
        ("uk", "Зоряна К. учора о 21:40"),
    ],
)
def test_who_wrote_a_comment_goes_where_the_page_marks_comments(language: str, head: str) -> None:
    text = (
        f"<article>{'<p>How long should oak boards dry before they can be planed for a table top?</p>' * 6}</article>"
    )
    comments = "".join(_COMMENT.format(each) for each in (head, "They lie.", head))
    page = f"<html lang={language}><title>1912</title><body><h1>1912</h1>{text}<ul class=comments>{comments}</ul>"
    text = "\n".join(each.text for each in extract(page, method="all-text").comments)
    assert head not in text
    assert "They lie." in text
    assert text.count("two winters") == 3


def test_who_says_something_in_an_article_stays() -> None:
    saying = "<p>Oakleaf says:</p><p>The boards of my own table took two winters, and they never moved again.</p>"
    assert _page("en", saying * 3).count("Oakleaf says:") == 3


@pytest.mark.parametrize("head", ["{} 2019-05-01", "{} (2019-05-01)", "{}"])
def test_names_and_days_below_a_heading_of_comments_go(head: str) -> None:
    text = "<p>How long should oak boards dry before they can be planed for a table top?</p>" * 6
    comments = "".join(
        f"<div><b>{head.format(name)}</b><p>The boards of my table took two winters, and never moved.</p></div>"
        for name in ("oakleaf9", "Gulzar_7")
    )
    assert "oakleaf9" not in _page("en", f"{text}<h3>Comments</h3>{comments}")


def test_who_speaks_in_a_recording_stays_with_the_transcript() -> None:
    sayings = [
        ("00:12", "Is it true that you bury the bell to make it, as people say?"),
        ("00:19", "The mould, yes. The earth holds it while the bronze comes in, or it would burst."),
        ("1:00:41", "And how long until you hear whether it is right and sounds as it should?"),
    ]
    names = ("plankton", "oakleaf9", "plankton")
    body = "".join(
        f"<div>{time}</div><p>{name}</p><p>{text}</p>" for name, (time, text) in zip(names, sayings, strict=True)
    )
    text = _page("en", body)
    assert text.count("plankton") == 2
    assert "oakleaf9" in text


def test_names_go_as_well_where_some_posts_are_short() -> None:
    posts = [*_POSTS["en"], ("Madge_P", "13-05-2019, 08:19", "So I do."), ("oakleaf9", "13-05-2019, 09:41", "Thanks!")]
    text = _page("en", "".join("<div>{}</div><div>{}</div><p>{}</p>".format(*each) for each in posts))
    assert [name for name, *_ in posts if name in text] == []
    assert text.endswith("Thanks!")


@pytest.mark.parametrize(
    "post",
    [
        "<tr><td>{0}</td><td>{1}<hr>{2}</td></tr>",
        "<tr><td>{0}<br>Posts: 17</td><td>{1}<hr>{2}</td></tr>",
        "<tr><td>{0}</td><td>{1}</td></tr><tr><td colspan=2>{2}</td></tr>",
    ],
)
@pytest.mark.parametrize("language", _POSTS)
def test_names_go_where_only_two_posts_stand_in_a_plain_table(language: str, post: str) -> None:
    two = _POSTS[language][:2]
    text = _page(language, f"<table>{''.join(post.format(*each) for each in two)}</table>")
    assert [name for name, *_ in two if name in text] == []
    assert [words for *_, words in two if words not in text] == []


@pytest.mark.parametrize("entries", [_EVENTS[:2], _REVIEWS[:2]])
def test_titles_beside_two_times_stay(entries: list[tuple[str, str, str]]) -> None:
    text = _page("en", "".join(f"<p>{title}</p><p>{time}</p><p>{words}</p>" for title, time, words in entries))
    assert [title for title, *_ in entries if title not in text] == []
