import re
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction import Extracted, extract
from extraction.attribution.within_lines import mentions
from extraction.lexicon.terms import TermRole, texts_of

SENTENCE = "The old bridge over the river was closed after engineers found cracks in two of its pillars."
USERS = ("Alder_77", "Nora Quill", "Pedálgép", "Moss", "고추잠자리")


def _post(number, text, user):
    return (
        f'<div class="post" id="p{number}"><a class="username" href="/u/{number}">{user}</a>'
        f"<i class=when>2024-03-0{number + 1} 10:1{number}</i><div class=body>{text}</div></div>"
    )


def _posts(*texts, users=USERS):
    posts = [*texts, *(SENTENCE,) * (len(users) - len(texts))]
    page = "".join(map(_post, range(len(users)), posts, users))
    html = f"<html><title>The bridge</title><body class=viewtopic><h1>The bridge</h1>{page}"
    return [block.text for block in extract(html, method="all-text").blocks if block.post]


@pytest.mark.parametrize(
    "mention",
    [
        "@Alder_77 ",
        "@Alder_77, ",
        "@Nora Quill: ",
        "<a href=/u/1>@Nora Quill</a> ",
        "<a href=/u/9>@gone_since</a> ",
        "<a href=/u/1>Nora Quill</a> ",
        "Pedálgép: ",
        "Alder_77, ",
        "Moss hello, ",
        "Moss ئەپەندىم، ",
        "@고추잠자리 ",
    ],
)
def test_whom_a_post_answers_is_cut_from_its_beginning(mention):
    assert _posts(SENTENCE, mention + SENTENCE)[1] == SENTENCE


def test_whom_a_post_answers_is_cut_behind_its_quote():
    blocks = _posts(SENTENCE, f"<blockquote>{SENTENCE}</blockquote>@Alder_77 thanks, I saw it too.")
    assert "thanks, I saw it too." in blocks


@pytest.mark.parametrize(
    "text",
    [
        f"Moss, {SENTENCE}",
        f"<a href=/atlas>The atlas</a> says: {SENTENCE}",
        f"@media queries: {SENTENCE}",
        f"@Martin Hilton {SENTENCE}",
        f"@Override begins with a capital. {SENTENCE}",
        f"Bridge: {SENTENCE}",
        f"As Alder_77: {SENTENCE}",
    ],
)
def test_what_only_looks_like_a_mention_stays(text):
    plain = text.replace("<a href=/atlas>", "").replace("</a>", "")
    assert plain in _posts(SENTENCE, text)


def test_code_at_the_beginning_of_a_post_stays():
    assert "@Moss public void close()" in _posts(SENTENCE, f"<pre>@Moss public void close()</pre><p>{SENTENCE}</p>")


def test_of_several_whom_a_post_answers_nothing_is_left():
    assert _posts(SENTENCE, f"@Alder_77, @Nora Quill: {SENTENCE}")[1] == SENTENCE
    assert not any("Quill" in text for text in _posts(SENTENCE, f"@Nora Quill.<br>{SENTENCE}"))


@pytest.mark.parametrize(
    "text",
    [
        f"<a href=/u/3>Moss</a> measured the pillars twice. {SENTENCE}",
        f"<a href=/u/0>@Alder_77</a> is right about the pillars. {SENTENCE}",
        f"@Nora Quill said so, too. {SENTENCE}",
        f"<a href=/u/4>고추잠자리</a> measured the pillars. {SENTENCE}",
    ],
)
def test_who_is_the_subject_of_the_first_sentence_stays(text):
    plain = re.sub("<[^<>]+>", "", text)
    assert plain in _posts(SENTENCE, text)


def test_whom_a_question_greets_goes():
    assert _posts(SENTENCE, f"@Alder_77 is that so? {SENTENCE}")[1] == f"is that so? {SENTENCE}"


@pytest.mark.parametrize("greeting", ["Hi Alder_77, ", "Hello Nora Quill: ", "Hey @Moss, "])
def test_who_is_greeted_in_the_line_that_goes_on_is_cut(greeting):
    assert _posts(SENTENCE, greeting + SENTENCE)[1] == SENTENCE


def test_a_link_of_a_mention_begins_no_line_of_an_article():
    article = f"<html lang=en><title>1912</title><body><h1>1912</h1><p>{SENTENCE}</p>{{}}<p>{SENTENCE}</p>"
    code = "<p><code>@override</code> is a decorator, and of none that the library has itself.</p>"
    page = article.format(f"<p><a href=/moss>@moss</a> That was on purpose. {SENTENCE}</p>{code}")
    text = extract(page, method="all-text").text
    assert "moss" not in text
    assert "That was on purpose." in text
    assert "@override is a decorator" in text
    subject = f"@moss has measured it. {SENTENCE}"
    page = article.format(f"<p><a href=/moss>@moss</a> has measured it. {SENTENCE}</p>")
    assert subject in extract(page, method="all-text").text
    assert (
        "@moss on Mastodon"
        in extract(article.format("<p><a href=/m>@moss</a> on Mastodon</p>"), method="all-text").text
    )


