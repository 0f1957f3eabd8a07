"""The log of what happens to documents, written by a trigger, and the tokens of the programs that read it."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

LOG_CHANGE = """
CREATE FUNCTION log_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO document_changes (page_id, site, change) VALUES (OLD.page_id, OLD.site, 'withdrawn');
    ELSE
        INSERT INTO document_changes (page_id, site, change, extraction_id, fetch_id)
        VALUES (NEW.page_id, NEW.site, CASE TG_OP WHEN 'INSERT' THEN 'new' ELSE 'changed' END,
                NEW.extraction_id, NEW.fetch_id);
    END IF;
    RETURN NULL;
END
$$
"""
TRIGGERS = (
    """
    CREATE TRIGGER document_made_or_gone AFTER INSERT OR DELETE ON documents
    FOR EACH ROW EXECUTE FUNCTION log_document_change()
    """,
    """
    CREATE TRIGGER document_changed AFTER UPDATE ON documents FOR EACH ROW
    WHEN ((OLD.extraction_id, OLD.text_digest, OLD.title, OLD.language)
          IS DISTINCT FROM (NEW.extraction_id, NEW.text_digest, NEW.title, NEW.language))
    EXECUTE FUNCTION log_document_change()
    """,
)


def upgrade() -> None:
    op.create_table(
        "document_changes",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("page_id", sa.BigInteger(), nullable=False),
        sa.Column("site", postgresql.TEXT(), nullable=False),
        sa.Column("change", postgresql.TEXT(), nullable=False),
        sa.Column("extraction_id", sa.BigInteger(), nullable=True),
        sa.Column("fetch_id", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("change IN ('new', 'changed', 'withdrawn')", name=op.f("ck_document_changes_change")),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_document_changes_page_id_pages")),
        sa.ForeignKeyConstraint(["site"], ["sites.name"], name=op.f("fk_document_changes_site_sites")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_document_changes")),
    )
    # What is there already is new to every reader of the feed.
    op.execute(
        "INSERT INTO document_changes (page_id, site, change, extraction_id, fetch_id, at)"
        " SELECT page_id, site, 'new', extraction_id, fetch_id, updated_at FROM documents ORDER BY updated_at, page_id"
    )
    for name, column, where, unique in (
        ("uq_document_changes_position", "position", sa.text("position IS NOT NULL"), True),
        ("ix_document_changes_waiting", "id", sa.text("position IS NULL"), False),
        ("ix_document_changes_page_id", "page_id", None, False),
    ):
        op.create_index(name, "document_changes", [column], unique=unique, postgresql_where=where)
    op.execute(LOG_CHANGE)
    for trigger in TRIGGERS:
        op.execute(trigger)
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("name", postgresql.TEXT(), nullable=False),
        sa.Column("scopes", postgresql.ARRAY(postgresql.TEXT()), nullable=False),
        sa.Column("digest", postgresql.BYTEA(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("revoked_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_tokens")),
    )
    op.create_index("uq_api_tokens_digest", "api_tokens", ["digest"], unique=True)


def downgrade() -> None:
    op.drop_table("api_tokens")
    for trigger in ("document_made_or_gone", "document_changed"):
        op.execute(f"DROP TRIGGER {trigger} ON documents")
    op.execute("DROP FUNCTION log_document_change()")
    op.drop_table("document_changes")
