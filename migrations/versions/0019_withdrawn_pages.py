"""The fetch that withdrew a page's document, so that an older one cannot bring it back."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("pages", sa.Column("withdrawn_by", sa.BigInteger()))


def downgrade() -> None:
    op.drop_column("pages", "withdrawn_by")
