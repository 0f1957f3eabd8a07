import base64
import hashlib
import hmac
import json

import pytest

from dashboard.push.delivery import NotDeliveredError
from dashboard.push.webhook import Webhook
from tests.db.world import NOW

EVENTS = [{"id": "7"}, {"id": "9"}]


def test_a_batch_is_signed_with_its_id_and_time(web_receiver):
    Webhook(web_receiver.url, "key", lambda: NOW).send(EVENTS)
    ((headers, body),) = web_receiver.bodies
    assert json.loads(body) == EVENTS
    assert headers["Content-Type"] == "application/cloudevents-batch+json"
    seconds = str(int(NOW.timestamp()))
    assert (headers["webhook-id"], headers["webhook-timestamp"]) == ("7-9", seconds)
    expected = hmac.new(b"key", f"7-9.{seconds}.".encode() + body, hashlib.sha256).digest()
    assert headers["webhook-signature"] == f"v1,{base64.b64encode(expected).decode()}"


def test_a_receiver_that_refuses_or_is_away_is_said_without_its_address(web_receiver):
    web_receiver.refusals = 1
    with pytest.raises(NotDeliveredError, match="503"):
        Webhook(web_receiver.url, "key", lambda: NOW).send(EVENTS)
    with pytest.raises(NotDeliveredError) as away:
        Webhook("http://127.0.0.1:1/a-secret-path", "key", lambda: NOW).send(EVENTS)
    assert "a-secret-path" not in str(away.value)
