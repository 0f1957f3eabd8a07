"""Failures that an operator has discarded, and which failures are still open."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

COLUMNS = """
    f.id AS fetch_id, f.page_id, p.site, f.url, f.final_url, f.status, o.outcome,
    coalesce(o.detail, f.error) AS reason, f.attempts, f.processings, f.sha256 IS NOT NULL AS has_bytes,
    f.fetched_at, o.at AS ended_at
"""
MORE_COLUMNS = """
    o.discard_reason,
    o.discard_reason IS NULL AND p.alias_of IS NULL AND p.taken_down_at IS NULL
    AND NOT EXISTS (SELECT FROM fetches newer WHERE newer.page_id = f.page_id AND newer.id > f.id) AS is_open
"""
ROWS = """
      FROM outcomes o
      JOIN fetches f ON f.id = o.fetch_id
      JOIN pages p ON p.id = f.page_id
     WHERE o.outcome NOT IN ('stored', 'unchanged', 'listing', 'taken-down')
"""


def upgrade() -> None:
    op.add_column("outcomes", sa.Column("discard_reason", postgresql.TEXT(), nullable=True))
    op.create_index(
        "ix_outcomes_open_failures",
        "outcomes",
        ["at"],
        postgresql_where=sa.text(
            "outcome NOT IN ('stored', 'unchanged', 'listing', 'taken-down') AND discard_reason IS NULL"
        ),
    )
    op.execute(f"CREATE OR REPLACE VIEW v_failures AS SELECT {COLUMNS}, {MORE_COLUMNS} {ROWS}")


def downgrade() -> None:
    op.execute("DROP VIEW v_failures")
    op.execute(f"CREATE VIEW v_failures AS SELECT {COLUMNS} {ROWS}")
    op.drop_index("ix_outcomes_open_failures", table_name="outcomes")
    op.drop_column("outcomes", "discard_reason")
