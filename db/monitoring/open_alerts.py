"""What is wrong now, of one site or of all."""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from db.crawling.alerts import PAST_DAYS, Alert, alerts
from db.crawling.health import site_days, site_states


def open_alerts(connection: Connection, *, now: datetime, site: str | None = None) -> list[Alert]:
    """List the alerts of a site, or of all, in the order of the sites' names."""
    states = site_states(connection, now=now, site=site)
    days = site_days(connection, since=now - timedelta(days=PAST_DAYS), site=site)
    return [alert for state in states for alert in alerts(state, days.get(state.name, {}), today=now.date())]
