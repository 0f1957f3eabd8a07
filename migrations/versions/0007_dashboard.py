"""Operators with their sessions, the audit log, the words of documents for searching, and views."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

# Of a text 200,000 characters are searched: a tsvector must not exceed 1 MB, or the document could not be stored.
KEEP_WORDS = """
CREATE FUNCTION keep_document_words() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO document_words (page_id, words)
    SELECT NEW.page_id, to_tsvector('simple', left(concat_ws(E'\\n', NEW.title, text), 200000))
      FROM extractions WHERE id = NEW.extraction_id
    ON CONFLICT (page_id) DO UPDATE SET words = excluded.words;
    RETURN NULL;
END
$$
"""
FILL_WORDS = """
INSERT INTO document_words (page_id, words)
SELECT documents.page_id, to_tsvector('simple', left(concat_ws(E'\\n', documents.title, text), 200000))
  FROM documents JOIN extractions ON extractions.id = extraction_id
"""
WORDS_TRIGGER = """
CREATE TRIGGER document_words AFTER INSERT OR UPDATE OF extraction_id, title, text_digest ON documents
FOR EACH ROW EXECUTE FUNCTION keep_document_words()
"""

VIEWS = {
    "v_documents": """
        SELECT d.page_id AS id, d.site, s.kind, d.url, d.title, e.text, d.language, e.script, e.published,
               d.characters, e.posts, e.confidence, e.method, e.method_version, e.normalizer_version, e.code_version,
               e.declared_encoding, e.true_encoding, f.sha256, f.fetched_at, d.first_stored_at, d.updated_at
          FROM documents d
          JOIN sites s ON s.name = d.site
          JOIN extractions e ON e.id = d.extraction_id
          JOIN fetches f ON f.id = d.fetch_id
    """,
    "v_failures": """
        SELECT f.id AS fetch_id, f.page_id, p.site, f.url, f.final_url, f.status, o.outcome,
               coalesce(o.detail, f.error) AS reason, f.attempts, f.processings, f.sha256 IS NOT NULL AS has_bytes,
               f.fetched_at, o.at AS ended_at
          FROM outcomes o
          JOIN fetches f ON f.id = o.fetch_id
          JOIN pages p ON p.id = f.page_id
         WHERE o.outcome NOT IN ('stored', 'unchanged', 'listing', 'taken-down')
    """,
    "v_site_health": """
        SELECT s.name AS site, s.kind, s.enabled, s.paused_at, s.taken_down_at, s.next_due_at, s.failures,
               s.leased_by IS NOT NULL AS in_hand,
               (SELECT count(*) FROM documents d WHERE d.site = s.name) AS documents,
               (SELECT max(c.at) FROM document_changes c
                 WHERE c.site = s.name AND c.change = 'new') AS last_new_document_at,
               coalesce(r.fetches, 0) AS fetches_24h,
               coalesce(r.failures, 0) AS failures_24h,
               coalesce(r.documents, 0) AS documents_24h
          FROM sites s
          LEFT JOIN (
               SELECT p.site, count(*) AS fetches, count(*) FILTER (WHERE o.outcome = 'stored') AS documents,
                      count(*) FILTER (WHERE o.outcome NOT IN ('stored', 'unchanged', 'listing', 'taken-down'))
                      AS failures
                 FROM fetches f
                 JOIN pages p ON p.id = f.page_id
                 LEFT JOIN outcomes o ON o.fetch_id = f.id
                WHERE f.fetched_at > now() - interval '24 hours'
                GROUP BY p.site
          ) r ON r.site = s.name
    """,
}


def upgrade() -> None:
    op.create_table(
        "operators",
        sa.Column("name", postgresql.TEXT(), nullable=False),
        sa.Column("role", postgresql.TEXT(), nullable=False),
        sa.Column("secret_hash", postgresql.TEXT(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("role IN ('viewer', 'operator')", name=op.f("ck_operators_role")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_operators")),
    )
    op.create_table(
        "operator_sessions",
        sa.Column("digest", postgresql.BYTEA(), nullable=False),
        sa.Column("operator", postgresql.TEXT(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["operator"], ["operators.name"], ondelete="CASCADE", name=op.f("fk_operator_sessions_operator_operators")
        ),
        sa.PrimaryKeyConstraint("digest", name=op.f("pk_operator_sessions")),
    )
    op.create_index("ix_operator_sessions_operator", "operator_sessions", ["operator"])
    op.create_table(
        "audit_log",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("operator", postgresql.TEXT(), nullable=False),
        sa.Column("action", postgresql.TEXT(), nullable=False),
        sa.Column("subject", postgresql.TEXT(), nullable=False),
        sa.Column("detail", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_log")),
    )
    op.create_index("ix_audit_log_at", "audit_log", ["at"])
    op.create_table(
        "document_words",
        sa.Column("page_id", sa.BigInteger(), nullable=False),
        sa.Column("words", postgresql.TSVECTOR(), nullable=False),
        sa.ForeignKeyConstraint(
            ["page_id"], ["documents.page_id"], ondelete="CASCADE", name=op.f("fk_document_words_page_id_documents")
        ),
        sa.PrimaryKeyConstraint("page_id", name=op.f("pk_document_words")),
    )
    op.execute(FILL_WORDS)
    op.create_index("ix_document_words_words", "document_words", ["words"], postgresql_using="gin")
    op.execute(KEEP_WORDS)
    op.execute(WORDS_TRIGGER)
    op.create_index("ix_document_changes_at", "document_changes", ["at"], postgresql_using="brin")
    op.create_index("ix_fetches_fetched_at", "fetches", ["fetched_at"], postgresql_using="brin")
    for name, query in VIEWS.items():
        op.execute(f"CREATE VIEW {name} AS {query}")


def downgrade() -> None:
    for name in VIEWS:
        op.execute(f"DROP VIEW {name}")
    op.drop_index("ix_fetches_fetched_at", table_name="fetches")
    op.drop_index("ix_document_changes_at", table_name="document_changes")
    op.execute("DROP TRIGGER document_words ON documents")
    op.execute("DROP FUNCTION keep_document_words()")
    for name in ("document_words", "audit_log", "operator_sessions", "operators"):
        op.drop_table(name)
