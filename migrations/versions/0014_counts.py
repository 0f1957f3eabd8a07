"""Counts of pages, fetches, outcomes and documents, kept by triggers: no list of sites counts them again."""

from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

FUNCTIONS = {
    "count_page": """
        BEGIN
            IF TG_OP = 'UPDATE' AND OLD.taken_down_at IS NULL AND OLD.alias_of IS NULL THEN
                INSERT INTO count_changes (at, site, subject, word, count, total)
                VALUES (OLD.discovered_at, OLD.site, 'pages', '', -1, 0);
            END IF;
            IF NEW.taken_down_at IS NULL AND NEW.alias_of IS NULL THEN
                INSERT INTO count_changes (at, site, subject, word, count, total)
                VALUES (NEW.discovered_at, NEW.site, 'pages', '', 1, 0);
            END IF;
            RETURN NULL;
        END
    """,
    "count_fetch": """
        BEGIN
            INSERT INTO count_changes (at, site, subject, word, count, total)
            SELECT NEW.fetched_at, site, 'fetches', '', 1, NEW.attempts FROM pages WHERE id = NEW.page_id;
            RETURN NULL;
        END
    """,
    "count_outcome": """
        BEGIN
            INSERT INTO count_changes (at, site, subject, word, count, total)
            SELECT fetches.fetched_at, site, 'outcomes', word, step, 0
              FROM fetches JOIN pages ON pages.id = page_id,
                   (VALUES (NEW.outcome, 1), (CASE TG_OP WHEN 'UPDATE' THEN OLD.outcome END, -1)) AS words (word, step)
             WHERE fetches.id = NEW.fetch_id AND word IS NOT NULL;
            RETURN NULL;
        END
    """,
    "count_document": """
        BEGIN
            IF TG_OP <> 'INSERT' THEN
                INSERT INTO count_changes (at, site, subject, word, count, total)
                VALUES (OLD.first_stored_at, OLD.site, 'documents', coalesce(OLD.language, ''), -1,
                        -coalesce(OLD.posts, 0)),
                       (OLD.first_stored_at, OLD.site, 'lengths', length_class(OLD.characters), -1, -OLD.characters);
            END IF;
            IF TG_OP <> 'DELETE' THEN
                INSERT INTO count_changes (at, site, subject, word, count, total)
                VALUES (NEW.first_stored_at, NEW.site, 'documents', coalesce(NEW.language, ''), 1,
                        coalesce(NEW.posts, 0)),
                       (NEW.first_stored_at, NEW.site, 'lengths', length_class(NEW.characters), 1, NEW.characters);
            END IF;
            RETURN NULL;
        END
    """,
}
# The number of a text's binary digits: texts of one class differ in length by less than a factor of two.
LENGTH_CLASS = """
    CREATE FUNCTION length_class(characters integer) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT CAST(length(ltrim(CAST(CAST(characters AS bit(32)) AS text), '0')) AS text) $$
"""
IN_USE_CHANGES = (
    "WHEN ((OLD.taken_down_at IS NULL AND OLD.alias_of IS NULL)"
    " <> (NEW.taken_down_at IS NULL AND NEW.alias_of IS NULL))"
)
DOCUMENT_CHANGES = (
    "WHEN ((OLD.first_stored_at, OLD.language, OLD.characters, OLD.posts)"
    " IS DISTINCT FROM (NEW.first_stored_at, NEW.language, NEW.characters, NEW.posts))"
)
TRIGGERS = (
    ("page_counted", "INSERT", "pages", "", "count_page"),
    ("page_counted_again", "UPDATE", "pages", IN_USE_CHANGES, "count_page"),
    ("fetch_counted", "INSERT", "fetches", "", "count_fetch"),
    ("outcome_counted", "INSERT", "outcomes", "", "count_outcome"),
    ("outcome_counted_again", "UPDATE", "outcomes", "WHEN (OLD.outcome <> NEW.outcome)", "count_outcome"),
    ("document_counted", "INSERT OR DELETE", "documents", "", "count_document"),
    ("document_counted_again", "UPDATE", "documents", DOCUMENT_CHANGES, "count_document"),
)
SPAN_BEGINS = """
    CREATE FUNCTION span_begins(span text, at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT CASE span WHEN 'all' THEN timestamptz 'epoch' ELSE date_trunc(span, at, 'UTC') END $$
"""
# Not grouped: whoever reads it adds up anyway, and to do so twice takes longer than all the rest.
COUNTS_VIEW = """
    CREATE VIEW v_counts AS
    SELECT span, begins, site, subject, word, count, total FROM counts
     UNION ALL
    SELECT span, span_begins(span, at), site, subject, word, count, total
      FROM count_changes, (VALUES ('all'), ('day'), ('hour')) AS spans (span)
"""
# What was there before the triggers are is a change as well; it is added up like the others.
COUNT_WHAT_IS_THERE = """
    INSERT INTO count_changes (at, site, subject, word, count, total)
    SELECT date_trunc('hour', discovered_at), site, 'pages', '', count(*), 0
      FROM pages WHERE taken_down_at IS NULL AND alias_of IS NULL GROUP BY 1, 2
    UNION ALL
    SELECT date_trunc('hour', fetches.fetched_at), site, 'fetches', '', count(*), sum(attempts)
      FROM fetches JOIN pages ON pages.id = page_id GROUP BY 1, 2
    UNION ALL
    SELECT date_trunc('hour', fetches.fetched_at), site, 'outcomes', outcome, count(*), 0
      FROM outcomes JOIN fetches ON fetches.id = fetch_id JOIN pages ON pages.id = page_id GROUP BY 1, 2, 4
    UNION ALL
    SELECT date_trunc('hour', first_stored_at), site, 'documents', coalesce(language, ''), count(*),
           coalesce(sum(posts), 0)
      FROM documents GROUP BY 1, 2, 4
    UNION ALL
    SELECT date_trunc('hour', first_stored_at), site, 'lengths', length_class(characters), count(*), sum(characters)
      FROM documents GROUP BY 1, 2, 4
"""
SITE_HEALTH = "CREATE OR REPLACE VIEW v_site_health AS SELECT {columns}, {counts}"
SITE_COLUMNS = """
    s.name AS site, s.kind, s.enabled, s.paused_at, s.taken_down_at, s.next_due_at, s.failures,
    s.leased_by IS NOT NULL AS in_hand
"""
SITE_COUNTS = """
    coalesce(a.documents, 0) AS documents,
    (SELECT max(c.at) FROM document_changes c WHERE c.site = s.name AND c.change = 'new') AS last_new_document_at,
    coalesce(r.fetches, 0) AS fetches_24h, coalesce(r.failures, 0) AS failures_24h,
    coalesce(r.documents, 0) AS documents_24h
      FROM sites s
      LEFT JOIN (
           SELECT site, CAST(sum(count) AS bigint) AS documents FROM v_counts
            WHERE span = 'all' AND subject = 'documents' GROUP BY site
      ) a ON a.site = s.name
      LEFT JOIN (
           SELECT site, CAST(sum(count) FILTER (WHERE subject = 'fetches') AS bigint) AS fetches,
                  CAST(sum(count) FILTER (WHERE word = 'stored') AS bigint) AS documents,
                  CAST(sum(count) FILTER (WHERE subject = 'outcomes'
                       AND word NOT IN ('stored', 'unchanged', 'listing', 'taken-down')) AS bigint) AS failures
             FROM v_counts
            WHERE span = 'hour' AND subject IN ('fetches', 'outcomes')
              AND begins >= date_trunc('hour', now(), 'UTC') - interval '23 hours'
            GROUP BY site
      ) r ON r.site = s.name
"""
SITE_COUNTS_BEFORE = """
    (SELECT count(*) FROM documents d WHERE d.site = s.name) AS documents,
    (SELECT max(c.at) FROM document_changes c WHERE c.site = s.name AND c.change = 'new') AS last_new_document_at,
    coalesce(r.fetches, 0) AS fetches_24h, coalesce(r.failures, 0) AS failures_24h,
    coalesce(r.documents, 0) AS documents_24h
      FROM sites s
      LEFT JOIN (
           SELECT p.site, count(*) AS fetches, count(*) FILTER (WHERE o.outcome = 'stored') AS documents,
                  count(*) FILTER (WHERE o.outcome NOT IN ('stored', 'unchanged', 'listing', 'taken-down')) AS failures
             FROM fetches f
             JOIN pages p ON p.id = f.page_id
             LEFT JOIN outcomes o ON o.fetch_id = f.id
            WHERE f.fetched_at > now() - interval '24 hours'
            GROUP BY p.site
      ) r ON r.site = s.name
"""


