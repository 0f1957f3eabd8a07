"""The slice of pages beside the words in their index, so that a search looks up the newest pages without all others."""

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

INDEX = "ix_extractions_words"
WORDS = "to_tsvector('simple'::regconfig, left((coalesce(title, '') || ' ') || text, 200000))"


def upgrade() -> None:
    op.drop_index(INDEX, table_name="extractions")
    op.execute("SET LOCAL maintenance_work_mem = '512MB'")  # a million texts take two minutes
    op.execute(f"CREATE INDEX {INDEX} ON extractions USING gin ({WORDS}, (ARRAY[page_id >> 8]))")


def downgrade() -> None:
    op.drop_index(INDEX, table_name="extractions")
    op.execute("SET LOCAL maintenance_work_mem = '512MB'")  # a million texts take two minutes
    op.execute(f"CREATE INDEX {INDEX} ON extractions USING gin ({WORDS})")
