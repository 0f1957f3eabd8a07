"""Events sent by POST, in batches, signed so that the receiver knows whose they are (standardwebhooks.com)."""

import base64
import hashlib
import hmac
from collections.abc import Sequence
from typing import Any, Final

import orjson

from dashboard.push.delivery import NotDeliveredError
from mezmun.core.clock import Clock
from mezmun.core.web.web_post import PostSession

TIMEOUT: Final = 30.0
"""Seconds that the receiver has to take a batch."""
MEDIA_TYPE: Final = "application/cloudevents-batch+json"


class Webhook:
    """A receiver at a web address. Each batch is one POST; every answer of 2xx says that it is taken."""

    def __init__(self, url: str, secret: str, now: Clock) -> None:
        self._url, self._secret, self._now = url, secret.encode(), now
        self._session = PostSession(TIMEOUT)

    def send(self, events: Sequence[dict[str, Any]]) -> None:
        """Send events in order.

        Raises:
            NotDeliveredError: the receiver is away, or did not take them.
        """
        body = orjson.dumps(events)
        identity, at = f"{events[0]['id']}-{events[-1]['id']}", str(int(self._now().timestamp()))
        headers = {
            "Content-Type": MEDIA_TYPE,
            "webhook-id": identity,
            "webhook-timestamp": at,
            "webhook-signature": signature(self._secret, identity, at, body),
        }
        if refusal := self._session.post(self._url, body, headers):
            raise NotDeliveredError(refusal)

    def close(self) -> None:
        """Close the connection."""
        self._session.close()


def signature(secret: bytes, identity: str, at: str, body: bytes) -> str:
    """Give the header ``webhook-signature``: HMAC-SHA256 over id, time in seconds and body, parted by dots."""
    digest = hmac.digest(secret, b".".join((identity.encode(), at.encode(), body)), hashlib.sha256)
    return f"v1,{base64.b64encode(digest).decode()}"
