"""Alerts told to an address of the operator's: a CloudEvent for each that opens, and for each that closes.

A thread of its own beside the crawls, which nothing waits for. Of several crawlers one tells, the one that holds the
lock. What was told is kept in memory: after a restart the alerts that are open then are told again.
"""

import json
import logging
import threading
from contextlib import closing, suppress
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import DBAPIError

from db.monitoring.alerts import Alert, AlertKind
from db.monitoring.open_alerts import open_alerts
from mezmun.core.clock import Clock
from mezmun.core.web.web_post import PostSession

EVERY: Final = 60.0
"""Seconds between two looks at the alerts."""
LONGEST_WAIT: Final = 3600.0
"""Seconds between two looks after the address did not take an event again and again; doubled from ``EVERY`` on."""
TIMEOUT: Final = 10.0
"""Seconds that the address has to answer."""
LOCK: Final = 6_211_946_019
"""The advisory lock of the one crawler that tells of alerts has this number."""

log = logging.getLogger(__name__)


class AlertWebhook:
    """Tells one address what opens and what closes.

    Args:
        engine: the database.
        url: where events are sent by POST, as CloudEvents 1.0 in JSON.
        now: the time with its zone.
    """

    def __init__(self, engine: Engine, url: str, now: Clock) -> None:
        self._engine = engine
        self._url = url
        self._now = now
        self._open: dict[tuple[str, AlertKind], Alert] = {}
        """The alerts that the address knows to be open."""
        self._since: dict[tuple[str, AlertKind, bool], datetime] = {}
        """When each event was first sent that is not taken: one sent again keeps its identity, so that an address which
        took it and answered too late can tell that it has it."""
        self._failures = 0

    def run(self, stop: threading.Event) -> None:
        """Tell until ``stop`` is set."""
        wait = 0.0
        while not stop.wait(wait):
            wait = EVERY
            # A database that is away is said by the crawls.
            with suppress(DBAPIError), self._engine.connect() as connection:
                connection.detach()  # closed with the block, and the lock with it: the pool would keep both
                if connection.scalar(text("SELECT pg_try_advisory_lock(:lock)"), {"lock": LOCK}):
                    self._tell_until(stop, connection)

    def _tell_until(self, stop: threading.Event, connection: Connection) -> None:
        wait = 0.0
        while not stop.wait(wait):
            connection.rollback()  # the lock is the connection's, and no transaction is kept open between two looks
            self.tell(connection)
            connection.rollback()
            wait = min(EVERY * 2**self._failures, LONGEST_WAIT)

    def tell(self, connection: Connection) -> bool:
        """Send what opened and closed since the last time; False when the address did not take something."""
        current = {(alert.site, alert.kind): alert for alert in open_alerts(connection, now=self._now())}
        events = [(alert, True) for key, alert in current.items() if key not in self._open]
        events += [(alert, False) for key, alert in self._open.items() if key not in current]
        connection.rollback()  # no transaction is kept open while the address is waited for
        pending = {(alert.site, alert.kind, opens) for alert, opens in events}
        self._since = {key: at for key, at in self._since.items() if key in pending}
        for alert, opens in events:
            at = self._since.setdefault((alert.site, alert.kind, opens), self._now())
            if not self._send(_event(alert, opens=opens, now=at)):
                return False
            if opens:
                self._open[alert.site, alert.kind] = alert
            else:
                del self._open[alert.site, alert.kind]
        return True

    def _send(self, event: dict[str, Any]) -> bool:
        session = PostSession(TIMEOUT)
        with closing(session):  # alerts are rare: no connection is kept open for the next
            refusal = session.post(
                self._url, json.dumps(event).encode(), {"Content-Type": "application/cloudevents+json"}
            )
        if refusal is None:
            self._failures = 0
            return True
        if not self._failures:
            log.error("MEZMUN_ALERT_WEBHOOK does not take alerts (%s); it is tried again.", refusal)
        self._failures = min(self._failures + 1, 10)
        return False


def _event(alert: Alert, *, opens: bool, now: datetime) -> dict[str, Any]:
    """Give an event as CloudEvents 1.0 writes it in JSON (cloudevents.io)."""
    state = "opened" if opens else "closed"
    return {
        "specversion": "1.0",
        "id": f"{alert.site}/{alert.kind}/{state}/{now.isoformat()}",
        "source": "mezmun",
        "type": f"mezmun.alert.{state}",
        "subject": alert.site,
        "time": now.isoformat(),
        "datacontenttype": "application/json",
        "data": {"site": alert.site, "alert": alert.kind, "message": alert.message},
    }
