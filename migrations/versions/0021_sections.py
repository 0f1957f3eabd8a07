"""The kind of a page, where the section of the site that it is in has another one than the site."""

import sqlalchemy as sa
from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

DOCUMENTS = """
CREATE OR REPLACE VIEW v_documents AS
SELECT d.page_id AS id, d.site, {kind} AS kind, d.url, d.title,
       CASE WHEN d.version_ids IS NULL THEN e.text ELSE (
           SELECT string_agg(p.text, E'\\n\\n' ORDER BY each.number)
             FROM unnest(d.version_ids) WITH ORDINALITY AS each (id, number) JOIN post_versions p USING (id))
       END AS text,
       d.language, e.script, e.published,
       d.characters, d.posts, e.confidence, e.method, e.method_version,
       e.normalizer_version, e.code_version,
       e.declared_encoding, e.true_encoding, f.sha256, f.fetched_at, d.first_stored_at, d.updated_at
  FROM documents d
  JOIN sites s ON s.name = d.site
  JOIN extractions e ON e.id = d.extraction_id
  JOIN fetches f ON f.id = d.fetch_id
  {pages}
"""


def upgrade() -> None:
    op.add_column("pages", sa.Column("kind", sa.Text(), nullable=True))
    pages = "JOIN pages ON pages.id = d.page_id"
    op.execute(DOCUMENTS.format(kind="coalesce(pages.kind, s.kind)", pages=pages))


def downgrade() -> None:
    op.execute(DOCUMENTS.format(kind="s.kind", pages=""))
    op.drop_column("pages", "kind")
