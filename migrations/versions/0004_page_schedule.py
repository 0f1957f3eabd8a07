"""A schedule for each page, leases that live as long as their process, and hosts with one rate each."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KEYS = {"heartbeats": "id", "hosts": "host", "robots_files": "origin"}
NEW_TABLES: dict[str, tuple[sa.Column[Any], ...]] = {
    "heartbeats": (
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", postgresql.TEXT(), nullable=False),
        sa.Column("machine", postgresql.TEXT(), nullable=False),
        sa.Column("pid", sa.Integer(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
    ),
    "hosts": (
        sa.Column("host", postgresql.TEXT(), nullable=False),
        sa.Column("leased_by", sa.Uuid(), nullable=True),
        sa.Column("free_at", sa.DateTime(timezone=True), nullable=True),
    ),
    "robots_files": (
        sa.Column("origin", postgresql.TEXT(), nullable=False),
        sa.Column("asked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("body", postgresql.TEXT(), nullable=True),
        sa.Column("error", postgresql.TEXT(), nullable=True),
        sa.Column("failures", sa.SmallInteger(), server_default="0", nullable=False),
    ),
}
NEW_COLUMNS: dict[str, tuple[sa.Column[Any], ...]] = {
    "sites": (
        sa.Column("hosts", postgresql.ARRAY(postgresql.TEXT()), server_default="{}", nullable=False),
        sa.Column("leased_by", sa.Uuid(), nullable=True),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failures", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("junk_parameters", postgresql.JSONB(), server_default="[]", nullable=False),
    ),
    "crawls": (
        sa.Column("detail", postgresql.TEXT(), nullable=True),
        sa.Column("fetches", sa.Integer(), server_default="0", nullable=False),
        sa.Column("new_pages", sa.Integer(), server_default="0", nullable=False),
    ),
    "pages": (
        sa.Column("next_due_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("revisit_interval", postgresql.INTERVAL(), nullable=True),
        sa.Column("fetched_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failures", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("cost", sa.REAL(), server_default="0", nullable=False),
        sa.Column("shape", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sha256", postgresql.BYTEA(), nullable=True),
        sa.Column("etag", postgresql.TEXT(), nullable=True),
        sa.Column("last_modified", postgresql.TEXT(), nullable=True),
        sa.Column("validator_trust", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("conditional_gets", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("list_digest", postgresql.BYTEA(), nullable=True),
        sa.Column("barren", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("thread_key", postgresql.TEXT(), nullable=True),
        sa.Column("thread_page", sa.Integer(), nullable=True),
        sa.Column("index_state", postgresql.TEXT(), nullable=True),
        sa.Column("alias_of", sa.BigInteger(), nullable=True),
    ),
    "fetches": (sa.Column("signals", postgresql.JSONB(), server_default="{}", nullable=False),),
}
INDEXES = {
    "ix_sites_leased_by": ("sites", ["leased_by"], "leased_by IS NOT NULL"),
    "ix_pages_due": ("pages", ["site", "next_due_at"], "taken_down_at IS NULL AND alias_of IS NULL"),
    "ix_pages_site_thread_key_thread_page": ("pages", ["site", "thread_key", "thread_page"], "thread_key IS NOT NULL"),
    "ix_pages_site_list_digest": ("pages", ["site", "list_digest"], "list_digest IS NOT NULL"),
    "ix_pages_alias_of": ("pages", ["alias_of"], "alias_of IS NOT NULL"),
}


def upgrade() -> None:
    for name, columns in NEW_TABLES.items():
        op.create_table(name, *columns, sa.PrimaryKeyConstraint(KEYS[name], name=op.f(f"pk_{name}")))
    for table, columns in NEW_COLUMNS.items():
        for column in columns:
            op.add_column(table, column)
    op.create_foreign_key(op.f("fk_pages_alias_of_pages"), "pages", "pages", ["alias_of"], ["id"])
    for name, (table, names, where) in INDEXES.items():
        op.create_index(name, table, names, unique=False, postgresql_where=sa.text(where))
    for name in ("first_crawl_id", "last_crawl_id"):
        op.alter_column("pages", name, nullable=True)


def downgrade() -> None:
    op.execute("DELETE FROM pages WHERE first_crawl_id IS NULL OR last_crawl_id IS NULL")
    for name in ("first_crawl_id", "last_crawl_id"):
        op.alter_column("pages", name, nullable=False)
    for name, (table, _, _) in INDEXES.items():
        op.drop_index(name, table_name=table)
    for table, columns in NEW_COLUMNS.items():
        for column in columns:
            op.drop_column(table, column.name)
    for name in NEW_TABLES:
        op.drop_table(name)
