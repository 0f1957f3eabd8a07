import re
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extraction import extract
from extraction.attribution.within_lines import mails
from extraction.lexicon.terms import TermRole, texts_of

MAIL = """{}

&gt; Does anybody know when the exchange of seeds takes place this year?

It takes place on the first Saturday of June, in the old school house.
{}"""


def _text(header, end=""):
    page = f"<html><title>Seeds</title><body><h1>Seeds</h1><pre>{MAIL.format(header, end)}</pre>"
    return [line.strip() for line in extract(page, method="all-text").text.splitlines() if line.strip()]


REST = [
    "Seeds",
    "> Does anybody know when the exchange of seeds takes place this year?",
    "It takes place on the first Saturday of June, in the old school house.",
]


@pytest.mark.parametrize(
    "header",
    [
        "Agatha Thorn wrote:",
        "On Sun, May 5, 2024 at 8:14 PM Agatha Thorn &lt;at@garden.example&gt; wrote:",
        "On Sun, May 5, 2024 at 8:14 PM Agatha Thorn\n&lt;at at garden.example&gt; wrote:",
        "W dniu 5.05.2024 o 10:14, Piotr Nowak pisze:",
        "Den mån 6 maj 2024 kl 10:02 skrev Aino Example &lt;as@list.example&gt;:",
        "пн, 6 мая 2024 г. в 10:40, Дарина Шевчук &lt;ds@list.example&gt;:",
        "2024年5月6日(月) 12:10 Stoyan &lt;sk@list.example&gt;:",
        "* Lena Example [2024-05-05 12:11]:",
        "From: Lena Example &lt;le@list.example&gt;\nNora wrote:",
    ],
)
def test_whose_a_quote_in_a_mail_is_goes(header):
    assert _text(header) == REST


@pytest.mark.parametrize("header", ["The plan for May says:", "Answers are below.", "Here is what I have:"])
def test_a_sentence_before_a_quote_in_a_mail_stays(header):
    assert _text(header) == [REST[0], header, *REST[1:]]


def test_a_signature_and_a_name_behind_a_closing_go_and_a_last_line_stays():
    assert _text("Agatha wrote:", "\nBest wishes,\nWalter\n") == [*REST, "Best wishes,"]
    assert _text("Agatha wrote:", "\nBring bags.\n-- \nWalter Pendle\nGarden lane 5\n") == [*REST, "Bring bags."]
    assert _text("Agatha wrote:", "\nBring bags.\nSaturday\n") == [*REST, "Bring bags.", "Saturday"]


def test_a_header_above_lines_that_a_break_parts_goes():
    lines = "<br>".join(("Agatha Thorn wrote:", "&gt; When is it?", "&gt; And where?", "In June, at the school house."))
    text = extract(f"<html><title>Seeds</title><body><h1>Seeds</h1><p>{lines}</p>", method="all-text").text
    assert text.split("\n") == ["Seeds", "> When is it?", "> And where?", "In June, at the school house."]


def test_a_name_with_an_address_at_the_head_of_a_mail_goes():
    head = "<b>Walter Pendle</b> <a href=mailto:w>wp at garden.example</a><br><i>Mon May 6 10:30:12 UTC 2024</i>"
    page = f"<html><title>Seeds</title><body><h1>Seeds</h1>{head}<p>{REST[2]}</p><p>{REST[2]}</p>"
    text = extract(page, method="all-text").text
    assert "Walter" not in text
    assert "2024" not in text


def test_a_line_above_an_example_of_python_stays():
    lines = "A matrix of 3 lists of length 4, as Gary says:\n&gt;&gt;&gt; matrix = [[1, 2, 3, 4]]\n"
    text = extract(f"<html><title>Lists</title><body><h1>Lists</h1><pre>{lines}</pre>", method="all-text").text
    assert "as Gary says:" in text


LETTER = """Hello Agatha,

the exchange of seeds takes place on the first Saturday of June,
in the old school house, as Gregor Mendel would have liked it.

{}"""


