"""Pages read once more with another method or version, beside their documents, until that is promoted or dropped."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

STATES = "'waiting', 'running', 'ready', 'promoting', 'promoted', 'dropping', 'dropped', 'refused'"
CHANGES = "'same', 'changed', 'new', 'lost', 'none', 'failed'"


def upgrade() -> None:
    op.add_column("sites", sa.Column("promoted_method", postgresql.TEXT(), nullable=True))
    op.create_table(
        "reextractions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("site", postgresql.TEXT(), nullable=False),
        sa.Column("method", postgresql.TEXT(), nullable=False),
        sa.Column("method_version", postgresql.TEXT(), nullable=True),
        sa.Column("normalizer_version", postgresql.TEXT(), nullable=True),
        sa.Column("state", postgresql.TEXT(), server_default="waiting", nullable=False),
        sa.Column("detail", postgresql.TEXT(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(f"state IN ({STATES})", name=op.f("ck_reextractions_state")),
        sa.ForeignKeyConstraint(["site"], ["sites.name"], name=op.f("fk_reextractions_site_sites")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reextractions")),
    )
    op.create_index(
        "uq_reextractions_open",
        "reextractions",
        ["site"],
        unique=True,
        postgresql_where=sa.text("state IN ('waiting', 'running', 'ready', 'promoting', 'dropping')"),
    )
    op.create_table(
        "reextracted_pages",
        sa.Column("reextraction_id", sa.BigInteger(), nullable=False),
        sa.Column("page_id", sa.BigInteger(), nullable=False),
        sa.Column("fetch_id", sa.BigInteger(), nullable=False),
        sa.Column("outcome", postgresql.TEXT(), nullable=True),
        sa.Column("detail", postgresql.TEXT(), nullable=True),
        sa.Column("change", postgresql.TEXT(), nullable=True),
        sa.Column("extraction_id", sa.BigInteger(), nullable=True),
        sa.Column("characters", sa.Integer(), nullable=True),
        sa.Column("text_digest", postgresql.BYTEA(), nullable=True),
        sa.Column("template_version", sa.Integer(), nullable=True),
        sa.Column("old_extraction_id", sa.BigInteger(), nullable=True),
        sa.Column("old_characters", sa.Integer(), nullable=True),
        sa.Column("is_applied", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.CheckConstraint(f"change IN ({CHANGES})", name=op.f("ck_reextracted_pages_change")),
        sa.ForeignKeyConstraint(
            ["reextraction_id"], ["reextractions.id"], name=op.f("fk_reextracted_pages_reextraction_id_reextractions")
        ),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_reextracted_pages_page_id_pages")),
        sa.ForeignKeyConstraint(["fetch_id"], ["fetches.id"], name=op.f("fk_reextracted_pages_fetch_id_fetches")),
        sa.PrimaryKeyConstraint("reextraction_id", "page_id", name=op.f("pk_reextracted_pages")),
    )
    op.create_index(
        "ix_reextracted_pages_unread",
        "reextracted_pages",
        ["reextraction_id", "fetch_id"],
        postgresql_where=sa.text("change IS NULL"),
    )
    op.create_index("ix_reextracted_pages_page_id", "reextracted_pages", ["page_id"])
    op.create_index("ix_reextracted_pages_fetch_id", "reextracted_pages", ["fetch_id"])


def downgrade() -> None:
    op.drop_table("reextracted_pages")
    op.drop_table("reextractions")
    op.drop_column("sites", "promoted_method")
