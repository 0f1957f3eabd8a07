"""The templates of sites, and which version of one an extraction was made with."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "templates",
        sa.Column("site", postgresql.TEXT(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("state", postgresql.JSONB(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["site"], ["sites.name"], name=op.f("fk_templates_site_sites")),
        sa.PrimaryKeyConstraint("site", name=op.f("pk_templates")),
    )
    op.add_column("extractions", sa.Column("template_version", sa.Integer(), nullable=True))


def downgrade() -> None:
    op.drop_column("extractions", "template_version")
    op.drop_table("templates")
