import re

import pytest
import requests

from dashboard.access.sessions import COOKIE, form_token
from db.access.tables import AccessRole
from tests.dashboard.conftest import PASSWORD, Browser, routes


def addresses(resources):
    """Give the methods and paths of all routes, with something in their placeholders."""
    for route in routes(resources):
        for method in route.methods & {"GET", "POST"}:
            yield method, re.sub(r"\{[^}]*\}", "1", route.path)


OPEN = {"/sign-in", "/language/1", "/api/v1/openapi.json"}


def test_no_page_and_no_call_without_sign_in(address, resources, stored):
    stored({"http://a/1": "secret text"})
    paths = {(method, path) for method, path in addresses(resources) if path not in OPEN}
    assert len(paths) > 12
    for method, path in paths:
        answer = requests.request(method, address + path, allow_redirects=False, timeout=30)
        assert answer.status_code in (303, 401), (method, path)
        assert answer.status_code == 401 or answer.headers["Location"].startswith("/sign-in")
        assert "secret" not in answer.text


def test_signing_in_leads_back_but_not_elsewhere(sign_in, address):
    sign_in()
    for wanted, expected in (
        ("/sites?q=x", "/sites?q=x"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("/a\r\nSet-Cookie: x=y", "/"),
    ):
        answer = Browser(address).session.post(
            f"{address}/sign-in",
            data={"name": "a operator", "password": PASSWORD, "next": wanted},
            allow_redirects=False,
            timeout=30,
        )
        assert answer.headers["Location"] == expected
        assert "httponly" in answer.headers["Set-Cookie"].lower()
        assert "samesite=lax" in answer.headers["Set-Cookie"].lower()


def test_a_wrong_password_is_refused_and_guessing_is_slowed(sign_in, address):
    sign_in()
    guesser = Browser(address)
    codes = [guesser.post("/sign-in", name="a operator", password="wrong").status_code for _ in range(7)]
    assert codes[:5] == [403] * 5
    assert 429 in codes[5:]


def test_signing_out_and_a_new_password_end_the_session(sign_in):
    browser, other = sign_in(), None
    browser.post("/sign-out")
    assert browser.get("/").url.endswith("/sign-in?next=/")
    other = sign_in()
    sign_in()  # sets the password again
    assert "/sign-in" in other.get("/").url


@pytest.mark.parametrize(
    "headers", [{"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}, {"Origin": "null"}, {}]
)
def test_forms_of_other_sites_are_refused(sign_in, stored, headers):
    stored({"http://a/1": "one"})
    browser = sign_in()
    token = browser.form_token("/takedowns") if headers else "0" * 64
    answer = browser.session.post(
        f"{browser.address}/takedowns",
        data={"token": token, "subject": "http://a/1", "sure": "true"},
        headers=headers,
        timeout=30,
    )
    assert answer.status_code == 403
    assert browser.get("/documents/1").status_code == 200


CHANGES = ("/sites/news/pause", "/failures/retry", "/failures/dead/retry", "/takedowns", "/exports", "/reextractions")


def test_a_viewer_changes_nothing_and_no_form_without_its_token_does(sign_in, resources, engine, stored):
    stored({"http://a/1": "one"})
    operator, viewer = sign_in(), sign_in(AccessRole.VIEWER)
    form = {"subject": "news", "sure": "true", "format": "jsonl", "site": "news", "why": "because"}
    own, tried = form_token(viewer.session.cookies[COOKIE]), []
    for method, path in {*addresses(resources), *(("POST", path) for path in CHANGES)}:
        if method == "POST" and path not in ("/sign-in", "/sign-out"):
            for browser, token in ((viewer, own), (operator, "0" * 64), (operator, "")):
                answer = browser.session.post(browser.address + path, data=form | {"token": token}, timeout=30)
                assert answer.status_code in (403, 422), path  # 422: the address itself makes no sense
                tried.append((path, answer.status_code))
    assert {path for path, status in tried if status == 403} >= set(CHANGES)
    assert len({path for path, _ in tried}) >= 10
    with engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT action FROM audit_log").all() == []
        assert connection.exec_driver_sql("SELECT count(*) FROM documents").scalar() == 1


def test_another_name_for_this_machine_is_refused(address):
    assert requests.get(address, headers={"Host": "evil.example"}, timeout=30).status_code == 400


def test_every_answer_has_the_headers_that_protect_it(sign_in, address):
    browser = sign_in(AccessRole.VIEWER)
    for path in ("/", "/sign-in", "/none", "/static/style.css", "/api/v1/documents"):
        headers = browser.get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'"), path
        assert headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/", "/sign-in", "/none", "/static/style.css", "/api/v1/documents"])
def test_who_asks_for_the_headers_alone_has_those_of_the_answer_and_no_content(address, path):
    whole = requests.get(address + path, timeout=30, allow_redirects=False)
    alone = requests.head(address + path, timeout=30, allow_redirects=False)
    assert (alone.status_code, alone.content) == (whole.status_code, b"")
    assert alone.headers.get("Content-Length") == whole.headers.get("Content-Length")


def test_a_session_ends_by_itself(engine, sign_in):
    browser = sign_in()
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE operator_sessions SET expires_at = now() - interval '1 second'")
    assert "/sign-in" in browser.get("/").url
