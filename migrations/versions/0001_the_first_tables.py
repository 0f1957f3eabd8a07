"""The first tables."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "raw_pages",
        sa.Column("sha256", postgresql.BYTEA(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("stored_size", sa.BigInteger(), nullable=False),
        sa.Column("compression", postgresql.TEXT(), nullable=False),
        sa.Column("stored_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_raw_pages")),
    )
    op.create_table(
        "sites",
        sa.Column("name", postgresql.TEXT(), nullable=False),
        sa.Column("kind", postgresql.TEXT(), nullable=False),
        sa.Column("config", postgresql.JSONB(), nullable=False),
        sa.Column("config_digest", postgresql.BYTEA(), nullable=False),
        sa.Column("enabled", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("interval", postgresql.INTERVAL(), nullable=False),
        sa.Column("next_due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lease_token", sa.Uuid(), nullable=True),
        sa.Column("taken_down_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_sites")),
    )
    op.create_index(
        "ix_sites_next_due_at",
        "sites",
        ["next_due_at"],
        unique=False,
        postgresql_where=sa.text("enabled AND taken_down_at IS NULL"),
    )
    op.create_table(
        "crawls",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("site", postgresql.TEXT(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("state", postgresql.TEXT(), server_default="running", nullable=False),
        sa.CheckConstraint("state IN ('running', 'finished', 'stopped')", name=op.f("ck_crawls_state")),
        sa.ForeignKeyConstraint(["site"], ["sites.name"], name=op.f("fk_crawls_site_sites")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_crawls")),
    )
    op.create_index(op.f("ix_crawls_site_id"), "crawls", ["site", "id"], unique=False)
    op.create_index(
        "uq_crawls_site_running", "crawls", ["site"], unique=True, postgresql_where=sa.text("state = 'running'")
    )
    op.create_table(
        "pages",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("site", postgresql.TEXT(), nullable=False),
        sa.Column("url", postgresql.TEXT(), nullable=False),
        sa.Column("role", postgresql.TEXT(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("discovered_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("first_crawl_id", sa.BigInteger(), nullable=False),
        sa.Column("last_crawl_id", sa.BigInteger(), nullable=False),
        sa.Column("taken_down_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("octet_length(url) <= 2048", name=op.f("ck_pages_url_length")),
        sa.ForeignKeyConstraint(["first_crawl_id"], ["crawls.id"], name=op.f("fk_pages_first_crawl_id_crawls")),
        sa.ForeignKeyConstraint(["last_crawl_id"], ["crawls.id"], name=op.f("fk_pages_last_crawl_id_crawls")),
        sa.ForeignKeyConstraint(["site"], ["sites.name"], name=op.f("fk_pages_site_sites")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pages")),
        sa.UniqueConstraint("site", "url", name=op.f("uq_pages_site_url")),
    )
    op.create_index(op.f("ix_pages_last_crawl_id_depth_id"), "pages", ["last_crawl_id", "depth", "id"], unique=False)
    op.create_table(
        "extractions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("page_id", sa.BigInteger(), nullable=False),
        sa.Column("sha256", postgresql.BYTEA(), nullable=False),
        sa.Column("method", postgresql.TEXT(), nullable=False),
        sa.Column("method_version", postgresql.TEXT(), nullable=False),
        sa.Column("normalizer_version", postgresql.TEXT(), nullable=False),
        sa.Column("code_version", postgresql.TEXT(), nullable=False),
        sa.Column("title", postgresql.TEXT(), nullable=True),
        sa.Column("text", postgresql.TEXT(), nullable=False),
        sa.Column("blocks", postgresql.JSONB(), nullable=False),
        sa.Column("language", postgresql.TEXT(), nullable=True),
        sa.Column("script", postgresql.TEXT(), nullable=True),
        sa.Column("declared_encoding", postgresql.TEXT(), nullable=True),
        sa.Column("true_encoding", postgresql.TEXT(), nullable=True),
        sa.Column("encoding_evidence", postgresql.TEXT(), nullable=True),
        sa.Column("changes", postgresql.JSONB(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_extractions_page_id_pages")),
        sa.ForeignKeyConstraint(["sha256"], ["raw_pages.sha256"], name=op.f("fk_extractions_sha256_raw_pages")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_extractions")),
        sa.UniqueConstraint(
            "page_id",
            "sha256",
            "method",
            "method_version",
            "normalizer_version",
            "code_version",
            name="uq_extractions_provenance",
        ),
    )
    op.create_index(op.f("ix_extractions_sha256"), "extractions", ["sha256"], unique=False)
    op.create_table(
        "fetches",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("page_id", sa.BigInteger(), nullable=False),
        sa.Column("crawl_id", sa.BigInteger(), nullable=False),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("url", postgresql.TEXT(), nullable=False),
        sa.Column("final_url", postgresql.TEXT(), nullable=True),
        sa.Column("status", sa.SmallInteger(), nullable=True),
        sa.Column("headers", postgresql.JSONB(), nullable=False),
        sa.Column("robots", postgresql.TEXT(), nullable=True),
        sa.Column("sha256", postgresql.BYTEA(), nullable=True),
        sa.Column("size", sa.BigInteger(), nullable=True),
        sa.Column("error", postgresql.TEXT(), nullable=True),
        sa.Column("attempts", sa.SmallInteger(), nullable=False),
        sa.Column("processings", sa.SmallInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["crawl_id"], ["crawls.id"], name=op.f("fk_fetches_crawl_id_crawls")),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_fetches_page_id_pages")),
        sa.ForeignKeyConstraint(["sha256"], ["raw_pages.sha256"], name=op.f("fk_fetches_sha256_raw_pages")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fetches")),
        sa.UniqueConstraint("crawl_id", "page_id", name=op.f("uq_fetches_crawl_id_page_id")),
    )
    op.create_index(op.f("ix_fetches_page_id_id"), "fetches", ["page_id", "id"], unique=False)
    op.create_index(
        op.f("ix_fetches_sha256"), "fetches", ["sha256"], unique=False, postgresql_where=sa.text("sha256 IS NOT NULL")
    )
    op.create_table(
        "documents",
        sa.Column("page_id", sa.BigInteger(), nullable=False),
        sa.Column("extraction_id", sa.BigInteger(), nullable=False),
        sa.Column("fetch_id", sa.BigInteger(), nullable=False),
        sa.Column("site", postgresql.TEXT(), nullable=False),
        sa.Column("url", postgresql.TEXT(), nullable=False),
        sa.Column("title", postgresql.TEXT(), nullable=True),
        sa.Column("characters", sa.Integer(), nullable=False),
        sa.Column("text_digest", postgresql.BYTEA(), nullable=False),
        sa.Column("language", postgresql.TEXT(), nullable=True),
        sa.Column("first_stored_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["extraction_id"], ["extractions.id"], name=op.f("fk_documents_extraction_id_extractions")
        ),
        sa.ForeignKeyConstraint(["fetch_id"], ["fetches.id"], name=op.f("fk_documents_fetch_id_fetches")),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_documents_page_id_pages")),
        sa.ForeignKeyConstraint(["site"], ["sites.name"], name=op.f("fk_documents_site_sites")),
        sa.PrimaryKeyConstraint("page_id", name=op.f("pk_documents")),
    )
    op.create_index(op.f("ix_documents_extraction_id"), "documents", ["extraction_id"], unique=False)
    op.create_index(op.f("ix_documents_fetch_id"), "documents", ["fetch_id"], unique=False)
    op.create_index(op.f("ix_documents_site_page_id"), "documents", ["site", "page_id"], unique=False)
    op.create_table(
        "outcomes",
        sa.Column("fetch_id", sa.BigInteger(), nullable=False),
        sa.Column("outcome", postgresql.TEXT(), nullable=False),
        sa.Column("detail", postgresql.TEXT(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.CheckConstraint(
            "outcome IN ('stored', 'unchanged', 'listing', 'empty', 'too-short', 'not-html', 'undecodable',"
            " 'too-large', 'timeout', 'failed', 'robots-denied', 'http-error', 'redirected-away', 'unreachable',"
            " 'taken-down')",
            name=op.f("ck_outcomes_outcome"),
        ),
        sa.ForeignKeyConstraint(["fetch_id"], ["fetches.id"], name=op.f("fk_outcomes_fetch_id_fetches")),
        sa.PrimaryKeyConstraint("fetch_id", name=op.f("pk_outcomes")),
    )


def downgrade() -> None:
    op.drop_table("outcomes")
    op.drop_index(op.f("ix_documents_site_page_id"), table_name="documents")
    op.drop_index(op.f("ix_documents_fetch_id"), table_name="documents")
    op.drop_index(op.f("ix_documents_extraction_id"), table_name="documents")
    op.drop_table("documents")
    op.drop_index(op.f("ix_fetches_sha256"), table_name="fetches", postgresql_where=sa.text("sha256 IS NOT NULL"))
    op.drop_index(op.f("ix_fetches_page_id_id"), table_name="fetches")
    op.drop_table("fetches")
    op.drop_index(op.f("ix_extractions_sha256"), table_name="extractions")
    op.drop_table("extractions")
    op.drop_index(op.f("ix_pages_last_crawl_id_depth_id"), table_name="pages")
    op.drop_table("pages")
    op.drop_index("uq_crawls_site_running", table_name="crawls", postgresql_where=sa.text("state = 'running'"))
    op.drop_index(op.f("ix_crawls_site_id"), table_name="crawls")
    op.drop_table("crawls")
    op.drop_index(
        "ix_sites_next_due_at", table_name="sites", postgresql_where=sa.text("enabled AND taken_down_at IS NULL")
    )
    op.drop_table("sites")
    op.drop_table("raw_pages")
