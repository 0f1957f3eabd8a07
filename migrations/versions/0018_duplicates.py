"""Signatures of documents' texts, and the clusters of those that are nearly the same."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

TABLE = "document_signatures"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("page_id", sa.BigInteger(), nullable=False),
        sa.Column("characters", sa.Integer(), nullable=False),
        sa.Column("letters_digest", postgresql.BYTEA(), nullable=False),
        sa.Column("minhash", sa.LargeBinary(), nullable=False),
        sa.Column("bands", postgresql.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("cluster_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_document_signatures_page_id_pages")),
        sa.PrimaryKeyConstraint("page_id", name=op.f("pk_document_signatures")),
    )
    for column in ("letters_digest", "cluster_id"):
        op.create_index(f"ix_document_signatures_{column}", TABLE, [column])
    op.create_index("ix_document_signatures_bands", TABLE, ["bands"], postgresql_using="gin")
    op.create_table(
        "signature_progress",
        sa.Column("id", sa.Boolean(), nullable=False),
        sa.Column("position", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id", name=op.f("ck_signature_progress_single_row")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_signature_progress")),
    )


def downgrade() -> None:
    op.drop_table("signature_progress")
    op.drop_table(TABLE)
