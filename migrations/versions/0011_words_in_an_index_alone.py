"""Words of texts stand in an index alone, and texts of blocks in the document's: each was half of what was stored."""

from alembic import op

from migrations.index_builds import build_indexes

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

# Of a text 200,000 characters are searched: a tsvector must not exceed 1 MB, or the document could not be stored.
WORDS = "to_tsvector('simple'::regconfig, left((coalesce(title, '') || ' ') || text, 200000))"
TABLE = """
    CREATE TABLE document_words (
        page_id bigint CONSTRAINT pk_document_words PRIMARY KEY
                CONSTRAINT fk_document_words_page_id_documents REFERENCES documents (page_id) ON DELETE CASCADE,
        words tsvector NOT NULL)
"""
FILL_TABLE = """
    INSERT INTO document_words (page_id, words)
    SELECT documents.page_id, chosen.words
      FROM documents JOIN LATERAL (
           SELECT to_tsvector('simple', left(coalesce(title, '') || ' ' || text, 200000)) AS words
             FROM extractions WHERE id = documents.extraction_id) AS chosen ON true
"""
FILL_TABLE_LATER = (
    f"""
    CREATE FUNCTION keep_document_words() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
        {FILL_TABLE} WHERE documents.page_id = NEW.page_id ON CONFLICT (page_id) DO UPDATE SET words = excluded.words;
        RETURN NULL;
    END
    $$
    """,
    """
    CREATE TRIGGER document_words AFTER INSERT OR UPDATE OF extraction_id, title, text_digest ON documents
    FOR EACH ROW EXECUTE FUNCTION keep_document_words()
    """,
)
# Blocks are written without their texts from now on, and those that are there stay as they are (`db/block_texts.py`).
BLOCKS_WITH_TEXTS = """
    UPDATE extractions SET blocks = (
        SELECT coalesce(jsonb_agg(
               CASE WHEN length IS NULL THEN block ELSE block - 'tabs' || jsonb_build_object(
               'text', repeat(E'\\t', coalesce((block ->> 'tabs')::int, 0)) || substr(text, 1 + start, length)) END
               ORDER BY number), '[]')
          FROM (SELECT block, number, length, coalesce(sum(length + 2) OVER (
                       ORDER BY number ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0)::int AS start
                  FROM jsonb_array_elements(blocks) WITH ORDINALITY AS stored (block, number) CROSS JOIN LATERAL (
                       SELECT CASE jsonb_typeof(block -> 'text') WHEN 'number' THEN (block ->> 'text')::int END
                       AS length) AS lengths) AS placed)
"""


def upgrade() -> None:
    build_indexes({"ix_extractions_words": f"extractions USING gin ({WORDS})"})  # minutes for a million texts
    op.execute("DROP TRIGGER document_words ON documents")
    op.execute("DROP FUNCTION keep_document_words()")
    op.drop_table("document_words")


def downgrade() -> None:
    op.execute("SET LOCAL statement_timeout = 0")  # as long, for texts and blocks are written anew
    op.execute(BLOCKS_WITH_TEXTS)
    op.execute(TABLE)
    op.execute(FILL_TABLE)
    op.create_index("ix_document_words_words", "document_words", ["words"], postgresql_using="gin")
    for statement in FILL_TABLE_LATER:
        op.execute(statement)
    op.drop_index("ix_extractions_words", table_name="extractions")
