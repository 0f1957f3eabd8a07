from crawler.links.junk_parameters import junk_parameters


def pages(*queries: str) -> list[tuple[str, str]]:
    """Make pages of queries, each with what it says behind a blank."""
    return [(f"http://a/x?{query.split()[0]}".removesuffix("?-"), query.split()[1]) for query in queries]


def test_what_makes_no_other_page_is_junk_and_what_does_is_none():
    same = [f"id={number}&from={source} text{number}" for number in range(4) for source in ("home", "list")]
    assert junk_parameters(pages(*same)) == {"from"}
    assert junk_parameters(pages(*same, "id=9&from=home one", "id=9&from=list other")) == set()


def test_a_page_without_the_parameter_says_the_same_as_with_it():
    assert junk_parameters(pages(*(f"id={n} t{n}" for n in range(3)), *(f"id={n}&p=1 t{n}" for n in range(3)))) == {"p"}
    assert junk_parameters(pages("- front", "distype=1 front", "distype=2 front")) == set()  # one page is too little


def test_what_has_no_name_is_never_junk():
    assert junk_parameters(pages("tid-1 a", "tid-2 a", "tid-3 a", "tid-4 a")) == set()
