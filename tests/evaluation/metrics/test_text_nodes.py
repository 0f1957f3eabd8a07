from evaluation.metrics.text_nodes import leaves


def test_a_leaf_is_a_text_node_with_white_space_collapsed():
    assert leaves("<p>One\n  two <b>three</b> four</p>\n<p>five<br>six") == ["One two", "three", "four", "five", "six"]


def test_what_is_never_shown_has_no_leaves():
    html = "<head><title>t</title></head><script>s</script><style>c</style><noscript><p>n</p></noscript><!-- c -->"
    assert leaves(html + "<select><option>o</option></select><template><p>t</p></template><p>seen</p>") == ["seen"]


def test_a_page_without_a_body_has_none():
    assert leaves("") == []
    assert leaves("<frameset><frame></frameset>") == []


def test_deep_nesting_is_no_recursion():
    assert leaves("<i>" * 5000 + "deep") == ["deep"]
