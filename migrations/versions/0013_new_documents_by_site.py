"""When a site's documents came, from an index: with a million of them the list of sites took seconds."""

from alembic import op

from migrations.index_builds import build_indexes

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    build_indexes({"ix_document_changes_new": "document_changes (site, at) WHERE change = 'new'"})


def downgrade() -> None:
    op.drop_index("ix_document_changes_new", table_name="document_changes")
