"""The versions of a site's file; the first is the file as it was last read."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

TABLE = "site_file_versions"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("site", sa.Text(), nullable=False),
        sa.Column("config", postgresql.JSONB(), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["site"], ["sites.name"], name=op.f("fk_site_file_versions_site_sites")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_site_file_versions")),
    )
    op.create_index(op.f("ix_site_file_versions_site_id"), TABLE, ["site", "id"])
    op.execute(
        "INSERT INTO site_file_versions (site, config, read_at) SELECT name, config, now() FROM sites ORDER BY name"
    )


def downgrade() -> None:
    op.drop_table(TABLE)
