from db.publication.search_terms import QueryTerm, read_query


def test_a_query_is_read_as_people_write_it():
    assert read_query('kitab "ikki söz" bash* -without -"a b') == [
        QueryTerm(("kitab",)),
        QueryTerm(("ikki söz",), phrase=True),
        QueryTerm(("bash",), prefix=True),
        QueryTerm(("without",), excluded=True),
        QueryTerm(("a b",), phrase=True, excluded=True),
    ]
    assert read_query('* "" - ') == [QueryTerm(("-",))]
