"""Names of who wrote in a list of teasers."""

from extraction import extract

_HEADLINES = [
    ("The bridge over the river was closed on Monday, and nobody knows for how long", "Nora Quill"),
    ("Engineers find cracks in two of the pillars, and measure them with a ruler", "Jo Lind"),
    ("What the keeper of the bridge has counted in all the forty years that he was there", "Nora Quill"),
    ("The last ferry went at night, and took eleven sheep and a piano to the other side", "Ada Woodley"),
    ("Who is to pay for a new bridge is not written in any of the books of the council", "Anna Hilton"),
]


def _list_of(works: list[tuple[str, str]]) -> str:
    items = "".join(
        f"<div><h4><a href=/x>{title}</a></h4><span><a href=/y>{name}</a></span></div>" for title, name in works
    )
    return extract(f"<html lang=en><title>1912</title><body><h1>1912</h1>{items}</body></html>", method="all-text").text


def test_names_of_who_wrote_go_from_a_list_of_teasers() -> None:
    text = _list_of(_HEADLINES)
    assert [name for _, name in _HEADLINES if name in text] == []
    assert all(title in text for title, _ in _HEADLINES)


def test_names_below_titles_of_books_and_those_that_do_not_repeat_stay() -> None:
    assert _list_of([(title[:30], name) for title, name in _HEADLINES]).count("Nora Quill") == 2
    assert "Ada Woodley" in _list_of(_HEADLINES[1:])
    assert "Ada Woodley" in _list_of([(title, f"{name}</a><p>€ 12.40</p><a>") for title, name in _HEADLINES])
