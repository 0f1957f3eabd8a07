"""What is wrong now."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from sqlalchemy import Connection

from db.monitoring.alerts import PAST_DAYS, RECENT_DAYS, Alert, alerts
from db.monitoring.site_history import SiteHistory, SiteState, site_histories, site_states


def open_alerts(connection: Connection, states: Sequence[SiteState] | None = None, *, now: datetime) -> list[Alert]:
    """List the alerts of sites, in their order; when None are named, of all in the order of their names."""
    if states is None:
        states = site_states(connection, now=now)
    histories = site_histories(
        connection,
        since=now - timedelta(days=PAST_DAYS),
        recent_since=now - timedelta(days=RECENT_DAYS - 1),
        site=states[0].name if len(states) == 1 else None,
    )
    return [alert for state in states for alert in alerts(state, histories.get(state.name, SiteHistory()))]
