"""The failures that are open, kept beside the outcomes by triggers, so that no list of them goes through all outcomes;
and the columns that documents are narrowed by, in indexes."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

from migrations.index_builds import build_indexes

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

NO_FAILURE = "('stored', 'unchanged', 'listing', 'taken-down')"
FUNCTIONS = {
    "refresh_open_failure(page bigint) RETURNS void": """
        BEGIN
            DELETE FROM open_failures WHERE page_id = page;
            INSERT INTO open_failures (page_id, fetch_id, site, outcome, reason, ended_at)
            SELECT p.id, f.id, p.site, o.outcome, coalesce(o.detail, f.error), o.at
              FROM pages p
              CROSS JOIN LATERAL (SELECT id, error FROM fetches WHERE page_id = p.id ORDER BY id DESC LIMIT 1) f
              JOIN outcomes o ON o.fetch_id = f.id
             WHERE p.id = page AND p.alias_of IS NULL AND p.taken_down_at IS NULL AND o.discard_reason IS NULL
               AND o.outcome NOT IN ('stored', 'unchanged', 'listing', 'taken-down')
            ON CONFLICT (page_id) DO UPDATE
            SET fetch_id = excluded.fetch_id, outcome = excluded.outcome, reason = excluded.reason,
                ended_at = excluded.ended_at;
        END
    """,
    "open_failure_of_page() RETURNS trigger": """
        BEGIN
            PERFORM refresh_open_failure(NEW.id);
            RETURN NULL;
        END
    """,
    "open_failure_of_outcome() RETURNS trigger": """
        BEGIN
            PERFORM refresh_open_failure(page_id) FROM fetches WHERE id = NEW.fetch_id;
            RETURN NULL;
        END
    """,
    "close_failure() RETURNS trigger": """
        BEGIN
            DELETE FROM open_failures WHERE page_id = NEW.page_id;
            RETURN NULL;
        END
    """,
}
CHANGED = f"""
    WHEN ((OLD.outcome, OLD.detail, OLD.discard_reason) IS DISTINCT FROM (NEW.outcome, NEW.detail, NEW.discard_reason)
          AND (OLD.outcome NOT IN {NO_FAILURE} OR NEW.outcome NOT IN {NO_FAILURE}))
"""
IN_USE_CHANGES = (
    "WHEN ((OLD.taken_down_at IS NULL AND OLD.alias_of IS NULL)"
    " <> (NEW.taken_down_at IS NULL AND NEW.alias_of IS NULL))"
)
TRIGGERS = (
    ("failure_closed", "INSERT", "fetches", "", "close_failure"),
    ("failure_opened", "INSERT", "outcomes", f"WHEN (NEW.outcome NOT IN {NO_FAILURE})", "open_failure_of_outcome"),
    ("failure_changed", "UPDATE", "outcomes", CHANGED, "open_failure_of_outcome"),
    ("failure_of_page_changed", "UPDATE", "pages", IN_USE_CHANGES, "open_failure_of_page"),
)
INDEXES = {
    "ix_documents_language_page_id": "documents (language, page_id)",
    "ix_extractions_method": "extractions (method)",
    "ix_extractions_confidence": "extractions (confidence)",
    "ix_extractions_published": "extractions (published)",
}
INDEX_BEFORE = "ix_outcomes_open_failures"


def upgrade() -> None:
    build_indexes(INDEXES)
    op.create_table(
        "open_failures",
        sa.Column("page_id", sa.BigInteger(), nullable=False),
        sa.Column("fetch_id", sa.BigInteger(), nullable=False),
        *(sa.Column(name, postgresql.TEXT(), nullable=False) for name in ("site", "outcome")),
        sa.Column("reason", postgresql.TEXT(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["page_id"], ["pages.id"], name=op.f("fk_open_failures_page_id_pages")),
        sa.PrimaryKeyConstraint("page_id", name=op.f("pk_open_failures")),
    )
    op.create_index(op.f("ix_open_failures_fetch_id"), "open_failures", ["fetch_id"])
    op.create_index(op.f("ix_open_failures_site_fetch_id"), "open_failures", ["site", "fetch_id"])
    for head, body in FUNCTIONS.items():
        op.execute(f"CREATE FUNCTION {head} LANGUAGE plpgsql AS $$ {body} $$")
    for name, event, table, condition, function in TRIGGERS:
        op.execute(
            f"CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW {condition} EXECUTE FUNCTION {function}()"
        )
    op.execute("SELECT refresh_open_failure(page_id) FROM v_failures WHERE is_open")
    op.drop_index(INDEX_BEFORE, table_name="outcomes")


def downgrade() -> None:
    build_indexes({INDEX_BEFORE: f"outcomes (at) WHERE outcome NOT IN {NO_FAILURE} AND discard_reason IS NULL"})
    for name, definition in INDEXES.items():
        op.drop_index(name, table_name=definition.partition(" ")[0])
    for name, _event, table, _condition, _function in TRIGGERS:
        op.execute(f"DROP TRIGGER {name} ON {table}")
    for head in reversed(FUNCTIONS):
        op.execute(f"DROP FUNCTION {head.partition(' RETURNS')[0].replace('page bigint', 'bigint')}")
    op.drop_table("open_failures")
