import json

from extraction.metadata.script_state import states


def streamed(stream: str) -> str:
    return f"<script>self.__next_f.push([1,{json.dumps(stream)}])</script>"


def rows(text: str, *values: object) -> str:
    """A stream of a text, which others name "$1b", and of rows of values."""
    named = "".join(f"{number:x}:{json.dumps(value)}\n" for number, value in enumerate(values, 0x1C))
    return f"1b:T{len(text.encode()):x},{text}{named}"


def test_a_row_of_a_stream_has_the_texts_that_it_names():
    stream = rows("A text of the harbour. " * 9, {"title": "Harbour", "body": "$1b", "other": "$99"})
    assert [value for _, value in states(streamed(stream))] == [
        {"title": "Harbour", "body": "A text of the harbour. " * 9, "other": "$99"}
    ]


def test_naming_a_text_many_times_makes_no_page_larger_than_some_of_it():
    # In one row, and in many: by themselves they would be as large as the square of the page.
    text = "x" * 10_000
    for values in ([{"body": ["$1b"] * 2_000}], [{"body": "$1b"}] * 2_000):
        stream = rows(text, *values)
        assert sum(len(json.dumps(value)) for _, value in states(streamed(stream))) < 5 * len(stream)


def test_what_is_assigned_or_handed_on_is_read_where_it_is_json():
    text = "A text of the harbour. " * 30
    for value in ({"title": "Harbour", "body": text}, [{"title": "Harbour", "body": text}], [[{"title": text}]]):
        for as_json in (json.dumps(value), json.dumps(value, indent=1)):
            script = f"if (a == {{title: 1}}) show({{}}); window.state = {as_json}; push({as_json})"
            assert [read for _, read in states(f"<script>{script}</script>")] == [{}, value, value]
