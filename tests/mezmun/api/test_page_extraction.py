"""``mezmun.extract`` and ``extract_many`` on pages as users have them."""

import gzip
import io
import pickle
import subprocess
import sys
from datetime import date

import pytest
from lxml import etree, html
from selectolax.lexbor import LexborHTMLParser

import mezmun
from mezmun import Outcome
from mezmun.api.page_extraction import Options
from mezmun.core.errors import UsageError
from mezmun.core.page_limits import MAX_PAGE_BYTES

SENTENCE = "The boat left the harbour before the sun was up, and came back when it was down again."
PAGE = f"""<!DOCTYPE html><html lang="en"><head><title>A day at sea | News</title>
<meta property="og:site_name" content="News"><meta property="article:published_time" content="2024-03-05T10:11Z">
<link rel="canonical" href="https://news.example/sea"></head><body><nav><a href="/">Home</a></nav><article>
<h1>A day at sea</h1><p>{SENTENCE}</p><p class="call">Write to captain@sea.example for a berth, or do not, as you
like; the captain reads all that comes in.</p><div class="advert"><p>Buy our excellent boats now, all of them are
cheap this week, and the sea is calm.</p></div></article></body></html>"""
UYGHUR = (
    f"<html><body><article><p>{'بۇ بىر ئۇيغۇرچە جۈملە، ئۇنى ھەممەيلەن ئوقۇيالايدۇ. ' * 4}</p></article></body></html>"
)


def test_a_page_gives_its_text_and_what_it_says_of_itself():
    page = mezmun.extract(PAGE)
    assert page
    assert SENTENCE in page.text
    assert "Home" not in page.text
    assert (page.title, page.site_name, page.language, page.script) == ("A day at sea", "News", "en", "Latn")
    assert page.date == date(2024, 3, 5)
    assert page.url == "https://news.example/sea"
    assert page.outcome is Outcome.STORED
    assert 0 < page.confidence <= 1
    assert page.blocks[0].text
    assert page.to_dict()["text"] == page.text == str(page)


def test_a_page_shows_itself_in_one_short_line():
    assert repr(mezmun.extract(PAGE)).startswith("<ExtractedPage 'A day at sea', ")
    assert repr(mezmun.extract(b"%PDF-1.7 x")) == "<ExtractedPage not-html>"
    assert len(repr(mezmun.extract(PAGE))) < 100


@pytest.mark.parametrize(
    "page",
    [
        PAGE.encode(),
        bytearray(PAGE.encode()),
        memoryview(PAGE.encode()),
        io.BytesIO(PAGE.encode()),
        io.StringIO(PAGE),
        html.fromstring(PAGE),
        etree.ElementTree(html.fromstring(PAGE)),
        LexborHTMLParser(PAGE),
        LexborHTMLParser(PAGE).root,
    ],
    ids=lambda page: type(page).__name__,
)
def test_whatever_holds_the_page_gives_the_same_text(page):
    assert mezmun.extract(page).text == mezmun.extract(PAGE).text


def test_a_path_is_read_and_a_string_is_html(tmp_path):
    path = tmp_path / "page.html"
    path.write_text(PAGE, encoding="utf-16")
    assert mezmun.extract(path).text == mezmun.extract(PAGE).text
    assert not mezmun.extract(str(path))


def test_a_file_is_unpacked_and_read_out_of_mhtml_as_the_command_does(tmp_path):
    packed, saved, broken = (tmp_path / name for name in ("page.html.gz", "page.mhtml", "part.html.gz"))
    packed.write_bytes(gzip.compress(PAGE.encode()))
    headers = "MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\nContent-Location: https://example.org/sea\n\n"
    saved.write_text(headers + PAGE, encoding="utf-8")
    broken.write_bytes(gzip.compress(PAGE.encode())[:-9])
    whole = mezmun.extract(PAGE)
    assert [each.text for each in mezmun.extract_many([packed, saved], processes=1)] == [whole.text] * 2
    with packed.open("rb") as file:
        assert mezmun.extract(file).text == whole.text
    page = mezmun.extract(saved)
    assert (page.given_url, mezmun.extract(saved, "https://example.org/2").given_url) == (
        "https://example.org/sea",
        "https://example.org/2",
    )
    assert mezmun.extract(broken).text


