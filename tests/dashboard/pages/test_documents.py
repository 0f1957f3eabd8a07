import threading
from datetime import date

import pytest

from dashboard import patience
from dashboard.differences import differences
from dashboard.pages.documents import marked
from db.access.tables import AccessRole
from db.publication.search import BEGIN, END

UYGHUR = {
    "http://a/1": "بۇ كىتاب ناھايىتى ياخشى، ئۇنى ئوقۇڭ.",
    "http://a/2": "شىنجاڭ ئۇيغۇر ئاپتونوم رايونى ھەققىدە خەۋەر.",
    "http://a/3": "An English text about books.",
}
HOSTILE = '<script>alert(1)</script>"><img src=x onerror=alert(1)> \u202e\u2066 \x00end'


@pytest.fixture
def browser(sign_in):
    return sign_in()


def hits(browser, query, **more):
    text = browser.get("/documents", params={"q": query, **more}).text
    return [url for url in UYGHUR if f">{url}<" in text]


@pytest.mark.parametrize(
    "query", ["كىتاب", "ﻛﯩﺘﺎﺏ", "kitab", "китаб", "كىتا*", '"بۇ كىتاب"', "ياخشى", "kitab -English"]
)
def test_a_word_is_found_however_it_is_typed(browser, stored, query):
    stored(UYGHUR, language="ug")
    assert hits(browser, query) == ["http://a/1"]


@pytest.mark.parametrize(
    "query", ["كىتا", '"كىتاب بۇ"', "كىتاب English", "kitab -ياخشى", "-*", '""', "*", "'", "a & | !", ":*"]
)
def test_what_is_not_there_is_not_found_and_odd_queries_break_nothing(browser, stored, query):
    stored(UYGHUR)
    answer = browser.get("/documents", params={"q": query})
    assert answer.status_code == 200
    if any(letter.isalpha() for letter in query) and query != "a & | !":
        assert hits(browser, query) == []


def test_a_search_in_a_site_that_there_is_not_says_so(browser, stored):
    stored(UYGHUR, "books", language="ug")
    page = browser.get("/documents", params={"q": "kitab", "site": "boks"}).text
    assert "There is no site of this name: <bdi>boks</bdi>" in page
    assert "No document has all of that." not in page
    assert "There is no site of this name" not in browser.get("/documents", params={"q": "no", "site": "books"}).text


def test_documents_are_narrowed_and_paged(browser, stored):
    stored({f"http://b/{number}": "same word" for number in range(25)}, "other", language="en")
    stored(UYGHUR, language="ug")
    first = browser.get("/documents", params={"q": "word", "site": "other"}).text
    assert first.count("<article>") == 20
    assert "http://b/24" in first
    older = first.split('class="button" href="')[1].split('"')[0].replace("&amp;", "&")
    assert browser.get(older).text.count("<article>") == 5
    assert hits(browser, "", language="ug") == list(UYGHUR)


def test_documents_are_narrowed_by_day_method_and_confidence(browser, stored):
    stored({"http://a/1": "one"}, published=date(2025, 3, 1), method="mezmun", confidence=0.9)
    stored({"http://a/2": "one"}, published=date(2026, 3, 1), method="text-density", confidence=0.4)
    assert hits(browser, "one") == ["http://a/1", "http://a/2"]
    assert hits(browser, "one", since="2025-03-02") == ["http://a/2"]
    assert hits(browser, "", since="2025-03-01", until="2025-03-01") == ["http://a/1"]
    assert hits(browser, "one", method="text-density") == hits(browser, "", method="text-density") == ["http://a/2"]
    assert hits(browser, "one", min_confidence="0.5") == ["http://a/1"]
    empty = {"since": "", "until": "", "method": "", "min_confidence": "", "cluster": ""}  # as a browser sends a form
    assert hits(browser, "one", **empty) == ["http://a/1", "http://a/2"]
    assert browser.get("/documents?since=never").status_code == 422
    assert browser.get("/documents?site=%00&language=%00&method=%00").status_code == 200


def test_the_beginning_of_a_text_is_cut_between_two_words(browser, stored):
    stored({"http://a/1": "twelve words " * 20, "http://a/2": "short"})
    page = browser.get("/documents").text
    assert "twelve words …</p>" in page
    assert ">short</p>" in page


def test_hits_are_marked_and_nothing_else_is_markup():
    assert marked(f"<b> {BEGIN}hit{END} &") == "&lt;b&gt; <mark>hit</mark> &amp;"
    assert "<mark>" not in marked(f"{END}x{BEGIN}")


def test_a_document_leads_back_to_its_bytes(browser, stored):
    (number, *_) = stored(UYGHUR, language="ug", title="كىتاب")
    page = browser.get(f"/documents/{number}").text
    assert UYGHUR["http://a/1"] in page
    assert '<p dir="rtl"' in page
    assert "SHA-256" in page
    assert "&lt;p&gt;بۇ كىتاب" in browser.get(f"/documents/{number}/source").text


