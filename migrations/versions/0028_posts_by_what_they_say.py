"""Posts by what they say, so that the page a post was moved from is known when the post turns up elsewhere."""

from alembic import op

from migrations.index_builds import build_indexes

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None

INDEX = "ix_post_versions_moved"


def upgrade() -> None:
    build_indexes({INDEX: "post_versions USING hash ((key || text)) WHERE left(key, 1) <> '~' AND characters >= 60"})


def downgrade() -> None:
    op.drop_index(INDEX, "post_versions")
