"""The files of ``deploy/``: checked by their own validators, and against the commands and settings they name."""

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import kubernetes_validate
import pytest
import yaml
from click.testing import CliRunner
from cloudcoil.models.keda.v1alpha1 import ScaledObject

from dashboard.app import OPENAPI_PATH
from mezmun.cli import app
from mezmun.core.monitoring.endpoint import Part, serving
from mezmun.core.monitoring.metrics import Metric
from mezmun.core.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
MANIFESTS = [
    (path.stem, manifest)
    for path in sorted((DEPLOY / "kubernetes").glob("*.yaml"))
    for manifest in yaml.safe_load_all(path.read_text())
]
PODS = [(name, each["spec"]["template"]["spec"]) for name, each in MANIFESTS if each["kind"] in ("Deployment", "Job")]
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
OURS = {name: service for name, service in COMPOSE["services"].items() if service["image"] == "mezmun"}
(SCALING,) = (each for _, each in MANIFESTS if each["kind"] == "ScaledObject")
TRIGGER = SCALING["spec"]["triggers"][0]["metadata"]
SETTINGS = {f"MEZMUN_{name.upper()}" for name in Settings.model_fields}


def commands():
    """Give the arguments of every call of ``mezmun`` in the files."""
    for name, service in OURS.items():
        yield pytest.param(service["command"], id=f"compose {name}")
    for name, pod in PODS:
        yield pytest.param(pod["containers"][0]["args"], id=f"kubernetes {name}")
    for unit in UNITS:
        yield pytest.param(re.search(r"^ExecStart=\S+/mezmun (.*)$", unit.read_text(), re.M)[1].split(), id=unit.name)


@pytest.mark.parametrize("arguments", commands())
def test_every_command_is_one_that_there_is(arguments):
    shown = CliRunner().invoke(app, [*arguments, "--help"])
    assert shown.exit_code == 0, shown.output
    assert "Usage:" in shown.output


def test_every_variable_is_a_setting():
    text = "".join(path.read_text() for path in DEPLOY.rglob("*") if path.is_file())
    named = set(re.findall(r"\bMEZMUN_[A-Z_]+\b", text))
    assert named <= SETTINGS
    assert {"MEZMUN_DATABASE_URL", "MEZMUN_BROKER_URL", "MEZMUN_CONTACT"} <= named


def test_the_compose_file_names_only_what_it_has():
    services, volumes = COMPOSE["services"], COMPOSE["volumes"]
    for service in services.values():
        assert set(service.get("depends_on", ())) <= services.keys()
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in volumes or (DEPLOY / source).is_dir(), volume
        for dependency, how in service.get("depends_on", {}).items():
            assert ("healthcheck" in services[dependency]) == (how["condition"] == "service_healthy")


