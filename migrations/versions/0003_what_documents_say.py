"""What a page says beside its text: date, address, site and section with their sources, comments, posts, confidence."""

from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

FACTS: dict[str, sa.types.TypeEngine[Any]] = {
    "whole_title": postgresql.TEXT(),
    "published": sa.Date(),
    "canonical_url": postgresql.TEXT(),
    "site_name": postgresql.TEXT(),
    "section": postgresql.TEXT(),
    "posts": sa.Integer(),
    "confidence": sa.Double(),
}
ALWAYS = {"comments": "[]", "sources": "{}"}


def upgrade() -> None:
    for name, kind in FACTS.items():
        op.add_column("extractions", sa.Column(name, kind, nullable=True))
    for name, empty in ALWAYS.items():  # of the rows there are; new ones say theirs
        op.add_column("extractions", sa.Column(name, postgresql.JSONB(), nullable=False, server_default=empty))
        op.alter_column("extractions", name, server_default=None)


def downgrade() -> None:
    for name in (*FACTS, *ALWAYS):
        op.drop_column("extractions", name)
