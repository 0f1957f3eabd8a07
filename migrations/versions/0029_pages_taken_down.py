"""The pages that were taken down, so that exports of before are known without a look at all pages."""

from alembic import op

from migrations.index_builds import build_indexes

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

INDEX = "ix_pages_taken_down"


def upgrade() -> None:
    build_indexes({INDEX: "pages (site) WHERE taken_down_at IS NOT NULL"})


def downgrade() -> None:
    op.drop_index(INDEX, "pages")
