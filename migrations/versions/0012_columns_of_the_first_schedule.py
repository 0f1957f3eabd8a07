"""Leases by time and pages by crawl are gone: a lease lives as long as its process, a page has its own schedule."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

OF_PAGES = ("first_crawl_id", "last_crawl_id")


def upgrade() -> None:
    op.drop_index("ix_pages_last_crawl_id_depth_id", table_name="pages")
    for name in OF_PAGES:
        op.drop_column("pages", name)
    op.drop_column("sites", "leased_until")
    op.drop_column("sites", "lease_token")


def downgrade() -> None:
    op.add_column("sites", sa.Column("leased_until", sa.DateTime(timezone=True), nullable=True))
    op.add_column("sites", sa.Column("lease_token", sa.Uuid(), nullable=True))
    for name in OF_PAGES:
        op.add_column("pages", sa.Column(name, sa.BigInteger(), nullable=True))
        op.create_foreign_key(op.f(f"fk_pages_{name}_crawls"), "pages", "crawls", [name], ["id"])
    op.execute(
        """
        UPDATE pages SET first_crawl_id = visits.first, last_crawl_id = visits.last
          FROM (SELECT page_id, min(crawl_id) AS first, max(crawl_id) AS last FROM fetches GROUP BY page_id) AS visits
         WHERE visits.page_id = pages.id
        """
    )
    op.create_index("ix_pages_last_crawl_id_depth_id", "pages", ["last_crawl_id", "depth", "id"], unique=False)
