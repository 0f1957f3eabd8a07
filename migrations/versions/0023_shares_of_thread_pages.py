"""Each page of a thread has its share of the thread's document, so that one page can be stored without the others."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

COLUMNS = ("share_ids", "share_characters", "share_digests", "is_alias")


def upgrade() -> None:
    # Empty, and so made with the next page of the thread that is stored.
    ids = postgresql.ARRAY(sa.BigInteger())
    op.add_column("thread_pages", sa.Column("share_ids", ids, server_default="{}", nullable=False))
    op.add_column("thread_pages", sa.Column("share_characters", sa.BigInteger(), server_default="0", nullable=False))
    op.add_column("thread_pages", sa.Column("share_digests", postgresql.BYTEA(), server_default="", nullable=False))
    op.add_column("thread_pages", sa.Column("is_alias", sa.Boolean(), nullable=True))


def downgrade() -> None:
    for column in COLUMNS:
        op.drop_column("thread_pages", column)
