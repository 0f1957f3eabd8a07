"""What Prometheus and Grafana look at: alarms and charts name queues and metrics that there are."""

import json
import re
from pathlib import Path

import pytest
import yaml

from mezmun.core.monitoring.metrics import Metric
from mezmun.core.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
RULES = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())["groups"][0]["rules"]
PANELS = json.loads((DEPLOY / "grafana" / "mezmun.json").read_text())["panels"]
EXPRESSIONS = [*(rule["expr"] for rule in RULES), *(each["expr"] for panel in PANELS for each in panel["targets"])]


def test_alarms_look_at_the_queue_that_there_is():
    queue = f"{Settings.model_fields['queue_prefix'].default}.pages"
    assert {name for rule in RULES for name in re.findall(r'queue="([^"]+)"', rule["expr"])} == {queue}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_every_metric_that_an_alarm_or_a_chart_names_exists_with_its_labels(expression):
    known = {metric.title: metric for metric in Metric}
    names = re.findall(r"\bmezmun_\w+", expression)
    assert set(names) <= set(known)
    assert names or re.search(r"\b(up|rabbitmq_detailed_\w+)\b", expression)
    for name, braces in re.findall(r"\b(mezmun_\w+)\{([^}]*)\}", expression):
        assert set(re.findall(r"(\w+)\s*[=!]", braces)) <= set(known[name].labels)


def test_every_metric_of_the_installation_is_in_a_chart_or_an_alarm():
    unseen = {metric.title for metric in Metric if not any(metric.title in each for each in EXPRESSIONS)}
    assert unseen == set()


def test_prometheus_asks_every_part_where_compose_lets_it_serve():
    jobs = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())["scrape_configs"]
    (mezmun,) = (job for job in jobs if job["job_name"] == "mezmun")
    targets = {target for each in mezmun["dns_sd_configs"] for target in each["names"]}
    assert targets == {"crawler", "worker", "dashboard"}
    address = COMPOSE["x-mezmun"]["environment"]["MEZMUN_METRICS_ADDRESS"]
    assert {str(each["port"]) for each in mezmun["dns_sd_configs"]} == {address.rpartition(":")[2]}
