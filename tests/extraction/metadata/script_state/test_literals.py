import pytest

from extraction.metadata.script_state.literals import literal, text_of


@pytest.mark.parametrize(
    ("script", "value"),
    [
        ("{a:1,'b':\"c\",3:[],}", {"a": 1, "b": "c", "3": []}),
        ("[!0,!1,true,false,void 0,undefined,null,-1.5]", [True, False, True, False, None, None, None, -1.5]),
        (
            "{at:new Date(17),of:new Map([['a',1]]), q:`two\nlines`}",
            {"at": [17], "of": [[["a", 1]]], "q": "two\nlines"},
        ),
        ("{/* a note */ a : name }", {"a": None}),
    ],
)
def test_values_are_read_as_javascript_writes_them(script, value):
    assert literal(f"x={script};y", 2) == (value, 2 + len(script))


def test_texts_are_read_with_their_escapes():
    assert text_of(r"'\u003Cp\x3e \'it\' \u{1F600}\ud83d\ude00\n\/'") == "<p> 'it' 😀😀\n/"


@pytest.mark.parametrize(
    ("script", "value"),
    [
        ('(function(a,b){return {data:[a],b:b}}("Harbour",!1))', {"data": ["Harbour"], "b": False}),
        ('(function(a,b){a.title=b;a[0]=b;return {all:a}})({},"Pier")', {"all": {"title": "Pier", "0": "Pier"}}),
        ('((a)=>{return {x:(function(b){return [b]}("in")),a:a}})("out")', {"x": ["in"], "a": "out"}),
    ],
)
def test_what_a_function_returns_is_read_with_its_arguments(script, value):
    assert literal(script, 0)[0] == value


@pytest.mark.parametrize(
    "script",
    [
        "{a:b()}",
        "{a:b.c}",
        "{...a}",
        "[1 2]",
        "{a:1",
        '"',
        "{a:function(){}}",
        "(function(a){run();return {}}())",
        "`${a}`",
    ],
)
def test_what_would_have_to_be_run_is_not_read(script):
    with pytest.raises(ValueError, match=r"^\d+$"):
        literal(script, 0)


@pytest.mark.parametrize("script", ["[" * 300_000, "{a:" * 300_000, "(function(a){return " * 20_000, "[1," * 300_000])
def test_depth_does_no_harm(script):
    with pytest.raises(ValueError, match=r"^\d+$"):
        literal(script, 0)
