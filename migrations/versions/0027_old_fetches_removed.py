"""How many fetches there were that are no longer in the log, so that counts do not change when old ones are removed."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

TABLE = "removed_fetch_counts"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("day", sa.DateTime(timezone=True), nullable=False),
        *(sa.Column(name, postgresql.TEXT(), nullable=False) for name in ("site", "subject", "word")),
        *(sa.Column(name, sa.BigInteger(), nullable=False) for name in ("count", "total")),
        sa.PrimaryKeyConstraint("day", "site", "subject", "word", name=op.f(f"pk_{TABLE}")),
    )


def downgrade() -> None:
    op.drop_table(TABLE)
