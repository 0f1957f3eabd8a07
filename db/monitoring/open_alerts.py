"""What is wrong now."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from db.crawling.alerts import PAST_DAYS, Alert, alerts
from db.crawling.health import site_days, site_states


def open_alerts(connection: Connection, *, now: datetime) -> list[Alert]:
    """List the alerts of all sites, in the order of the sites' names."""
    states = site_states(connection, now=now)
    days = site_days(connection, since=now - timedelta(days=PAST_DAYS))
    return [alert for state in states for alert in alerts(state, days.get(state.name, {}), today=now.date())]