@pytest.mark.parametrize("name", OURS)
def test_our_containers_have_no_rights_and_wait_for_the_tables(name):
    service = OURS[name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert name == "migrate" or "migrate" in service["depends_on"]


def test_only_this_machine_reaches_what_the_compose_file_opens():
    ports = [port for service in COMPOSE["services"].values() for port in service.get("ports", ())]
    assert len(ports) == 2
    assert all(port.startswith("127.0.0.1:") for port in ports)


def test_secrets_are_asked_for_and_never_written():
    text = (DEPLOY / "compose.yaml").read_text()
    assert set(re.findall(r"\$\{(\w+)", text)) == set(
        re.findall(r"^(\w+)=$", (DEPLOY / ".env.example").read_text(), re.M)
    )
    assert not re.search(r"\$\{\w+\}", text)  # without `:?` an unset one would be an empty password


def test_the_image_runs_as_a_user_without_rights():
    lines = (DEPLOY / "Containerfile").read_text().splitlines()
    user = next(place for place, line in enumerate(lines) if line == "USER 10001")
    assert user < next(place for place, line in enumerate(lines) if line.startswith("ENTRYPOINT"))
    assert sum(line.startswith("FROM ") for line in lines) == 2  # the compiler stays in the first stage


def faults_of(command, *arguments):
    """Give what a validator prints, which is nothing where all is well; skip the test where it is not installed."""
    program = shutil.which(command, path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    if program is None:
        pytest.skip(f"{command} is not installed")
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stderr


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_systemd_finds_no_fault_in_a_unit(unit, tmp_path):
    copy = tmp_path / unit.name
    copy.write_text(unit.read_text().replace("/opt/mezmun/bin/mezmun", str(Path(sys.executable).with_name("mezmun"))))
    assert faults_of("systemd-analyze", "verify", copy) == ""


def test_the_compose_file_fits_the_schema_of_its_specification(tmp_path):
    schema = "--builtin-schema", "vendor.compose-spec"
    assert faults_of("check-jsonschema", *schema, DEPLOY / "compose.yaml") == ""
    wrong = tmp_path / "compose.yaml"
    wrong.write_text((DEPLOY / "compose.yaml").read_text().replace("read_only: true", "read_onyl: true"))
    with pytest.raises(AssertionError, match="read_onyl"):
        faults_of("check-jsonschema", *schema, wrong)


def test_the_linter_of_container_files_finds_no_fault(tmp_path):
    assert faults_of("hadolint", DEPLOY / "Containerfile") == ""
    wrong = tmp_path / "Containerfile"
    wrong.write_text((DEPLOY / "Containerfile").read_text().replace("WORKDIR /source", "WORKDIR source"))
    with pytest.raises(AssertionError, match="DL3000"):
        faults_of("hadolint", wrong)


@pytest.mark.parametrize("path", sorted((DEPLOY / "prometheus").glob("*.yml")), ids=lambda path: path.name)
def test_prometheus_finds_no_fault_in_its_files(path, tmp_path):
    for each in path.parent.glob("*.yml"):
        (tmp_path / each.name).write_text(each.read_text().replace("/etc/prometheus/", ""))
    kind = "rules" if "groups" in yaml.safe_load(path.read_text()) else "config"
    assert faults_of("promtool", "check", kind, tmp_path / path.name) == ""


@pytest.mark.parametrize(("name", "manifest"), [each for each in MANIFESTS if "keda" not in each[1]["apiVersion"]])
def test_a_manifest_fits_the_schema_of_kubernetes(name, manifest):
    if manifest["kind"] == "Kustomization":
        assert set(manifest["resources"]) == {f"{stem}.yaml" for stem, _ in MANIFESTS} - {"kustomization.yaml"}
        return
    kubernetes_validate.validate(manifest, kubernetes_validate.latest_version(), strict=True)


def test_the_scaling_fits_the_schema_of_keda():
    def known(manifest):
        """Give what of it the schema has, in which a key that is not known is left out."""
        return ScaledObject.model_validate(manifest).model_dump(by_alias=True, exclude_unset=True)

    assert known(SCALING) == SCALING
    wrong = {**SCALING, "spec": {**SCALING["spec"], "minReplicas": 1}}
    assert known(wrong) != wrong


def test_workers_are_scaled_by_the_age_of_the_queue_that_the_dashboard_measures():
    deployments = {name: each for name, each in MANIFESTS if each["kind"] == "Deployment"}
    assert SCALING["spec"]["scaleTargetRef"]["name"] in deployments
    assert TRIGGER["valueLocation"] == Metric.OLDEST.title
    (service,) = (each for _, each in MANIFESTS if each["kind"] == "Service")
    (kustomization,) = (each for _, each in MANIFESTS if each["kind"] == "Kustomization")
    (port,) = (port["port"] for port in service["spec"]["ports"] if port["name"] == "metrics")
    assert TRIGGER["url"] == f"http://{service['metadata']['name']}.{kustomization['namespace']}:{port}/metrics"
    assert f"MEZMUN_METRICS_ADDRESS=0.0.0.0:{port}" in kustomization["configMapGenerator"][0]["literals"]


@pytest.mark.parametrize(("name", "pod"), PODS)
def test_a_pod_has_no_rights_and_mounts_what_it_declares(name, pod):
    assert pod["securityContext"]["runAsNonRoot"]
    (container,) = pod["containers"]
    assert container["securityContext"]["readOnlyRootFilesystem"]
    assert container["securityContext"]["capabilities"] == {"drop": ["ALL"]}
    assert {mount["name"] for mount in container["volumeMounts"]} == {volume["name"] for volume in pod["volumes"]}


def test_an_update_stops_all_workers_before_it_starts_new_ones():
    (worker,) = (each for name, each in MANIFESTS if (name, each["kind"]) == ("worker", "Deployment"))
    assert worker["spec"]["strategy"] == {"type": "Recreate"}


@pytest.mark.parametrize(("name", "pod"), [each for each in PODS if each[0] != "migrate"])
def test_probes_ask_for_what_is_served(name, pod):
    (container,) = pod["containers"]
    asked = {kind: probe["httpGet"] for kind, probe in container.items() if kind.endswith("Probe")}
    assert {"livenessProbe", "readinessProbe"} <= asked.keys()
    assert {each["port"] for each in asked.values()} <= {port["name"] for port in container["ports"]}
    if name == "dashboard":
        assert {each["path"] for each in asked.values()} == {OPENAPI_PATH}
        assert all({"name": "Host", "value": "localhost"} in each["httpHeaders"] for each in asked.values())
    else:
        with serving("127.0.0.1:0", Part(list, lambda: None)) as port:
            for each in asked.values():
                with urllib.request.urlopen(f"http://127.0.0.1:{port}{each['path']}") as answer:
                    assert answer.status == 200


def test_the_compose_file_asks_the_dashboard_for_a_path_that_is_served():
    assert OPENAPI_PATH in COMPOSE["services"]["dashboard"]["healthcheck"]["test"][-1]
