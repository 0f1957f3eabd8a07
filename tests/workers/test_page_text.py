from dataclasses import fields
from datetime import date

from db.models import Extraction
from extraction import Block, BlockKind, Fact, Metadata, PostFacts
from mezmun.core.outcomes import Outcome
from workers.page_text import DATATROVE_FIELDS, EXPORTED_FACTS, FACTS, PageText, texts_by_post
from workers.pipeline import process

WHOLE = process(
    b"""<html><head><title>A day at sea | News</title><meta property="og:site_name" content="News">
    <meta property="article:published_time" content="2024-03-05T10:11Z"></head><body><article><h1>A day at sea</h1>
    <p>The boat left the harbour before the sun was up, and came back when it was down again.</p></article></body>""",
    method="all-text",
)


def test_a_page_fills_every_column_of_its_extraction_but_those_of_row_code_and_template():
    columns = {column.key for column in Extraction.__table__.columns}
    others = {"id", "page_id", "sha256", "code_version", "template_version", "created_at"}
    assert set(WHOLE.columns()) == columns - others


def test_every_fact_but_the_language_has_a_column():
    assert set(FACTS) == {field.name for field in fields(Metadata)} - {"language"}
    assert set(EXPORTED_FACTS) < set(FACTS)


def test_facts_go_to_columns_with_their_sources():
    columns = WHOLE.columns()
    assert (columns["title"], columns["whole_title"]) == ("A day at sea", "A day at sea | News")
    assert columns["published"] == date(2024, 3, 5)
    assert columns["sources"]["published"] == "article:published_time"
    assert columns["section"] is None


def test_what_a_page_does_not_say_is_null_in_the_database_and_in_exports():
    nothing = PageText(Outcome.EMPTY, "no main text was found")
    assert {name for name, value in nothing.columns().items() if value is None} == {
        *FACTS,
        *("posts", "post_facts", "confidence", "declared_encoding", "true_encoding", "encoding_evidence"),
    }
    assert nothing.exported()["text"] is None
    assert (nothing.as_dict()["title"], nothing.as_dict()["encoding"]) == ("", "")


def test_the_order_of_an_exported_record_is_that_of_the_documentation():
    assert list(WHOLE.exported()) == [
        *("title", "text", "posts", "comments", "language", "published", "canonical_url", "site_name", "section"),
        *("method", "method_version", "normalizer_version", "confidence", "encoding"),
    ]
    assert set(DATATROVE_FIELDS) < set(WHOLE.exported())


def test_the_json_of_a_page_has_everything_but_what_it_teaches():
    assert list(WHOLE.as_dict()) == [
        *("outcome", "detail", "title", "text", "blocks", "comments", "posts", "metadata", "language", "script"),
        *("declared_encoding", "encoding", "encoding_evidence", "method", "method_version", "confidence"),
        *("normalizer_version", "changes"),
    ]
    assert {field.name for field in fields(PageText)} - {"observation", "post_facts"} < set(WHOLE.as_dict())
    assert PageText(Outcome.STORED, metadata=Metadata(title=Fact("t", "h1"))).as_dict()["title"] == "t"


def test_the_json_of_a_thread_has_the_id_and_the_day_of_each_post():
    blocks = tuple(Block(BlockKind.PARAGRAPH, "text", post=number) for number in (1, 2))
    facts = (PostFacts("812", date(2024, 3, 5)), PostFacts())
    assert PageText(Outcome.STORED, blocks=blocks, posts=2, post_facts=facts).as_dict()["posts"] == [
        {"number": 1, "id": "812", "day": "2024-03-05", "text": "text"},
        {"number": 2, "id": None, "day": None, "text": "text"},
    ]


def test_the_texts_of_posts_are_put_together_in_their_order():
    thread = "".join(
        f"<div class=post><p>The {n}. answer has a first paragraph.</p><p>And it has a second.</p></div>"
        for n in range(9)
    )
    blocks = process(f"<body>{thread}</body>".encode(), method="all-text").blocks
    marked = [block._replace(post=1 + number // 2 % 2) for number, block in enumerate(blocks[:4])]
    assert texts_by_post(marked) == {
        number: f"The {number - 1}. answer has a first paragraph.\n\nAnd it has a second." for number in (1, 2)
    }
    assert texts_by_post(blocks[:2]) == {}
