"""Which raw pages were removed on purpose, which were found lost, and how far a check of the store is."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.index_builds import build_indexes

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


NOT_TO_BE_ARCHIVED = "sha256 IS NOT NULL AND signals -> 'robots' ?| ARRAY['noarchive', 'nocache']"


def upgrade() -> None:
    build_indexes({"ix_fetches_not_to_be_archived": f"fetches (sha256) WHERE {NOT_TO_BE_ARCHIVED}"})
    for column in ("removed_at", "lost_at"):
        op.add_column("raw_pages", sa.Column(column, sa.DateTime(timezone=True), nullable=True))
    op.execute(
        "UPDATE raw_pages SET removed_at = now()"
        " WHERE sha256 IN (SELECT sha256 FROM fetches WHERE sha256 IS NOT NULL AND signals ? 'removed')"
    )
    op.execute("UPDATE fetches SET signals = signals - 'removed' WHERE signals ? 'removed'")
    op.create_index(
        "ix_raw_pages_there", "raw_pages", ["stored_at", "sha256"], postgresql_where=sa.text("removed_at IS NULL")
    )
    op.create_table(
        "store_checks",
        sa.Column("id", sa.Boolean(), nullable=False),
        sa.Column("begun_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("checked_up_to", postgresql.BYTEA(), nullable=True),
        sa.Column("pages", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("lost", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("id", name=op.f("ck_store_checks_single_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_store_checks")),
    )


def downgrade() -> None:
    op.drop_table("store_checks")
    op.drop_index("ix_fetches_not_to_be_archived", table_name="fetches")
    op.drop_index("ix_raw_pages_there", table_name="raw_pages")
    op.execute(
        """
        UPDATE fetches SET signals = signals || '{"removed": true}' FROM raw_pages
         WHERE raw_pages.sha256 = fetches.sha256 AND raw_pages.removed_at IS NOT NULL
           AND signals -> 'robots' ?| ARRAY['noarchive', 'nocache']
        """
    )
    for column in ("removed_at", "lost_at"):
        op.drop_column("raw_pages", column)