def test_a_file_that_holds_no_page_or_one_too_large_is_no_exception(tmp_path):
    path = tmp_path / "page.mhtml"
    path.write_text("MIME-Version: 1.0\nContent-Type: text/plain\n\nA note")
    assert mezmun.extract(path).outcome is mezmun.Outcome.NOT_HTML
    path.write_bytes(gzip.compress(b"<p>" + bytes(MAX_PAGE_BYTES)))
    assert mezmun.extract(path).outcome is mezmun.Outcome.TOO_LARGE


@pytest.mark.parametrize("page", [None, 7, ["<p>"], object()])
def test_what_is_no_page_is_refused_in_a_sentence(page):
    with pytest.raises(TypeError, match=r"A page is bytes, a str of HTML.*, not <class"):
        mezmun.extract(page)


@pytest.mark.parametrize(
    ("source", "outcome"),
    [
        (b"", Outcome.EMPTY),
        (b"%PDF-1.7 x", Outcome.NOT_HTML),
        (b'{"a": "<p>b</p>"}', Outcome.NOT_HTML),
        ("<div>" * 100_000, Outcome.TOO_LARGE),
    ],
)
def test_what_a_page_turns_out_to_be_is_no_exception(source, outcome):
    page = mezmun.extract(source)
    assert not page
    assert page.outcome is outcome
    assert page.detail
    assert (page.title, page.date, page.posts, page.comments) == ("", None, (), ())


def test_masks_can_be_switched_off():
    assert "[e-mail]" in mezmun.extract(PAGE).text
    assert "captain@sea.example" in mezmun.extract(PAGE, masking=False).text


def test_masks_can_be_chosen_by_name():
    assert "[e-mail]" in mezmun.extract(PAGE, masking=("e-mail", "phone")).text
    assert "captain@sea.example" in mezmun.extract(PAGE, masking=["phone"]).text
    assert "captain@sea.example" in mezmun.extract(PAGE, masking="phone").text
    with pytest.raises(mezmun.InvalidInputError, match="masking names 'fax'"):
        mezmun.extract(PAGE, masking=["fax"])


def test_words_are_spelled_as_the_page_spells_them_elsewhere_where_that_is_asked_for():
    page = "<p>قېرقانبايېۋ بۈگۈن كەلدى، بىز ئۇنى كۆردۇق.<p>بىز قىرقانبايىۋ بىلەن ٢٠٢٤-يىلى كۆرۈشتۇق."
    plain, spelled, both = (
        mezmun.extract(page, method="all-text", also=also).text for also in ((), "spelling", ["spelling", "digits"])
    )
    assert "قىرقانبايىۋ" in plain
    assert spelled.count("قېرقانبايېۋ") == 2
    assert "٢٠٢٤" in spelled
    assert "2024-يىلى" in both
    with pytest.raises(mezmun.InvalidInputError, match="also names 'e-mail': it takes some of bare-vowels, digits"):
        mezmun.extract(page, also=["e-mail"])


def test_a_page_that_is_pruned_whole_is_empty_and_a_selector_of_no_text_is_refused():
    assert [mezmun.extract(PAGE, prune=[each]).outcome for each in ("html", "*")] == ["empty", "empty"]
    with pytest.raises(mezmun.InvalidInputError, match="no CSS selector"):
        mezmun.extract(PAGE, prune=["\ud800"])


def test_pruned_elements_are_no_text():
    assert "excellent boats" in mezmun.extract(PAGE, method="all-text").text
    pruned = mezmun.extract(PAGE, method="all-text", prune=[".advert", "nav"]).text
    assert "excellent boats" not in pruned
    assert "Home" not in pruned
    assert SENTENCE in pruned


