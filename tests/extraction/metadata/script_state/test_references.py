import pytest

from extraction.metadata.script_state.references import resolved, unflattened, with_cached, with_rows


@pytest.mark.parametrize(
    ("value", "whole"),
    [
        ([{"title": 1, "parts": 2}, "Harbour", [1, 1]], {"title": "Harbour", "parts": ["Harbour", "Harbour"]}),
        ([["ShallowReactive", 1], {"title": 2, "none": -1}, "Harbour"], {"title": "Harbour", "none": None}),
        ({"ctx": {}, "objs": ["Harbour", {"title": "0!", "n": "2"}, 7]}, [{"title": "Harbour", "n": 7}]),
        ({"a": [0, {"b": [0, "Harbour"]}], "c": [1, [[0, 5]]]}, {"a": {"b": "Harbour"}, "c": [5]}),
        ([1, 2, 3], [1, 2, 3]),
        ({"title": "Harbour", "at": [0, 1]}, {"title": "Harbour", "at": [0, 1]}),
    ],
)
def test_names_of_each_format_give_what_they_stand_for(value, whole):
    assert resolved(value) == whole


def test_a_promise_gives_what_came_later():
    assert unflattened([{"_1": 2}, "post", ["P", 2], {"_4": 5}, "title", "Harbour"], {2: 3}) == {
        "post": {"title": "Harbour"}
    }


def test_things_of_a_cache_stand_where_they_are_named():
    things = {"ROOT_QUERY": {"post": {"__ref": "Post:1"}}, "Post:1": {"title": "Harbour", "parts": [{"__ref": "P:1"}]}}
    whole = with_cached({"state": {**things, "P:1": {"text": "The boat left."}}})
    assert whole["state"]["ROOT_QUERY"]["post"]["parts"] == [{"text": "The boat left."}]


def test_rows_stand_where_they_are_named_and_parts_of_them():
    rows = {"1": ["$", "p", None, {"children": "Harbour"}], "2": {"a": "$1:props:children", "b": "$9", "c": "$$d"}}
    assert with_rows(rows)[1] == {"a": "Harbour", "b": "$9", "c": "$d"}


@pytest.mark.parametrize(
    "value", [[["Reactive", 0], 1], [[n + 1] for n in range(50_000)], [{"a": 0}, 1], [[1, 1], [0]]]
)
def test_what_names_itself_or_is_deep_does_no_harm(value):
    resolved(value)


def test_keys_that_are_no_text_are_not_written_out():
    # A map may have itself, or what is named a million times, as a key.
    assert resolved([{"map": 1}, ["Map", 1, 2], "Harbour"]) == {"map": ["Harbour"]}
