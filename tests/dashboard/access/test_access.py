"""What strangers and hostile pages may try on all pages at once."""

import logging
import re
from urllib.parse import quote

import pytest
import requests

from tests.dashboard.conftest import PASSWORD, Browser, routes

HOSTILE = (
    "' OR 1=1; DROP TABLE documents --",
    '"><script>alert(1)</script>',
    "\x00",
    "\u202e\u2066gpj.exe",
    "../../../../etc/passwd",
    "\ud800".encode("utf-8", "surrogatepass"),
    "9" * 40,
    "%s%n{{7*7}}${7*7}",
)


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_values_in_any_place_of_any_address_break_and_run_nothing(sign_in, resources, stored, value):
    stored({"http://a/1": "text"})
    browser = sign_in()
    tried = []
    for route in routes(resources):
        if "GET" in route.methods and not route.path.endswith("/lines"):  # that one asks another process
            fields = route.dependant.query_params
            models = [getattr(field.field_info.annotation, "model_fields", {field.alias: None}) for field in fields]
            names = [name for model in models for name in model]
            tried.append(re.sub(r"\{[^}]*\}", quote(value, safe=""), route.path))
            tried += [f"{re.sub(r'{[^}]*}', '1', route.path)}?{name}={quote(value)}" for name in names]
    for path in tried:
        answer = browser.get(path, allow_redirects=False)
        assert answer.status_code < 500, path
        assert "<script>alert" not in answer.text, path
        assert "root:" not in answer.text, path
        assert answer.headers.get("Location", "/").startswith("/"), path


def test_no_secret_is_logged(sign_in, address, token, caplog):
    caplog.set_level(logging.DEBUG)
    caplog.set_level(logging.DEBUG, "urllib3")  # of the browser: the dashboard itself has nothing to say
    browser = sign_in()
    Browser(address).post("/sign-in", name="a operator", password="not the right one")
    requests.get(f"{address}/api/v1/documents", headers={"Authorization": f"Bearer {token}"}, timeout=30)
    requests.get(f"{address}/api/v1/documents", headers={"Authorization": "Bearer mezmun_wrong"}, timeout=30)
    browser.post("/takedowns", token=browser.form_token("/takedowns"), subject="http://a/none", sure="true")
    secrets = [PASSWORD, "not the right one", token, "mezmun_wrong", *browser.session.cookies.values()]
    assert caplog.text
    assert [secret for secret in secrets if secret in caplog.text] == []


def test_no_secret_is_in_the_database_as_it_is(sign_in, engine, token):
    cookie = sign_in().session.cookies["mezmun_session"]
    with engine.connect() as connection:
        rows = [
            str(connection.exec_driver_sql(f"SELECT * FROM {table}").all())
            for table in ("operators", "operator_sessions", "api_tokens", "audit_log")
        ]
    assert all(secret not in row for row in rows for secret in (PASSWORD, cookie, token))
    assert re.search(r"\$argon2id\$", rows[0])
