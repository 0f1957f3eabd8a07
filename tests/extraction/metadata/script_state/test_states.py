import json

from extraction.metadata.script_state.states import states


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


def test_a_text_that_is_named_many_times_is_one_in_memory():
    text = "x" * 10_000
    stream = rows(text, {"title": "Harbour", "body": ["$1b"] * 2_000}, *[{"body": "$1b"}] * 2_000)
    values = [value for _, value in states(streamed(stream))]
    assert len({id(value["body"]) for value in values[1:]} | set(map(id, values[0]["body"]))) == 1


def test_what_is_assigned_or_handed_on_is_read_where_it_is_json():
    text = "A text of the harbour. " * 30
    for value in ({"title": "Harbour", "body": text}, [{"title": "Harbour", "body": text}], [[{"title": text}]]):
        for as_json in (json.dumps(value), json.dumps(value, indent=1)):
            script = f"if (a == {{title: 1}}) show({{}}); window.state = {as_json}; push({as_json})"
            assert [read for _, read in states(f"<script>{script}</script>")] == [{"title": 1}, value, value]


def test_a_script_of_a_type_of_its_own_is_read_where_it_is_json():
    value = {"title": "Harbour", "body": "A text of the harbour. " * 30}
    for kind in ("fastboot/shoebox", "application/vnd.state+json", "qwik/json"):
        assert [read for _, read in states(f'<script type="{kind}">{json.dumps(value)}</script>')] == [value]


def test_the_pieces_of_a_stream_may_stand_in_several_scripts():
    first, later = '[{"_1":2},"post",["P",2]]', 'P2:[{"_4":5},"title","Harbour"]'
    pieces = (
        f"window.__reactRouterContext.streamController.enqueue({json.dumps(line)});" for line in (first + "\n", later)
    )
    page = "".join(f"<script>{piece}</script>" for piece in pieces)
    assert [read for _, read in states(page)] == [{"post": {"title": "Harbour"}}]