def upgrade() -> None:
    op.add_column("documents", sa.Column("posts", sa.Integer(), nullable=True))
    op.execute(
        "UPDATE documents SET posts = extractions.posts FROM extractions"
        " WHERE extractions.id = extraction_id AND extractions.posts IS NOT NULL"
    )
    op.create_table(
        "counts",
        sa.Column("span", postgresql.TEXT(), nullable=False),
        sa.Column("begins", sa.DateTime(timezone=True), nullable=False),
        *_counted(),
        sa.CheckConstraint("span IN ('all', 'day', 'hour')", name=op.f("ck_counts_span")),
        sa.PrimaryKeyConstraint("span", "begins", "site", "subject", "word", name=op.f("pk_counts")),
    )
    op.create_table(
        "count_changes",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        *_counted(),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_count_changes")),
    )
    op.execute(LENGTH_CLASS)
    op.execute(SPAN_BEGINS)
    for name, body in FUNCTIONS.items():
        op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ {body} $$")
    for name, event, table, condition, function in TRIGGERS:
        op.execute(
            f"CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW {condition} EXECUTE FUNCTION {function}()"
        )
    op.execute(COUNT_WHAT_IS_THERE)
    op.execute(COUNTS_VIEW)
    op.execute(SITE_HEALTH.format(columns=SITE_COLUMNS, counts=SITE_COUNTS))


def downgrade() -> None:
    op.execute(SITE_HEALTH.format(columns=SITE_COLUMNS, counts=SITE_COUNTS_BEFORE))
    op.execute("DROP VIEW v_counts")
    for name, _event, table, _condition, _function in TRIGGERS:
        op.execute(f"DROP TRIGGER {name} ON {table}")
    for name in FUNCTIONS:
        op.execute(f"DROP FUNCTION {name}()")
    op.execute("DROP FUNCTION length_class(integer)")
    op.execute("DROP FUNCTION span_begins(text, timestamptz)")
    op.drop_table("count_changes")
    op.drop_table("counts")
    op.drop_column("documents", "posts")


def _counted() -> Iterator[sa.Column[Any]]:
    for name in ("site", "subject", "word"):
        yield sa.Column(name, postgresql.TEXT(), nullable=False)
    for name in ("count", "total"):
        yield sa.Column(name, sa.BigInteger(), nullable=False)
