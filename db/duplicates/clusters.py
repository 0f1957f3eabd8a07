"""Clusters of documents: who is in which, kept up with the feed of changes.

One transaction at a time writes them. Functions take an open ``Connection`` and neither begin nor commit.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, bindparam, delete, func, select, text, update
from sqlalchemy.dialects.postgresql import insert

from db.duplicates.tables import DocumentSignature, SignatureProgress
from db.models import Document, Extraction
from db.publication.tables import DocumentChange
from db.threads.thread_posts import posts_of_document

MOST_CANDIDATES: Final = 500
"""Documents with a band in common that a new one is compared with."""

_WRITING: Final = 0x64757073
"""Advisory lock of the one who writes clusters ("dups" in ASCII)."""

MOST_SHOWN: Final = 100
"""Documents of a cluster that are listed."""
_FEWEST_REPETITIONS: Final = 5
"""Addresses of one site with the same short text: fewer may be articles that were published twice."""
_MAX_REPEATED_CHARACTERS: Final = 800
"""A text that may say that something is not there has at most so many characters; articles are mostly longer."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What tells a text from others; see ``db.duplicates.tables.DocumentSignature``."""

    letters_digest: str
    """SHA-256 of the letters, in hexadecimal."""
    characters: int
    minhash: bytes = b""
    bands: tuple[int, ...] = ()
    """64-bit numbers with a sign."""


@dataclass(frozen=True, slots=True)
class ChangedDocuments:
    """Pages whose document has changed, those that have one with its text, and up to which position that was read."""

    pages: list[int]
    texts: dict[int, str]
    position: int


def changed_documents(connection: Connection, *, limit: int) -> ChangedDocuments:
    """Give the documents that have changed since signatures were last made, the oldest change first.

    Another process that asks waits until this one commits: one that has lost its right to the chore, with its
    connection, goes on to the end of its transaction.
    """
    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _WRITING})
    after = connection.scalar(select(SignatureProgress.position)) or 0
    changes = select(DocumentChange.page_id, DocumentChange.position).where(DocumentChange.position > after)
    rows = connection.execute(changes.order_by(DocumentChange.position).limit(limit)).all()
    pages = sorted({row.page_id for row in rows})
    shown = select(Document.page_id, Document.version_ids, Extraction.text)
    documents = connection.execute(
        shown.join(Extraction, Extraction.id == Document.extraction_id).where(Document.page_id.in_(pages))
    ).all()
    texts = {row.page_id: row.text for row in documents}
    for page_id in (row.page_id for row in documents if row.version_ids is not None):
        texts[page_id] = "\n\n".join(post.text for post in posts_of_document(connection, page_id))
    return ChangedDocuments(pages, texts, rows[-1].position if rows else after)


def is_behind(connection: Connection) -> bool:
    """Whether any document has changed since signatures were last made."""
    return bool(connection.scalar(_IS_BEHIND))


def note_progress(connection: Connection, position: int) -> None:
    """Note up to which position of the feed documents have their signatures."""
    upsert = insert(SignatureProgress).values(id=True, position=position)
    connection.execute(upsert.on_conflict_do_update(index_elements=["id"], set_={"position": position}))


def signed(connection: Connection, page_ids: Sequence[int]) -> set[int]:
    """Give those of these documents that have a signature."""
    row = DocumentSignature
    return set(connection.scalars(select(row.page_id).where(row.page_id.in_(page_ids))))


def remove(connection: Connection, page_id: int) -> None:
    """Forget a document's signature. The others of its cluster stay one, and get another canonical document."""
    row = DocumentSignature
    gone = connection.execute(
        delete(row).where(row.page_id == page_id).returning(row.letters_digest, row.minhash, row.bands, row.cluster_id)
    ).one_or_none()
    if gone is None:
        return
    if gone.bands:  # by which those with the same letters were found, too
        heir = select(func.min(row.page_id)).where(row.letters_digest == gone.letters_digest).scalar_subquery()
        connection.execute(update(row).where(row.page_id == heir).values(bands=gone.bands, minhash=gone.minhash))
    if gone.cluster_id == page_id:
        first = connection.scalar(select(func.min(row.page_id)).where(row.cluster_id == page_id))
        connection.execute(update(row).where(row.cluster_id == page_id).values(cluster_id=first))


def add(connection: Connection, page_id: int, signature: Signature, near: Callable[[bytes, bytes], bool]) -> int:
    """Put a document into the cluster of those it is like, and make one of the clusters it is like; give its cluster.

    ``near`` compares two MinHashes.
    """
    row = DocumentSignature
    same = connection.execute(
        select(row.cluster_id).where(row.letters_digest == signature.letters_digest).limit(1)
    ).one_or_none()
    clusters = {same.cluster_id} if same else _near_clusters(connection, signature, near)
    cluster: int = min({page_id, *clusters})
    values = {
        "page_id": page_id,
        "characters": signature.characters,
        "letters_digest": signature.letters_digest,
        "minhash": signature.minhash,
        "bands": [] if same else list(signature.bands),
        "cluster_id": cluster,
    }
    connection.execute(insert(row).values(**values))
    merged = clusters - {cluster}
    if merged:
        connection.execute(update(row).where(row.cluster_id.in_(merged)).values(cluster_id=cluster))
    return cluster


