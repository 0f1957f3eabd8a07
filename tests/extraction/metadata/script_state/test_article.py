import json

import pytest

from extraction import extract
from extraction.metadata.script_state.article import article_in_state
from extraction.page.headline import letters
from tests.extraction.metadata.script_state.states_for_tests import (
    ARTICLE,
    HTML,
    OTHER,
    PAGES,
    PARAGRAPHS,
    TITLE,
    as_json,
    assigned,
    numbered,
    of_astro,
    page,
)

TITLES = [letters(TITLE)]


@pytest.mark.parametrize("software", PAGES)
def test_the_text_is_read_from_the_state_of_each_software_and_nothing_of_others(software):
    text = extract(PAGES[software]).text
    assert [paragraph for paragraph in PARAGRAPHS if paragraph not in text] == []
    assert not any(other in text for other in ("wind will rise", "northern coast", "Jonas", "day to remember"))


@pytest.mark.parametrize(
    "facts",
    [
        {"premium": True},
        {"isAccessibleForFree": False},
        {"isFree": "false"},
        {"access": "subscribers"},
        {"visibility": "paid"},
        {"paywall": 1},
        {"membersOnly": "yes"},
    ],
)
@pytest.mark.parametrize("write", [lambda v: v, numbered, lambda v: of_astro(v)[1]], ids=["plain", "devalue", "astro"])
def test_what_is_paid_for_stays_there_in_whatever_format(facts, write):
    assert article_in_state(page(as_json(write({"post": {**ARTICLE, "meta": facts}}))), TITLES) is None


def test_another_script_may_say_that_the_page_is_paid_for():
    state = as_json({"post": ARTICLE})
    assert article_in_state(page(f'{state}<script>track({{"isPremium":true}})</script>'), TITLES) is None
    assert article_in_state(page(f'{state}<script>track({{"isPremium":false}})</script>'), TITLES) is not None


@pytest.mark.parametrize("facts", [{"premium": False}, {"isFree": True}, {"visibility": "public"}, {"access": "free"}])
@pytest.mark.parametrize("write", [lambda v: v, numbered, lambda v: of_astro(v)[1]], ids=["plain", "devalue", "astro"])
def test_what_is_free_is_read(facts, write):
    assert article_in_state(page(as_json(write({"post": {**ARTICLE, "meta": facts}}))), TITLES) is not None


def test_two_forms_of_one_text_are_one_article_and_two_texts_are_none():
    plain = "\n".join(PARAGRAPHS)
    both = {"a": {"title": TITLE, "html": HTML}, "b": {"title": TITLE, "text": plain}}
    assert article_in_state(page(as_json(both)), TITLES) is not None
    several = {"a": {"title": TITLE, "html": HTML}, "b": {"title": TITLE, "html": OTHER["body"]}}
    assert article_in_state(page(as_json(several)), TITLES) is None


def test_other_articles_and_comments_are_not_looked_into():
    comment = {"title": TITLE, "text": "I was on that boat for the last time. " * 20}
    assert article_in_state(page(as_json({"comments": [comment], "relatedPosts": [comment]})), TITLES) is None
    assert article_in_state(page(as_json({"post": OTHER})), TITLES) is None


@pytest.mark.parametrize(
    "data",
    [
        '<script>var title={"a":"' * 3000,
        f"<script>title{'=(function(a){return ' * 9000}</script>",
        f"<script>title={'{a:' * 90_000}</script>",
        as_json([{"title": 1, "body": 2, "content": 0}, TITLE, [2, 2, 0]]),
        as_json([{"title": 1, "body": 2}, TITLE, *([n + 3, n + 3] for n in range(2000))]),
        assigned("x", {"title": TITLE, "body": json.dumps([json.dumps(["[" * 9000])])}),
        '<a x="{&quot;title' * 9000,
    ],
)
def test_hostile_data_ends(data):
    article = article_in_state(page(data), TITLES)
    assert article is None or len(article.markup) < 5 * len(data)
