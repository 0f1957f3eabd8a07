from celery.worker.consumer import Consumer

from mezmun.core.queue.page_consumer import DELAYED_DELIVERY, PageConsumer
from mezmun.core.queue.page_queue import PageQueue


def test_workers_start_without_delayed_delivery_and_with_all_else():
    consumer = PageQueue("amqp://guest:guest@127.0.0.1:1//").app.conf.worker_consumer
    assert consumer == f"{PageConsumer.__module__}:{PageConsumer.__name__}"
    assert DELAYED_DELIVERY in Consumer.Blueprint.default_steps
    steps = set(Consumer.Blueprint.default_steps)
    assert steps - set(PageConsumer.Blueprint.default_steps) == {DELAYED_DELIVERY}
