"""The raw pages that the raw store has still to delete."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "raw_deletions",
        sa.Column("sha256", postgresql.BYTEA(), nullable=False),
        sa.PrimaryKeyConstraint("sha256", name=op.f("pk_raw_deletions")),
    )


def downgrade() -> None:
    op.drop_table("raw_deletions")  # an earlier version deletes what is left in it with `mezmun store tidy`
