"""A document as a record for other programs: what the feed and the exports give, in the order of its fields.

It has what the page says and how that came about, and nothing about who wrote any of it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from sqlalchemy import Connection, Date, DateTime, Row, and_, case, func, literal, select

from db.block_texts import with_texts
from db.column_types import CleanJson
from db.duplicates.tables import DocumentSignature
from db.models import STATED_FACTS, Extraction, Fetch, Page, StoredSite
from db.publication.tables import DocumentChange
from db.threads.thread_posts import PostText, post_texts

STATED_DAY: Final = func.coalesce(Extraction.published, func.date(func.timezone("UTC", Fetch.fetched_at)))
"""The day a page was published on, or was fetched on (UTC) when it states none."""

KIND: Final = func.coalesce(Page.kind, StoredSite.kind)
"""What a document's site is, or the section of it that the page is in."""

_CLUSTER: Final = (
    select(DocumentSignature.cluster_id)
    .where(DocumentSignature.page_id == DocumentChange.page_id)
    .correlate(DocumentChange)
    .scalar_subquery()
)

COLUMNS: Final = (
    Page.url,
    KIND.label("kind"),
    Extraction.title,
    Extraction.text,
    # The blocks are read for the posts they belong to: those of other pages can stay where they are.
    case(
        (and_(Extraction.posts.is_not(None), DocumentChange.version_ids.is_(None)), Extraction.blocks),
        else_=literal([], CleanJson),
    ).label("blocks"),
    DocumentChange.version_ids,
    Extraction.comments,
    Extraction.language,
    Extraction.script,
    *(getattr(Extraction, name) for name in STATED_FACTS),
    Extraction.method,
    Extraction.method_version,
    Extraction.normalizer_version,
    Extraction.code_version,
    Extraction.confidence,
    Extraction.true_encoding.label("encoding"),
    Extraction.sha256,
    Fetch.headers["content-type"].as_string().label("content_type"),
    Fetch.id.label("fetch_id"),
    Fetch.fetched_at,
    Fetch.signals,
    _CLUSTER.label("cluster_id"),
)
"""The columns a query must give behind the document's ``id`` (its page's) and ``site``, for records to be made."""

FIELDS: Final = (
    *("id", "site", "kind", "url", "title", "text", "posts", "post_ids", "post_days", "comments", "language", "script"),
    *STATED_FACTS,
    *("method", "method_version", "normalizer_version", "code_version"),
    *("confidence", "encoding", "content_type", "sha256", "fetch_id", "fetched_at", "signals", "cluster_id"),
)
"""The fields of a record, in order."""

_READ: Final = ("id", "site", *(column.key for column in COLUMNS))
_TIMES: Final = tuple(str(column.key) for column in COLUMNS if isinstance(column.type, Date | DateTime))
"""Those that are dates and times: to ask each value whether it is one costs a record two microseconds."""


def records(connection: Connection, rows: Sequence[Row[Any]]) -> list[dict[str, Any] | None]:
    """Make a record, ready for JSON, of each row that begins with ``id``, ``site`` and ``COLUMNS``.

    It is None where the text is gone.

    ``posts`` are the texts of a thread's posts in order, of which ``text`` consists, ``post_ids`` the site's own ids of
    them and ``post_days`` the days they were written on, where these are known. ``comments`` are what readers wrote
    under an article, no part of ``text``. Dates and times are ISO 8601. ``cluster_id`` is the ``id`` of the first
    of the documents of nearly the same text, its own where there is no other; as it is when the record is made, None
    until the text has been compared.
    """
    versions = post_texts(connection, (post for row in rows for post in row.version_ids or ()))
    return [_record(row, versions) for row in rows]


def _record(row: Row[Any], versions: Mapping[int, PostText]) -> dict[str, Any] | None:
    # By place, for `Row._asdict` makes the list of the names anew for each row.
    fields: dict[str, Any] = dict(zip(_READ, row, strict=False))
    posts = [versions[each] for each in row.version_ids or () if each in versions]
    if row.sha256 is None or (row.version_ids is not None and not posts):
        return None
    if posts:
        fields["text"] = "\n\n".join(post.text for post in posts)
        fields["posts"] = [post.text for post in posts]
    else:
        blocks = fields["blocks"]
        fields["posts"] = texts_by_post(with_texts(blocks, fields["text"])) if blocks else []
    fields["post_ids"] = [post.id for post in posts]
    fields["post_days"] = [post.day and post.day.isoformat() for post in posts]
    fields["comments"] = texts_by_post(fields["comments"])
    for name in _TIMES:
        if (value := fields[name]) is not None:
            fields[name] = value.isoformat()
    return {name: fields[name] for name in FIELDS}


def texts_by_post(blocks: Iterable[Mapping[str, Any]]) -> list[str]:
    """Put the stored blocks of a thread's posts, or of comments, together: the text of each, in order."""
    texts: defaultdict[int, list[str]] = defaultdict(list)
    for block in blocks:
        if post := block.get("post"):
            texts[post].append(block["text"].lstrip("\t"))
    return ["\n\n".join(parts) for _, parts in sorted(texts.items())]
