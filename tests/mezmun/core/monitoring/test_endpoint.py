import socket

import pytest
import requests

from mezmun.core.errors import ConfigurationError, UnavailableError
from mezmun.core.monitoring.endpoint import Part, serving
from mezmun.core.monitoring.metrics import Measurement, Metric


def part(waits_for=()):
    def check_ready():
        if waits_for:
            raise UnavailableError(waits_for[0])

    def measure():
        yield Measurement(Metric.QUEUE, 7)
        if waits_for:
            raise UnavailableError(waits_for[0])

    return Part(measure, check_ready)


def get(port, path):
    answer = requests.get(f"http://127.0.0.1:{port}{path}", timeout=10)
    return answer.status_code, answer.text


def test_a_part_tells_what_it_measures_that_it_lives_and_that_it_is_ready():
    with serving("127.0.0.1:0", part()) as port:
        status, metrics = get(port, "/metrics")
        assert (status, "mezmun_queue_messages 7.0" in metrics) == (200, True)
        assert "process_resident_memory_bytes" in metrics
        assert get(port, "/health") == (200, "alive\n")
        assert get(port, "/ready") == (200, "ready\n")
        assert get(port, "/")[0] == 404
    with pytest.raises(requests.ConnectionError):
        get(port, "/health")


def test_a_part_whose_services_are_away_lives_is_not_ready_and_tells_what_it_can():
    waits_for = ["The database does not answer."]
    with serving("127.0.0.1:0", part(waits_for)) as port:
        assert get(port, "/health")[0] == 200
        assert get(port, "/ready") == (503, "The database does not answer.\n")
        status, metrics = get(port, "/metrics")
        assert (status, "mezmun_queue_messages 7.0" in metrics) == (200, True)
        waits_for.clear()
        assert get(port, "/ready")[0] == 200


def test_nothing_is_served_without_an_address_and_a_wrong_one_is_one_sentence():
    with serving(None, part()) as port:
        assert port is None
    with socket.create_server(("127.0.0.1", 0)) as busy:
        for address in (f"127.0.0.1:{busy.getsockname()[1]}", "127.0.0.1", "127.0.0.1:many", "127.0.0.1:70000"):
            with pytest.raises(ConfigurationError, match="METRICS_ADDRESS"), serving(address, part()):
                pass
