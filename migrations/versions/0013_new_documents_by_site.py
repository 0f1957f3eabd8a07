"""When a site's documents came, from an index: with a million of them the list of sites took seconds."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_document_changes_new", "document_changes", ["site", "at"], postgresql_where=sa.text("change = 'new'")
    )


def downgrade() -> None:
    op.drop_index("ix_document_changes_new", table_name="document_changes")
