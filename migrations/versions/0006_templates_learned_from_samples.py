"""Templates are learned from a sample of a site's stored pages, and outcomes say which version they were made with."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

NEW_COLUMNS = (
    sa.Column("method", postgresql.TEXT(), server_default="", nullable=False),
    sa.Column("pages", sa.Integer(), server_default="0", nullable=False),
    sa.Column("last_fetch_id", sa.BigInteger(), server_default="0", nullable=False),
    sa.Column("renewed_after", sa.BigInteger(), server_default="0", nullable=False),
)


def upgrade() -> None:
    for column in NEW_COLUMNS:
        op.add_column("templates", column)
    op.add_column("outcomes", sa.Column("template_version", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("outcomes", "template_version")
    for column in NEW_COLUMNS:
        op.drop_column("templates", column.name)
