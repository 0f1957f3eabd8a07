import re

import pytest

from crawler.probing.platforms import platform_of, platforms

EXAMPLES = [(each.platform, example) for each in platforms() for example in each.examples]


@pytest.mark.parametrize(("name", "example"), EXAMPLES, ids=[example[:60] for _, example in EXAMPLES])
def test_each_example_tells_its_platform(name, example):
    generator = re.search(r'content="([^"]*)"', example) if "generator" in example else None
    match = platform_of(example, generator[1] if generator else "")
    assert match is not None
    assert match.platform.platform == name


def test_a_plain_page_is_of_no_platform():
    assert platform_of("<html><p>WordPress, phpBB and Discourse are programs</p></html>", "Hugo 0.1") is None


def test_a_generator_is_surer_than_the_source():
    match = platform_of("<a href=/wp-content/themes/a.css><a href=/wp-includes/b.js>", "Discuz! X3.4")
    assert match is not None
    assert match.platform.platform == "Discuz!"
