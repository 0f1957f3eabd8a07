import gzip
import json
import threading
import time

import pytest
import requests
import schemathesis
import zstandard
from hypothesis import given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance
from sqlalchemy import text

TEXTS = {f"http://a/{number}": f"تېكىست {number}" for number in range(5)}


@pytest.fixture
def call(address, token):
    def get(**parameters):
        headers = {"Authorization": f"Bearer {token}"}
        return requests.get(f"{address}/api/v1/documents", params=parameters, headers=headers, timeout=30)

    return get


def lines(answer):
    assert answer.status_code == 200, answer.text
    return list(map(json.loads, answer.content.splitlines()))


def test_lines_of_json_and_the_cursor_to_go_on_from(call, stored):
    stored(TEXTS, language="ug", title="ماۋزۇ")
    first = call(limit=3)
    assert first.headers["Content-Type"] == "application/x-ndjson"
    assert first.headers["Mezmun-More"] == "true"
    (line, *_), rest = lines(first), lines(call(cursor=first.headers["Mezmun-Cursor"]))
    assert [line["document"]["text"] for line in lines(first) + rest] == list(TEXTS.values())
    assert (line["change"], line["url"], line["document"]["title"]) == ("new", "http://a/0", "ماۋزۇ")
    last = call(cursor=rest[-1]["cursor"])
    assert (last.content, last.headers["Mezmun-More"]) == (b"", "false")
    assert last.headers["Mezmun-Cursor"] == rest[-1]["cursor"]


def test_a_new_reader_may_ask_for_the_latest_alone(call, stored, engine):
    for words in ("one", "one!"):
        with engine.begin() as connection:
            connection.execute(text("UPDATE crawls SET state = 'finished'"))
        stored({"http://a/1": words})
    assert [line["document"]["text"] for line in lines(call())] == ["one", "one!"]
    (line,) = lines(call(latest="true"))
    assert (line["change"], line["document"]["text"]) == ("changed", "one!")


def test_no_document_names_who_wrote_it(call, stored):
    stored(TEXTS)
    document = lines(call())[0]["document"]
    assert {"text", "url", "sha256", "method", "signals"} < document.keys()
    assert not {"author", "authors", "user", "by"} & document.keys()


@pytest.mark.parametrize(
    ("accept", "coding", "decode"),
    [
        ("gzip, zstd", "zstd", lambda body: zstandard.ZstdDecompressor().decompressobj().decompress(body)),
        ("gzip", "gzip", gzip.decompress),
        ("zstd;q=0, br", None, bytes),
    ],
)
def test_the_answer_is_coded_as_the_caller_wants(address, token, stored, accept, coding, decode):
    stored(TEXTS)
    headers = {"Authorization": f"Bearer {token}", "Accept-Encoding": accept}
    answer = requests.get(f"{address}/api/v1/documents", headers=headers, stream=True, timeout=30)
    assert answer.headers.get("Content-Encoding") == coding
    assert len(decode(answer.raw.read(decode_content=False)).splitlines()) == 5


def test_a_caller_who_waits_gets_what_comes_meanwhile(call, stored):
    stored({"http://a/old": "old"})
    start = time.monotonic()
    later = threading.Timer(1, stored, [{"http://a/new": "new"}])
    later.start()
    assert [line["document"]["text"] for line in lines(call(cursor="now", wait=30))] == ["new"]
    assert 1 < time.monotonic() - start < 10
    later.join()
    assert lines(call(cursor="now", wait=0.1)) == []


@pytest.mark.parametrize(
    "authorization", [None, "", "Bearer ", "Bearer mezmun_guess", "Basic YTpi", "Bearer \x01", "Bearer ا"]
)
def test_no_call_without_a_valid_token(address, stored, authorization):
    stored(TEXTS)
    headers = {} if authorization is None else {"Authorization": authorization.encode()}
    answer = requests.get(f"{address}/api/v1/documents", headers=headers, timeout=30)
    assert answer.status_code in (400, 401)
    assert "تېكىست" not in answer.text


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cursor", "-1"),
        ("cursor", "9" * 30),
        ("limit", "0"),
        ("limit", "100000"),
        ("wait", "nan"),
        ("wait", "1e9"),
        ("since", "yesterday"),
        ("kind", "x"),
        ("min_confidence", "2"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(call, name, value):
    assert call(**{name: value}).status_code == 422


def test_what_is_no_cursor_no_day_and_no_number_is_told_with_what_to_give(call):
    refusal = "cursor: 'abc' is no cursor: give the last one that came, 0 for all documents, or now for what comes next"
    assert call(cursor="abc").json()["detail"] == refusal
    for day in ("yesterday", "2024-13-01", "2024-03-05T10:00"):
        assert call(since=day).json()["detail"] == "since: it takes a day, such as 2024-03-05"
    assert call(limit="all").json()["detail"] == "limit: it takes a whole number"


def test_a_cursor_of_another_database_is_refused(call, stored):
    assert call(cursor=0).status_code == 200
    stored(TEXTS)
    assert call(cursor=5).status_code == 200
    answer = call(cursor=6, wait=30)
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("The position 6 is beyond the newest, 5: it is of another database")


def test_a_parameter_that_is_not_known_is_refused_by_name(call):
    answer = call(lnguage="ug")
    assert answer.status_code == 422
    assert answer.json()["detail"] == "lnguage: there is no such parameter"


def test_a_site_that_is_not_there_is_refused_by_name(call, stored):
    stored(TEXTS)
    assert len(lines(call(site="news"))) == 5
    answer = call(site=["news", "nwes"], wait=30)
    assert (answer.status_code, answer.json()) == (400, {"detail": "There is no site 'nwes' in the database."})


@pytest.mark.parametrize("value", ["x\x00y", "' OR 1=1 --", "\ud7ff", "ا" * 500])
def test_odd_filters_find_nothing_and_break_nothing(call, stored, value):
    stored(TEXTS)
    assert call(site=value).status_code == 400
    assert call(language=value).status_code == 422


def test_what_is_no_code_of_a_language_is_refused_with_the_code_expected(call):
    answer = call(language=["zh", "Uyghur"])
    assert answer.status_code == 422
    refusal = "language: 'Uyghur' is no language code of ISO 639 that documents have: did you mean ug (Uyghur)?"
    assert answer.json()["detail"] == refusal


def test_the_description_of_the_api_needs_no_token(address):
    described = requests.get(f"{address}/api/v1/openapi.json", timeout=30).json()
    assert "/api/v1/documents" in described["paths"]
    assert "HTTPBearer" in described["components"]["securitySchemes"]


def test_no_call_that_the_description_allows_or_forbids_breaks_the_server(address, token, stored):
    stored(TEXTS)
    described = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json")
    operations = [operation.ok() for operation in described.get_all_operations()]
    assert [operation.path for operation in operations] == ["/api/v1/documents"]

    @settings(max_examples=40)
    @given(st.data())
    def call(data):
        mode = data.draw(st.sampled_from(list(GenerationMode)))
        case = data.draw(operations[0].as_strategy(generation_mode=mode))
        (case.query or {}).pop("wait", None)  # the longest is a minute
        answer = case.call(headers={"Authorization": f"Bearer {token}"}, timeout=30)
        case.validate_response(answer, checks=[not_a_server_error, status_code_conformance, content_type_conformance])

    call()
