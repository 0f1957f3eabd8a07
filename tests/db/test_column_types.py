import json
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from db.column_types import as_json, storable, storable_json

ANY_TEXT = st.text(st.characters(codec=None, exclude_categories=[]))
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | ANY_TEXT,
    lambda inner: st.lists(inner) | st.dictionaries(ANY_TEXT, inner),
    max_leaves=8,
)


@given(ANY_TEXT)
def test_any_text_becomes_storable_and_stays_so(text):
    clean = storable(text)
    assert "\x00" not in clean
    clean.encode()
    assert storable(clean) == clean


@given(st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"])))
def test_good_text_is_left_alone(text):
    assert storable(text) == text


@settings(max_examples=50)
@given(VALUES)
def test_any_json_becomes_storable(value):
    encoded = json.dumps(storable_json(value))
    assert "\\u0000" not in encoded.replace("\\\\", "")
    json.loads(encoded)
    json.dumps(storable_json(value), ensure_ascii=False).encode()


@settings(max_examples=50)
@given(VALUES)
def test_json_is_that_of_the_value_without_what_cannot_be_stored(value):
    assert json.loads(as_json(value)) == json.loads(json.dumps(storable_json(value)))


@pytest.mark.parametrize("words", ["plain", "half of an emoji: \ud83d"])
def test_times_are_written_as_postgresql_reads_them(words):
    at = datetime(2026, 5, 17, 8, 30, tzinfo=UTC)
    row = json.loads(as_json({"at": at, "every": timedelta(hours=1.5), "words": words}))
    assert (row["at"], row["every"]) == ("2026-05-17T08:30:00+00:00", "5400.0 seconds")


def test_what_json_cannot_express_is_refused():
    with pytest.raises(TypeError, match="bytes cannot be written as JSON"):
        as_json({"body": b"raw"})
