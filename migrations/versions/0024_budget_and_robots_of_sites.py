"""In the list of sites the day's budget, what a new document costs and robots.txt; and the posts of the last hours."""

from alembic import op

from migrations.index_builds import build_indexes

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

COLUMNS = """
    s.name AS site, s.kind, s.enabled, s.paused_at, s.taken_down_at, s.next_due_at, s.failures,
    s.leased_by IS NOT NULL AS in_hand, coalesce(a.documents, 0) AS documents,
    (SELECT max(c.at) FROM document_changes c WHERE c.site = s.name AND c.change = 'new') AS last_new_document_at,
    coalesce(r.fetches, 0) AS fetches_24h, coalesce(r.failures, 0) AS failures_24h,
    coalesce(r.documents, 0) AS documents_24h
"""
MORE_COLUMNS = """
    coalesce(r.denied, 0) AS denied_24h, coalesce(w.requests, 0) AS requests_7d,
    coalesce(w.documents, 0) AS documents_7d, coalesce(w.fetches_today, 0) AS fetches_today,
    CAST(s.config -> 'limits' ->> 'pages' AS bigint) AS budget,
    (SELECT CASE WHEN bool_or(f.failures > 0) THEN 'unreadable' WHEN bool_or(f.body IS NOT NULL) THEN 'read'
            WHEN count(*) > 0 THEN 'none' END
       FROM robots_files f WHERE regexp_replace(f.origin, '^[a-z]+://(www[.])?', '') = ANY (s.hosts)) AS robots
"""
ROWS = """
      FROM sites s
      LEFT JOIN (
           SELECT site, CAST(sum(count) AS bigint) AS documents FROM v_counts
            WHERE span = 'all' AND subject = 'documents' GROUP BY site
      ) a ON a.site = s.name
      LEFT JOIN (
           SELECT site, CAST(sum(count) FILTER (WHERE subject = 'fetches') AS bigint) AS fetches,
                  CAST(sum(count) FILTER (WHERE word = 'stored') AS bigint) AS documents,
                  CAST(sum(count) FILTER (WHERE word = 'robots-denied') AS bigint) AS denied,
                  CAST(sum(count) FILTER (WHERE subject = 'outcomes'
                       AND word NOT IN ('stored', 'unchanged', 'listing', 'taken-down')) AS bigint) AS failures
             FROM v_counts
            WHERE span = 'hour' AND subject IN ('fetches', 'outcomes')
              AND begins >= date_trunc('hour', now(), 'UTC') - interval '23 hours'
            GROUP BY site
      ) r ON r.site = s.name
"""
WEEK = """
      LEFT JOIN (
           SELECT site, CAST(sum(total) FILTER (WHERE subject = 'fetches') AS bigint) AS requests,
                  CAST(sum(count) FILTER (WHERE subject = 'documents') AS bigint) AS documents,
                  CAST(sum(count) FILTER (WHERE subject = 'fetches' AND begins >= date_trunc('day', now(), 'UTC'))
                       AS bigint) AS fetches_today
             FROM v_counts
            WHERE span = 'day' AND subject IN ('fetches', 'documents')
              AND begins >= date_trunc('day', now(), 'UTC') - interval '6 days'
            GROUP BY site
      ) w ON w.site = s.name
"""


def upgrade() -> None:
    build_indexes({"ix_post_versions_first_fetch_id": "post_versions USING brin (first_fetch_id)"})
    op.execute(f"CREATE OR REPLACE VIEW v_site_health AS SELECT {COLUMNS}, {MORE_COLUMNS} {ROWS} {WEEK}")


def downgrade() -> None:
    op.drop_index(op.f("ix_post_versions_first_fetch_id"), table_name="post_versions")
    op.execute("DROP VIEW v_site_health")
    op.execute(f"CREATE VIEW v_site_health AS SELECT {COLUMNS} {ROWS}")