def test_only_kept_elements_are_text_and_the_head_still_counts():
    page = mezmun.extract(PAGE, method="all-text", keep="article p")
    assert page.text.startswith(SENTENCE)
    assert "Home" not in page.text
    assert "A day at sea" not in page.text
    assert page.date == date(2024, 3, 5)


def test_an_element_in_a_kept_one_is_kept_once():
    page = mezmun.extract("<div><p>outer</p><div>inner</div></div>tail", method="all-text", keep=["div", "p"])
    assert page.text.split() == ["outer", "inner"]


@pytest.mark.parametrize("option", ["prune", "keep"])
def test_a_wrong_selector_is_refused_with_its_name(option):
    with pytest.raises(mezmun.InvalidInputError, match=rf"{option} is 'p\['"):
        mezmun.extract(PAGE, **{option: "p["})


def test_tables_can_be_left_out():
    page = "<p>Before it.</p><table><tr><th>city<th>people<tr><td>Ghulja<td>500</table>"
    assert "Ghulja\t500" in mezmun.extract(page, method="all-text").text
    assert mezmun.extract(page, method="all-text", tables=False).text == "Before it."


def test_a_page_in_another_language_comes_back_without_text():
    assert mezmun.extract(UYGHUR, languages={"ug", "kk"}).language == "ug"
    other = mezmun.extract(PAGE, languages="ug")
    assert (other.outcome, other.text) == (Outcome.EMPTY, "")
    assert other.detail == "the text is in en, and only ug is asked for"


def test_options_that_there_are_not_are_refused():
    with pytest.raises(TypeError, match="no option 'include_comments'"):
        mezmun.extract(PAGE, include_comments=False)
    with pytest.raises(mezmun.InvalidInputError, match="no extraction method 'x'"):
        mezmun.extract(PAGE, method="x")
    with pytest.raises(mezmun.InvalidInputError, match="comments is False"):
        mezmun.extract(PAGE, comments=False)


@pytest.mark.slow
def test_many_pages_come_back_in_order_whatever_they_are():
    pages = [PAGE, (UYGHUR, "https://ug.example/1"), b"%PDF-1.7 x"] * 3
    many = list(mezmun.extract_many(iter(pages), processes=2))
    assert [page.outcome for page in many] == [Outcome.STORED, Outcome.STORED, Outcome.NOT_HTML] * 3
    assert many[0].text == mezmun.extract(PAGE).text
    assert many[1].url == "https://ug.example/1"


def test_many_pages_are_asked_for_as_they_are_needed():
    def endless():
        while True:
            yield PAGE

    many = mezmun.extract_many(endless(), processes=1)
    assert next(many).title == "A day at sea"
    many.close()


def test_wrong_options_of_many_pages_are_refused_before_the_first():
    with pytest.raises(mezmun.InvalidInputError):
        mezmun.extract_many([PAGE], method="x")


def test_an_extracted_page_can_be_pickled():
    page = mezmun.extract(PAGE)
    assert pickle.loads(pickle.dumps(page)) == page


def test_importing_the_package_loads_nothing_else():
    code = "import sys, mezmun; print([m for m in ('numpy', 'extraction', 'pydantic', 'scrapy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


