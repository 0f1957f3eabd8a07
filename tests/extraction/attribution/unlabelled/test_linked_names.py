import pytest

from extraction import extract

LINE = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
TITLE = "<title>The bridge is closed again</title><body><h1>The bridge is closed again</h1>"
THREAD = "http://forum.example/viewtopic.php?t=1"


def text_of(html: str, url: str | None = None, language: str = "") -> str:
    page = f"<html lang='{language}'>{TITLE}{html}<p>{LINE}</p><p>{LINE} It was late.</p>"
    return extract(page, url, "all-text").text


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("by <a href='https://n.example/user/-_lord_-'>-_lord_-</a>", ""),
        ("by <a href=/author/lordhelix/>lordhelix</a>.", ""),
        ("by <a rel=author href=/lordhelix>lordhelix</a>", ""),
        ("Posted by <a href=/member.php?u=7>lord helix</a> on 3 May 2021, 10:12", ""),
        ("von <a href=/profile.php?id=7>krümel</a>", "de"),
        ("Автор <a href=/users/7/myshonok>мышонок</a>", "ru"),
        ("<a href=/u/7>yıldız</a> tarafından", "tr"),
        ("<a href=/space-uid-7.html>يۇلتۇز</a> تەرىپىدىن", "ug"),
        ("By lord_helix77", ""),
        ("von krümel99", "de"),
    ],
)
def test_who_wrote_is_no_text_whatever_the_name_where_a_link_or_its_form_tells_it(line, language):
    assert text_of(f"<p>{line}</p>", language=language) == text_of("", language=language)


@pytest.mark.parametrize(
    "line",
    [
        "by <a href=/wiki/Train>train</a>",
        "by train",
        "By <a href=/u/berg>berg</a> the bridge was closed to traffic",
        "by <a href=/u/berg>berg</a> and <a href=/wiki/Train>train</a>",
        "<a href=/author/lordhelix>lordhelix</a>",
        "Go by <a href=/u/berg>berg</a>",
        "by <a href=/u/berg/trains/8>train</a>",
        "by <code>train_id</code>",
    ],
)
def test_other_lines_with_by_and_names_alone_in_an_article_stay(line):
    assert text_of(f"<p>{line}</p>") != text_of("")


def test_names_in_tables_and_lists_stay():
    row = "by <a href=/author/lordhelix>lordhelix</a>"
    assert "lordhelix" in text_of(f"<table><tr><td>The sea<td>{row}</table>")
    assert "lordhelix" in text_of(f"<ul><li>The sea, 2012<li>{row}</ul>")


def test_a_link_to_a_profile_alone_is_no_text_where_members_wrote():
    post = f"<div class=post><p>{LINE}</p><p>{{}}</p></div>"
    software = "<a href='index.php?action=profile;u=7'>مۇشۈك</a>"
    for link in ("<a href=/u/gul>gülbahar</a>", "<a href=/u/8>Anna Berg</a>", software):
        assert text_of(post.format(link), THREAD) == text_of(post.format(""), THREAD)


@pytest.mark.parametrize(
    "link",
    [
        "<a href=/u/gul/photos/12>my pictures</a>",
        "<a href=/viewtopic.php?t=8>the other topic</a>",
        "<a href=https://docs.example/user/guide>User guide</a>",
        "<a href=/account/settings>Settings</a>",
        "<a href='/index.php?uid=5&amp;id=33'>The long article</a>",
        "<a href=https://t.me/user/bridges>Bridges of the world</a>",
        "<a href=https://radio.example/user/bridges>https://radio.example/user/bridges</a>",
        "<a href=/u/gul>gülbahar</a> saw it.",
    ],
)
def test_other_links_of_posts_stay(link):
    post = f"<div class=post><p>{LINE}</p><p>{{}}</p></div>"
    assert text_of(post.format(link), THREAD) != text_of(post.format(""), THREAD)
