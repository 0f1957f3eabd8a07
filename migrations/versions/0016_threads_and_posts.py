"""A thread of a forum is one document of posts: threads, versions of posts, and what each page of a thread shows."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

# What it says that is logged: of a page the text has its extraction, of a thread its posts, by id.
LOG_CHANGE = """
CREATE OR REPLACE FUNCTION log_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO document_changes (page_id, site, change) VALUES (OLD.page_id, OLD.site, 'withdrawn');
    ELSE
        INSERT INTO document_changes (page_id, site, change, extraction_id, fetch_id{column})
        VALUES (NEW.page_id, NEW.site, CASE TG_OP WHEN 'INSERT' THEN 'new' ELSE 'changed' END,
                NEW.extraction_id, NEW.fetch_id{value});
    END IF;
    RETURN NULL;
END
$$
"""
CHANGED = """
CREATE TRIGGER document_changed AFTER UPDATE ON documents FOR EACH ROW
WHEN (({old}OLD.text_digest, OLD.title, OLD.language) IS DISTINCT FROM ({new}NEW.text_digest, NEW.title, NEW.language))
EXECUTE FUNCTION log_document_change()
"""

DOCUMENTS = """
CREATE OR REPLACE VIEW v_documents AS
SELECT d.page_id AS id, d.site, s.kind, d.url, d.title, {text} AS text, d.language, e.script, e.published,
       d.characters, {posts} AS posts, e.confidence, e.method, e.method_version, e.normalizer_version, e.code_version,
       e.declared_encoding, e.true_encoding, f.sha256, f.fetched_at, d.first_stored_at, d.updated_at
  FROM documents d
  JOIN sites s ON s.name = d.site
  JOIN extractions e ON e.id = d.extraction_id
  JOIN fetches f ON f.id = d.fetch_id
"""
TEXT = """CASE WHEN d.version_ids IS NULL THEN e.text ELSE (
           SELECT string_agg(p.text, E'\\n\\n' ORDER BY each.number)
             FROM unnest(d.version_ids) WITH ORDINALITY AS each (id, number) JOIN post_versions p USING (id)) END"""
POSTS = """
CREATE VIEW v_posts AS
SELECT d.page_id AS document_id, d.site, each.number::int AS number,
       CASE WHEN p.key NOT LIKE '~%' THEN p.key END AS id, p.day, p.text, p.characters, f.fetched_at AS first_fetched_at
  FROM documents d
 CROSS JOIN LATERAL unnest(d.version_ids) WITH ORDINALITY AS each (version, number)
  JOIN post_versions p ON p.id = each.version
  JOIN fetches f ON f.id = p.first_fetch_id
"""


def upgrade() -> None:
    op.create_table(
        "threads",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("site", postgresql.TEXT(), nullable=False),
        sa.Column("key", postgresql.TEXT(), nullable=False),
        sa.Column("page_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["site"], ["sites.name"], name=op.f("fk_threads_site_sites")),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_threads_page_id_pages")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_threads")),
        sa.UniqueConstraint("site", "key", name=op.f("uq_threads_site_key")),
    )
    op.create_index("ix_threads_page_id", "threads", ["page_id"])
    op.create_table(
        "post_versions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=False),
        sa.Column("key", postgresql.TEXT(), nullable=False),
        sa.Column("digest", postgresql.BYTEA(), nullable=False),
        sa.Column("text", postgresql.TEXT(), nullable=False),
        sa.Column("blocks", postgresql.JSONB(), nullable=False),
        sa.Column("characters", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=True),
        sa.Column("first_fetch_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["thread_id"], ["threads.id"], name=op.f("fk_post_versions_thread_id_threads")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_post_versions")),
        sa.UniqueConstraint("thread_id", "key", "digest", name=op.f("uq_post_versions_thread_id_key_digest")),
    )
    op.create_table(
        "thread_pages",
        sa.Column("page_id", sa.BigInteger(), nullable=False),
        sa.Column("thread_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("fetch_id", sa.BigInteger(), nullable=False),
        sa.Column("extraction_id", sa.BigInteger(), nullable=False),
        sa.Column("version_ids", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        *(
            sa.ForeignKeyConstraint([f"{name}_id"], [f"{table}.id"], name=op.f(f"fk_thread_pages_{name}_id_{table}"))
            for name, table in (
                ("page", "pages"),
                ("thread", "threads"),
                ("fetch", "fetches"),
                ("extraction", "extractions"),
            )
        ),
        sa.PrimaryKeyConstraint("page_id", name=op.f("pk_thread_pages")),
    )
    for column in ("thread_id", "fetch_id", "extraction_id"):
        op.create_index(f"ix_thread_pages_{column}", "thread_pages", [column])
    for table in ("documents", "document_changes"):
        op.add_column(table, sa.Column("version_ids", postgresql.ARRAY(sa.BigInteger()), nullable=True))
    op.add_column("extractions", sa.Column("post_facts", postgresql.JSONB(), nullable=True))
    op.execute(LOG_CHANGE.format(column=", version_ids", value=", NEW.version_ids"))
    op.execute("DROP TRIGGER document_changed ON documents")
    op.execute(CHANGED.format(old="", new=""))
    op.execute(DOCUMENTS.format(text=TEXT, posts="d.posts"))
    op.execute(POSTS)


def downgrade() -> None:
    # The pages of threads have no documents of their own: they get them when their pages are read again.
    op.execute("DROP VIEW v_posts")
    op.execute(DOCUMENTS.format(text="e.text", posts="e.posts"))
    op.execute("DELETE FROM documents WHERE version_ids IS NOT NULL")
    op.execute("DROP TRIGGER document_changed ON documents")
    op.execute(CHANGED.format(old="OLD.extraction_id, ", new="NEW.extraction_id, "))
    op.execute(LOG_CHANGE.format(column="", value=""))
    for table in ("document_changes", "documents"):
        op.drop_column(table, "version_ids")
    op.drop_column("extractions", "post_facts")
    for table in ("thread_pages", "post_versions", "threads"):
        op.drop_table(table)