@pytest.mark.parametrize("greeting", ["Hi", "Hello", "Hallo"])
def test_whom_a_post_greets_and_answers_with_a_sign_is_cut_without_a_comma(greeting):
    assert _posts(SENTENCE, f"{greeting} @Alder_77 {SENTENCE}")[1] == SENTENCE


GREETINGS = sorted(texts_of(TermRole.GREETING))
OTHER_USERS = ("alder_77", "nora quill", "高山", "o'brien", "a/b (x)", "n" * 38)


@given(*map(st.sampled_from, (["", *GREETINGS], [" ", ", ", ""], ["", "@", "＠"], OTHER_USERS)))
def test_a_line_that_begins_with_a_mention_is_looked_at(greeting, space, sign, user):
    lines = [f"{greeting}{space}{sign}{user}{behind} I saw it" for behind in (":", ",", "፦", "")]
    looked = _posts(SENTENCE, *lines, users=OTHER_USERS)
    with mock.patch.object(mentions, "_MAY_MENTION", re.compile("")):
        assert _posts(SENTENCE, *lines, users=OTHER_USERS) == looked


@pytest.mark.parametrize("mention", ["@nobody_here ", "@moss4 ", "@Martin, ", "@stranger, ", "@stranger: "])
def test_a_user_whom_nothing_else_names_goes_behind_an_at(mention: str) -> None:
    assert _posts(SENTENCE, mention + SENTENCE).count(SENTENCE) == len(_posts(SENTENCE, SENTENCE))


def _thread(second_post: str, users: tuple[str, ...] = USERS) -> Extracted:
    posts = "".join(map(_post, range(5), (SENTENCE, second_post, *(SENTENCE,) * 3), users))
    html = f"<html><title>The bridge</title><body class=viewtopic><h1>The bridge</h1>{posts}"
    return extract(html, method="all-text")


def test_users_in_sentences_are_given_as_they_are_written() -> None:
    inside = "I agree with @Nora Quill and @alder_77: write to me@Moss.example, @nobody, or <code>@Moss</code>."
    page = _thread(f"{inside}<pre>@Moss\ndef f(): ...</pre> {SENTENCE}")
    assert page.users_in_sentences == page.users_in_text == {"@Nora Quill", "@alder_77"}
    assert "with @Nora Quill and @alder_77" in page.text
    odd = _thread(f"\ufefb\u0130 \u0130 \ufefb, as @Moss and ＠Ped\u00c1lg\u00e9p say, @mossy. {SENTENCE}")
    assert odd.users_in_sentences == {"@Moss", "＠Ped\u00c1lg\u00e9p"}


@pytest.mark.parametrize(
    ("text", "users"),
    [
        ("谢谢@张三丰的回答，我觉得@gary说得对。", {"@张三丰", "@gary"}),
        ("بۇ @ئالىمنىڭ سۆزى ئىدى، مەنمۇ شۇنداق ئويلايمەن.", {"@ئالىم"}),
        ("Perhaps @ali can help, or @Ali Can, but neither @gary.smith nor @gary@example.social.", {"@Ali Can"}),
    ],
)
def test_names_end_where_they_end_also_without_a_space(text: str, users: set[str]) -> None:
    assert _thread(f"{text} {SENTENCE}", ("张三丰", "gary", "ئالىم", "Ali Can", "Moss")).users_in_sentences == users


def test_a_link_to_a_profile_tells_that_a_word_behind_an_at_is_a_user() -> None:
    inside = 'Thanks, <a href="/user/fern">@fern</a> and <a href="/tag/repair">@repair</a>. So @fern was right.'
    assert _thread(f"{inside} {SENTENCE}").users_in_sentences == {"@fern"}


def test_an_article_keeps_the_words_behind_an_at_that_its_readers_are_called() -> None:
    article = f"<p>{SENTENCE}</p><p>Use @media print in a sheet of styles, says @gary. {SENTENCE}</p><p>{SENTENCE}</p>"
    comments = "".join(
        f"<div class=comment><a class=author href=/user/{user}>{user}</a><p>I agree with @gary. {SENTENCE}</p></div>"
        for user in ("media", "gary", "moss")
    )
    html = f"<html><title>The bridge</title><body><h1>The bridge</h1><article>{article}</article>{{}}"
    page = extract(html.format(f"<div id=comments class=comments>{comments}</div>"))
    assert page.users_in_text == set()
    assert page.users_in_sentences == {"@gary"}
    assert extract(html.format("")).users_in_sentences == set()