@pytest.mark.parametrize("page", ["lines", "source"])
def test_a_viewer_sees_the_text_and_not_the_page_as_it_came_with_names_and_numbers_in_it(sign_in, stored, page):
    (number,) = stored({"http://a/1": "By Jane Roe, 555 0100"})
    browser = sign_in(AccessRole.VIEWER)
    assert f"/documents/{number}/{page}" not in browser.get(f"/documents/{number}").text
    answer = browser.get(f"/documents/{number}/{page}")
    assert (answer.status_code, "Jane" in answer.text, "an operator" in answer.text) == (403, False, True)


@pytest.mark.parametrize("page", ["lines", "source"])
def test_a_raw_store_that_hangs_keeps_nobody_waiting_for_a_page(browser, stored, raw, monkeypatch, page):
    (number,) = stored({"http://a/1": "one"}, method="mezmun")
    monkeypatch.setattr(patience, "BYTES_SECONDS", 0.1)
    answers = threading.Event()
    monkeypatch.setattr(raw, "get", lambda _: answers.wait(60) and b"<p>one")
    answer = browser.get(f"/documents/{number}/{page}")
    assert (answer.status_code, "the raw store does not answer" in answer.text) == (503, True)
    answers.set()
    monkeypatch.setattr(patience, "BYTES_SECONDS", 60)
    assert browser.get(f"/documents/{number}/{page}").status_code == 200


def test_blocks_are_shown_by_their_kinds(browser, stored):
    blocks = [
        {"kind": "heading", "text": "Head", "level": 2},
        {"kind": "paragraph", "text": "Plain"},
        {"kind": "paragraph", "text": "Linux كىتابى"},
        {"kind": "quote", "text": "Quoted", "quote": 1},
    ]
    (number,) = stored({"http://a/1": "Head\n\nPlain\n\nLinux كىتابى\n\nQuoted"}, blocks=blocks)
    page = browser.get(f"/documents/{number}").text
    assert '<h3 dir="ltr">Head</h3>' in page
    assert '<p dir="ltr">Plain</p>' in page
    assert '<p dir="rtl">Linux كىتابى</p>' in page
    assert '<blockquote dir="ltr">Quoted</blockquote>' in page


def test_its_lines_are_shown_with_the_reason(browser, stored):
    body = (
        b"<html><body><nav><a href=/>Home</a></nav><p>"
        + b"A long paragraph of real text. " * 30
        + b"</p></body></html>"
    )
    (number,) = stored({"http://a/1": "A long paragraph"}, body=body, method="mezmun")
    page = browser.get(f"/documents/{number}/lines").text
    assert '<tr class="kept">' in page
    assert "A long paragraph of real text." in page


def test_a_page_that_would_have_no_text_by_now_has_lines(browser, stored):
    (number,) = stored({"http://a/1": "Not Found"}, body=b"<h1>404 Not Found</h1><p>nginx", method="mezmun")
    answer = browser.get(f"/documents/{number}/lines")
    assert (answer.status_code, "<tr" in answer.text) == (200, True)


def test_two_versions_are_compared(browser, stored, engine):
    (number,) = stored({"http://a/1": "one\ntwo\nthree"})
    with engine.begin() as connection:
        connection.exec_driver_sql(
            "INSERT INTO extractions (page_id, sha256, method, method_version, normalizer_version, code_version, text,"
            " blocks, comments, sources, changes, created_at) SELECT page_id, sha256, method, '2', normalizer_version,"
            " code_version, E'one\\n2\\nthree', blocks, comments, sources, changes, created_at FROM extractions"
        )
    page = browser.get(f"/documents/{number}").text
    link = page.split("/versions?")[1].split('"')[0].replace("&amp;", "&")
    compared = browser.get(f"/documents/{number}/versions?{link}").text
    assert "<del>two</del>" in compared
    assert "<ins>2</ins>" in compared
    assert browser.get(f"/documents/{number}/versions?left=1&right=999").status_code == 404
    assert list(differences(["a"], ["a", "b"])) == [("same", "a"), ("new", "b")]


def test_a_hostile_page_runs_nothing(browser, stored):
    (number,) = stored({"http://a/<script>": HOSTILE}, title=HOSTILE, body=HOSTILE.encode(), language='"><b>')
    for path in (f"/documents/{number}", f"/documents/{number}/source", "/documents", "/documents?q=end"):
        answer = browser.get(path)
        assert answer.status_code == 200
        assert "<script>alert" not in answer.text
        assert "<img src=x" not in answer.text
        assert "script-src" not in answer.headers["Content-Security-Policy"]  # default-src 'none' is all
    reflected = browser.get("/documents", params={"q": HOSTILE, "site": HOSTILE}).text
    assert "<script>alert" not in reflected


@pytest.mark.parametrize("path", ["/documents/0", "/documents/99999999999999999999", "/documents/x", "/documents/7"])
def test_a_document_that_is_not_there_is_said_in_a_page(browser, path):
    answer = browser.get(path)
    assert answer.status_code in (404, 422)
    assert "<h1>" in answer.text
