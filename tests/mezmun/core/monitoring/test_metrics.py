from mezmun.core.monitoring.metrics import Measurement, Metric, MetricKind, families, table


def test_names_and_labels_are_those_of_the_field():
    for metric in Metric:
        assert metric.title.endswith("_total") == (metric.kind is MetricKind.COUNTER)
        assert metric.meaning.endswith(".")
        assert f"`{metric.title}`" in table()
    assert len({metric.title for metric in Metric}) == len(Metric)


def test_the_values_of_one_metric_stand_together_whatever_their_order():
    measurements = [
        Measurement(Metric.WORKER_PAGES, 2, ("stored",)),
        Measurement(Metric.PAGES, 3),
        Measurement(Metric.WORKER_PAGES, 1, ("failed",)),
    ]
    pages, known = families(measurements)
    assert [(sample.name, sample.labels, sample.value) for sample in pages.samples] == [
        ("mezmun_worker_pages_total", {"outcome": "stored"}, 2),
        ("mezmun_worker_pages_total", {"outcome": "failed"}, 1),
    ]
    assert [sample.value for sample in known.samples] == [3]
