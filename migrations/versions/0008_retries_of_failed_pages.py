"""Pages whose reading failed are tried again, a few times, each later than the last."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("outcomes", sa.Column("retries", sa.SmallInteger(), server_default="0", nullable=False))
    op.create_index(
        "ix_outcomes_failed", "outcomes", ["at"], postgresql_where=sa.text("outcome IN ('failed', 'timeout')")
    )


def downgrade() -> None:
    op.drop_index("ix_outcomes_failed", table_name="outcomes")
    op.drop_column("outcomes", "retries")
