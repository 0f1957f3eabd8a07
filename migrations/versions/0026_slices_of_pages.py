"""The slice of pages beside the words in their index, so that a search looks up the newest pages without all others."""

from migrations.index_builds import build_indexes

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

INDEX = "ix_extractions_words"
WORDS = "to_tsvector('simple'::regconfig, left((coalesce(title, '') || ' ') || text, 200000))"


def upgrade() -> None:
    build_indexes({INDEX: f"extractions USING gin ({WORDS}, (ARRAY[page_id >> 8]))"})  # two minutes for a million texts


def downgrade() -> None:
    build_indexes({INDEX: f"extractions USING gin ({WORDS})"})
