from crawler.fetching.publishing import PAUSE, Publisher
from mezmun.core.errors import UnavailableError
from mezmun.core.queue.messages import FetchReference


class Broker:
    def __init__(self) -> None:
        self.up = True
        self.tried = 0
        self.sent: list[int] = []

    def send(self, *references: FetchReference) -> None:
        self.tried += 1
        if not self.up:
            raise UnavailableError("The broker did not take it.")
        self.sent += [reference.fetch_id for reference in references]


def test_a_silent_broker_is_told_once_tried_seldom_and_used_again(caplog):
    broker, now = Broker(), [0.0]
    publisher = Publisher(broker.send, lambda: now[0])
    publisher(FetchReference(1, "x"))
    broker.up = False
    for number in range(2, 12):
        publisher(FetchReference(number, "x"))
    assert broker.tried == 2
    now[0] = PAUSE + 1
    publisher(FetchReference(12, "x"))
    assert broker.tried == 3
    broker.up = True
    now[0] = 3 * PAUSE
    publisher(FetchReference(13, "x"))
    assert broker.sent == [1, 13]
    publisher(FetchReference(14, "x"), FetchReference(15, "x"))
    assert broker.sent == [1, 13, 14, 15]
    broker.up = False
    publisher(FetchReference(16, "x"), FetchReference(17, "x"))
    publisher(FetchReference(18, "x"), FetchReference(19, "x"))
    assert broker.tried == 6
    assert publisher.unsent == 15
    assert len(caplog.records) == 1
