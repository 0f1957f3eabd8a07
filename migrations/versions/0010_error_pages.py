"""An outcome for pages that hold only a message of the site's software and come with status 200."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

FIRST = ("stored", "unchanged", "listing", "empty", "too-short")
LAST = (
    *("not-html", "undecodable", "too-large", "timeout", "failed"),
    *("robots-denied", "http-error", "redirected-away", "unreachable", "taken-down"),
)


def upgrade() -> None:
    _allow(*FIRST, "error-page", *LAST)


def downgrade() -> None:
    op.execute("UPDATE outcomes SET outcome = 'too-short' WHERE outcome = 'error-page'")
    _allow(*FIRST, *LAST)


def _allow(*outcomes: str) -> None:
    op.drop_constraint(op.f("ck_outcomes_outcome"), "outcomes", type_="check")
    words = ", ".join(f"'{outcome}'" for outcome in outcomes)
    op.create_check_constraint(op.f("ck_outcomes_outcome"), "outcomes", f"outcome IN ({words})")
