from extraction import Comments, explain, extract

LINE = "The river rose by two metres in a single night, and the old bridge was closed to all traffic."
ARTICLE = f"<ul><li><a href=/>Home</a></ul><h1>The bridge</h1><p>By Aygul Example</p><p>{LINE}</p><p>{LINE} Again.</p>"
COMMENT = "<li class=comment><p>Nobody will know before the river has fallen by a metre or more.</p></li>"


def lines(html, **options):
    return {line.text: line for line in explain(extract(html, **options)).lines}


def test_a_line_says_which_step_left_it_out_and_why():
    explained = lines(ARTICLE, method="all-text")
    writer = explained["By Aygul Example"]
    assert not writer.in_text
    assert (writer.step, writer.reason) == ("writer", "by names")
    assert explained[LINE].in_text
    assert explained[LINE].step == "method"


def test_a_line_has_the_probability_that_the_method_gave_it():
    explained = lines(ARTICLE)
    assert explained["Home"].probability < 0.5 < explained[LINE].probability
    assert not explained["Home"].in_text
    assert lines(ARTICLE, method="correlativity")[LINE].probability is None


def test_the_kept_lines_are_the_text():
    for html in (ARTICLE, f"<body class=topic>{COMMENT * 3}", "<p>By Aygul Example</p>"):
        for method in ("mezmun", "all-text", "valid-characters"):
            extracted = extract(html, method=method)
            in_text = [line.text for line in explain(extracted).lines if line.in_text and not line.comment]
            assert in_text == extracted.text.splitlines()


def test_comments_that_were_not_asked_for_are_left_out():
    html = f"<h1>The bridge</h1>{f'<p>{LINE}</p>' * 4}<ol class=comments>{COMMENT}</ol>"
    comment = "Nobody will know before the river has fallen by a metre or more."
    apart, without = (
        lines(html, method="all-text", comments=each)[comment] for each in (Comments.SEPARATE, Comments.DROP)
    )
    assert (apart.in_text, apart.comment) == (True, 1)
    assert (without.in_text, without.step) == (False, "comments")


def test_a_page_without_text_has_nothing_to_explain():
    assert explain(extract("")).lines == ()