@pytest.mark.parametrize(
    "end",
    [
        "Kind regards,\nNora Quill",
        "Kind regards\nNora Quill\n",
        "Best wishes,\n\n  Nora\n\n-- \nNora Quill, Garden Office\nRoom 12",
    ],
)
@pytest.mark.parametrize("around", ["{}", "<pre>{}</pre>", "<pre>Of the list:\n{}</pre>"])
def test_who_is_greeted_and_who_signs_goes_from_a_single_mail(end, around):
    mail = around.format(f"<pre>{LETTER.format(end)}</pre>")
    page = f"<html><title>Seeds</title><body><h1>Seeds</h1>{mail}"
    text = extract(page, method="all-text").text
    assert not any(name in text for name in ("Agatha", "Nora", "Quill"))
    assert "Gregor Mendel" in text
    assert "regards" in text or "wishes" in text


@pytest.mark.parametrize(
    "code",
    [
        "SELECT name\nFROM seeds\nWHERE day = 6\n--\nORDER BY Name",
        "hello Agatha,\n\ndef exchange(seeds):\n    return seeds\n\nNora Quill",
        "best = 1\nother = 2\nregards = 3\n\nNora",
    ],
)
def test_code_in_the_same_element_stays(code):
    page = f"<html><title>Seeds</title><body><h1>Seeds</h1><p>{REST[2]}</p><pre>{code}</pre><p>{REST[2]}</p>"
    assert code in extract(page, method="all-text").text


FOOT = "_______________________________________________\nSeeds mailing list\nSeeds at list.example\nhttps://list.example/seeds\n"
PART = """-------------- next part --------------
A non-text attachment was scrubbed...
Name: signature.asc
Type: application/pgp-signature
URL: &lt;<a href=x>https://list.example/x.sig</a>&gt;
"""


def _archived(mail):
    page = f"<html><title>Seeds</title><body><h1>Seeds</h1><pre>{mail}</pre>"
    return [line.strip() for line in extract(page, method="all-text").text.splitlines() if line.strip()]


@pytest.mark.parametrize(
    "end",
    ["-- \nWalter Pendle\nGarden lane 5\n", "--\nWalter Pendle, Graz\n", FOOT, PART, FOOT + PART, f"-- \nW\n{FOOT}"],
)
def test_the_signature_of_a_mail_and_what_a_list_adds_go(end):
    assert _archived(f"Dear all,\n{REST[2]}\n\n{end}") == ["Seeds", "Dear all,", REST[2]]


def test_whose_a_quote_in_italics_is_goes_though_its_address_is_a_link():
    header = "On Sun, May 5, 2024 at 8:14 PM Agatha Thorn &lt;<a href=x>at at garden.example</a>&gt; wrote:"
    mail = f"{header}\n<i>&gt; When is it?\n</i>{REST[2]}\n"
    assert _archived(mail) == ["Seeds", "> When is it?", REST[2]]


def test_a_rule_in_code_and_two_words_below_it_stay():
    lines = [REST[2], "--", "select seeds", "from garden"]
    assert _archived("\n".join(lines)) == ["Seeds", *lines]


def test_the_fields_of_a_mail_go_in_an_archive_and_stay_amid_an_article():
    fields = (
        "From: Walter Pendle &lt;w@list.example&gt;\nTo: seeds@list.example\nSubject: Seeds\nDate: Mon, 6 May 2024\n"
    )
    assert _archived(f"{fields}\n{REST[2]}\n") == ["Seeds", REST[2]]
    article = f"<p>{REST[2] * 4}</p><pre>{fields}\n{REST[2]}\n</pre><p>{REST[2] * 4}</p>"
    assert "Subject: Seeds" in extract(f"<html><title>Seeds</title><body>{article}", method="all-text").text


CLOSINGS = st.sampled_from(sorted(texts_of(TermRole.CLOSING)))
NAMES = st.sampled_from(["Walter", "W", "Walter Pendle", "Jean-Luc d'Orsay", "ئايگۈل", "n" * 49])


@given(CLOSINGS, st.sampled_from(["", ",", "!", ", "]), st.sampled_from(["\n", "\n\n", "\n \n\n  "]), NAMES)
def test_a_mail_that_is_signed_is_looked_at(closing, sign, between, name):
    mail = f"{REST[2]}\n{closing.capitalize()}{sign}{between}{name}\n"
    sifted = _archived(mail)
    with mock.patch.object(mails, "_LIKELY_CLOSING", re.compile("")):
        assert _archived(mail) == sifted
