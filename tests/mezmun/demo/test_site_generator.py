from mezmun.demo.site_generator import blocks, chunks, first_paragraph

BODY = "A **bold** word and a [link](/there).\n\nMore.\n\n## Below\n\n- one\n\n- two\n"


def test_a_body_is_cut_into_runs_of_one_kind():
    assert blocks(BODY) == [
        ("paragraph", ["A **bold** word and a [link](/there).", "More."]),
        ("heading", ["Below"]),
        ("item", ["one", "two"]),
    ]


def test_a_teaser_is_the_first_paragraph_without_marks():
    assert first_paragraph(BODY) == "A bold word and a link."


def test_a_list_is_dealt_out_over_pages():
    assert chunks(range(5), 2) == [[0, 1], [2, 3], [4]]
    assert chunks([], 2) == []
