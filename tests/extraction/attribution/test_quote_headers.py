import pytest

from extraction import Comments, extract
from tests.growth import MOST, TIMES, growth

POST = (
    '<div class="post" id="p{0}"><a class="who" href="/u{0}">name{0}</a><span class="when">2024-03-0{0}</span>'
    '<div class="body">{1}</div></div>'
)
ANSWER = "That is what I had in mind, too, when I looked at the lid."


def thread(*bodies: str) -> str:
    posts = "".join(POST.format(number, body) for number, body in enumerate(bodies, 1))
    return extract(f"<body class=topic>{posts}", "https://forum.example/topic/1", "all-text").text


def test_words_of_a_header_are_left_out_of_the_text_they_stand_in() -> None:
    quote = "<blockquote>name1 wrote: Is the kettle hot? It was, when I left the house.</blockquote>"
    text = thread("Is the kettle hot? It was, when I left the house.", quote + ANSWER, "Then it still is, I think.")
    assert text.count("Is the kettle hot?") == 2
    assert "wrote" not in text


def test_a_header_of_several_elements_is_left_out() -> None:
    quote = "<blockquote><b>name1</b> <i>wrote</i>: <span>Is the kettle</span> hot? It was, when I left.</blockquote>"
    text = thread("Is the kettle hot? It was, when I left.", quote + ANSWER, "Then it still is, I think.")
    assert "Is the kettle hot? It was, when I left.\nThat is" in text
    assert "name1" not in text


@pytest.mark.parametrize(
    "header",
    [
        "name1 wrote:",
        "Originally posted by name1",
        "3 hours ago, name1 said:",
        "@name1 said in Kettles:",
        "Zitat: name1",
        "Publicado originalmente por name1",
        "نوشته اصلی توسط name1",
        "Сообщение от name1",
    ],
)
@pytest.mark.parametrize("quote", ["<div>{}<div>{}</div></div>", "<i>{}<br>{}</i><br>", "<p>{}</p><p>{}</p>"])
def test_a_header_of_a_quote_without_a_box_is_known_by_the_name_of_a_writer(header: str, quote: str) -> None:
    text = thread("Is the kettle hot? It was.", quote.format(header, "Is the kettle hot?") + ANSWER, "Then it is.")
    assert "name1" not in text
    assert "Kettles" not in text
    assert text.count("Is the kettle hot?") == 2


@pytest.mark.parametrize(
    "line", ["My aunt wrote:", "name1 wrote: it was hot, and all said:", "Then as my old name1 said:"]
)
def test_a_line_that_says_what_others_wrote_stays(line: str) -> None:
    assert line in thread("Is the kettle hot? It was.", f"<p>{line}</p><p>Keep it dry.</p>{ANSWER}", "Then it is.")


def test_a_header_in_one_line_with_a_short_quote_leaves_the_quote() -> None:
    cited = (
        "<blockquote><cite><a href=/p1>Quote from: name1 on May 3, 2025, 10:00:00 AM</a></cite>the kettle</blockquote>"
    )
    text = thread("Is the kettle hot? It was.", cited + ANSWER, "Then it still is, I think.")
    assert text.split("\n")[1:] == ["the kettle", ANSWER, "Then it still is, I think."]


def test_one_header_below_another_is_left_out_too() -> None:
    quote = "<blockquote><p>name1 wrote:</p><p>name3 wrote:</p><p>Is the kettle hot? It was.</p></blockquote>"
    text = thread("Is the kettle hot? It was.", quote + ANSWER, "Then it still is, I think.")
    assert "wrote" not in text
    assert text.count("Is the kettle hot? It was.") == 2


def test_what_a_member_says_before_a_quote_stays() -> None:
    before = "<p>It is just as I wrote at the beginning of this thread:</p>"
    quote = "<blockquote>Is the kettle hot? It was, when I left.</blockquote>"
    assert "at the beginning of this" in thread("Is the kettle hot? It was, when I left.", before + quote, ANSWER)


def test_comments_say_not_whom_they_quote() -> None:
    sentence = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
    comment = "<li class=comment><p><blockquote>Aygul wrote:<br>When will it be open?</blockquote>{}</p></li>"
    page = f"<article><h1>The bridge</h1>{f'<p>{sentence}</p>' * 4}</article><ol class=comments>"
    page += "".join(comment.format(answer) for answer in ("In May, they say, or later.", "Never, I fear, as it is."))
    comments = extract(page, method="all-text", comments=Comments.SEPARATE).comments
    assert any("When will it be open?" in block.text for block in comments)
    assert not any("Aygul" in block.text for block in comments)


QUOTED = "Is the kettle hot? It was, when I left the house."


@pytest.mark.parametrize(
    "body",
    [
        f"[quote author=Fred Lid link=topic=7.msg9#msg9 date=1288910541]<br>{QUOTED}<br>[/quote]<br>{ANSWER}",
        f'[QUOTE="Fred Lid, post: 7"]{QUOTED}[/QUOTE]<br>{ANSWER}',
        f"<p>[quote]Fred Lid wrote:</p><p>{QUOTED}</p><p>[/quote] {ANSWER}</p>",
    ],
)
def test_tags_of_quotes_that_were_not_read_are_left_out_with_the_names_in_them(body: str) -> None:
    text = thread(QUOTED, body, "Then it still is, I think.")
    assert "Fred" not in text
    assert "[quote" not in text.lower()
    assert text.count(QUOTED) == 2
    assert ANSWER in text


def test_an_article_on_such_tags_keeps_them() -> None:
    page = f"<p>{ANSWER}</p><p>[quote=Fred]{QUOTED}[/quote]</p><p>{ANSWER}</p>"
    assert "[quote=Fred]" in extract(page, method="all-text").text


@pytest.mark.parametrize("header", ["<b>a</b>", "a wrote: ", "<blockquote>"])
def test_quotes_of_many_headers_take_no_time_that_grows_with_their_square(header: str) -> None:
    def divided(page: str) -> None:
        extract(page, "https://forum.example/topic/1", method="all-text")

    pages = (
        "<body class=topic>" + (POST.format(1, f"<blockquote>{header * 8 * times}: x</blockquote>{ANSWER}") * 30)
        for times in (1, TIMES)
    )
    less, more = pages
    assert growth(divided, less, more) < MOST