@pytest.mark.slow
def test_the_api_needs_neither_settings_nor_a_database():
    code = (
        "import sys, mezmun; mezmun.extract('<p>x</p>'); "
        "print([m for m in ('pydantic', 'sqlalchemy', 'scrapy', 'celery', 'click') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_every_public_name_is_there():
    for name in mezmun.__all__:
        assert getattr(mezmun, name) is not None
        assert name in dir(mezmun)
    with pytest.raises(AttributeError, match="no attribute 'extrakt'"):
        mezmun.extrakt  # noqa: B018


def test_the_error_that_weighs_more_is_chosen():
    texts = [mezmun.extract(PAGE, favor=favor).text for favor in ("precision", "balance", "recall")]
    assert len(texts[0]) <= len(texts[1]) <= len(texts[2])
    assert mezmun.extract(PAGE, favor="balance").text == mezmun.extract(PAGE).text
    with pytest.raises(mezmun.InvalidInputError, match="favor is 'speed': it takes balance, precision, recall"):
        mezmun.extract(PAGE, favor="speed")
    with pytest.raises(mezmun.InvalidInputError, match="which correlativity does not"):
        mezmun.extract(PAGE, favor="recall", method="correlativity")


@pytest.mark.slow
def test_a_text_that_was_there_before_is_given_once():
    other_bytes = f"{PAGE}<!-- from the cache -->"
    pages = [
        (PAGE, "https://news.example/1"),
        UYGHUR,
        (other_bytes, "https://news.example/2"),
        b"%PDF-1.7",
        b"%PDF-1.7",
    ]
    once = list(mezmun.extract_many(pages, processes=1, deduplicate=True))
    assert [bool(page) for page in once] == [True, True, False, False, False]
    assert once[2].outcome is Outcome.EMPTY
    assert once[2].detail == "the text is that of page 1"
    assert once[2].url == "https://news.example/2"
    assert [page.outcome for page in once[3:]] == [Outcome.NOT_HTML] * 2
    assert sum(map(bool, mezmun.extract_many(pages, processes=1))) == 3


@pytest.mark.slow
def test_one_page_that_takes_too_long_comes_back_without_text():
    assert mezmun.extract(PAGE, timeout=60).text == mezmun.extract(PAGE).text
    assert mezmun.extract(PAGE * 2_000, timeout=0.05).outcome is Outcome.TIMEOUT


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf")])
def test_a_time_that_no_page_can_have_is_refused(seconds):
    with pytest.raises(mezmun.InvalidInputError, match="it takes seconds, more than 0"):
        mezmun.extract(PAGE, timeout=seconds)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"url": 3}, r"url is a string, not 3 \(int\)\."),
        ({"url": b"http://a.example/"}, r"url is a string, not b'http://a.example/' \(bytes\)\."),
        ({"content_type": 3}, "content_type is a string, not 3"),
        ({"method": ["mezmun"]}, "method is a string, not "),
        ({"tables": "no"}, "tables is True or False, not 'no'"),
        ({"prune": 3}, "prune is a string or several strings, not 3"),
        ({"keep": [3]}, "keep is a string or several strings, not "),
        ({"languages": None}, "languages is a string or several strings, not None"),
        ({"masking": 3}, "masking is True, False, or names of masks, not 3"),
        ({"timeout": "a"}, "timeout is a number, not 'a'"),
    ],
)
def test_an_argument_of_another_type_is_refused_in_a_sentence(arguments, sentence):
    with pytest.raises(TypeError, match=sentence):
        mezmun.extract(PAGE, **arguments)


@pytest.mark.parametrize("name", Options.__annotations__)
@pytest.mark.parametrize("value", [3, object()])
def test_no_option_takes_a_value_of_any_type(name, value):
    with pytest.raises((TypeError, mezmun.InvalidInputError, UsageError), match=name):
        mezmun.extract(PAGE, **{name: value})


def test_what_is_no_iterable_of_pages_is_refused():
    for pages in (PAGE, PAGE.encode(), 3):
        with pytest.raises(TypeError, match="takes an iterable of pages"):
            mezmun.extract_many(pages)
    with pytest.raises(TypeError, match="a page and its address, not 3 values"):
        list(mezmun.extract_many([(PAGE, None, None)], processes=1))
    for processes in (0, -1, "two"):
        with pytest.raises(UsageError, match=r"processes is .*: it takes a whole number, at least 1"):
            mezmun.extract_many([PAGE], processes=processes)