def like(connection: Connection, signature: Signature, near: Callable[[bytes, bytes], bool]) -> list[Row[Any]]:
    """List the documents whose text is the same as another or nearly, with all of their clusters.

    Rows have ``page_id``, ``site``, ``url``, ``title``, ``characters`` and ``cluster_id``.
    """
    row = DocumentSignature
    same = set(connection.scalars(select(row.cluster_id).where(row.letters_digest == signature.letters_digest)))
    clusters = same | _near_clusters(connection, signature, near)
    return list(connection.execute(_MEMBERS, {"clusters": sorted(clusters), "limit": MOST_SHOWN}).all())


def members(connection: Connection, cluster: int) -> list[Row[Any]]:
    """List the documents of a cluster as ``like`` does, the canonical one first."""
    return list(connection.execute(_MEMBERS, {"clusters": [cluster], "limit": MOST_SHOWN}).all())


def largest_clusters(connection: Connection, *, limit: int) -> list[Row[Any]]:
    """List the clusters of more than one document, the largest first.

    Rows have ``cluster_id``, ``documents`` and ``sites`` (numbers), and ``url``, ``title``, ``characters`` of the
    canonical document.
    """
    return list(connection.execute(_LARGEST_CLUSTERS, {"limit": limit}).all())


def repeated_texts(connection: Connection, *, limit: int) -> list[Row[Any]]:
    """List short texts that stand at many addresses of one site: mostly pages that say that something is not there.

    Rows have ``site``, ``pages`` (their number), ``cluster_id``, and ``url`` and ``excerpt`` of one of them.
    """
    values = {"limit": limit, "at_least": _FEWEST_REPETITIONS, "characters": _MAX_REPEATED_CHARACTERS}
    return list(connection.execute(_REPEATED, values).all())


def _near_clusters(connection: Connection, signature: Signature, near: Callable[[bytes, bytes], bool]) -> set[int]:
    if not signature.bands:
        return set()
    values = {"bands": list(signature.bands), "limit": MOST_CANDIDATES}
    rows = connection.execute(_CANDIDATES, values)
    return {row.cluster_id for row in rows if near(bytes(row.minhash), signature.minhash)}


_IS_BEHIND: Final = text(
    """
    SELECT EXISTS (SELECT FROM document_changes
                    WHERE position > coalesce((SELECT position FROM signature_progress), 0))
    """
)
_CANDIDATES: Final = text(
    """
    SELECT cluster_id, minhash FROM document_signatures WHERE bands && CAST(:bands AS bigint[]) LIMIT :limit
    """
)
_MEMBERS: Final = text(
    """
    SELECT documents.page_id, documents.site, documents.url, documents.title, documents.characters,
           signatures.cluster_id
      FROM document_signatures AS signatures JOIN documents ON documents.page_id = signatures.page_id
     WHERE signatures.cluster_id IN :clusters ORDER BY signatures.cluster_id, documents.page_id LIMIT :limit
    """
).bindparams(bindparam("clusters", expanding=True))
_LARGEST_CLUSTERS: Final = text(
    """
    SELECT clusters.*, documents.url, documents.title, documents.characters
      FROM (SELECT signatures.cluster_id, count(*) AS documents, count(DISTINCT pages.site) AS sites
              FROM document_signatures AS signatures JOIN pages ON pages.id = signatures.page_id
             GROUP BY signatures.cluster_id HAVING count(*) > 1
             ORDER BY documents DESC, signatures.cluster_id LIMIT :limit) AS clusters
      LEFT JOIN documents ON documents.page_id = clusters.cluster_id
     ORDER BY clusters.documents DESC, clusters.cluster_id
    """
)
_REPEATED: Final = text(
    """
    SELECT repeated.*, documents.url, left(extractions.text, 200) AS excerpt
      FROM (SELECT pages.site, count(*) AS pages, min(signatures.cluster_id) AS cluster_id, min(pages.id) AS page_id
              FROM document_signatures AS signatures JOIN pages ON pages.id = signatures.page_id
             WHERE signatures.characters <= :characters
             GROUP BY pages.site, signatures.letters_digest HAVING count(*) >= :at_least
             ORDER BY 2 DESC, 1, 4 LIMIT :limit) AS repeated
      JOIN documents ON documents.page_id = repeated.page_id
      JOIN extractions ON extractions.id = documents.extraction_id
     ORDER BY repeated.pages DESC, repeated.site, repeated.page_id
    """
)
