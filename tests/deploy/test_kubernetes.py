"""The Kubernetes manifests keep what the guide promises."""

import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from scripts.packaging.building import ROOT
from tests.deploy.commands import parsed

FOLDER = ROOT / "deploy" / "kubernetes"
OBJECTS: list[dict[str, Any]] = [
    document
    for file in sorted(FOLDER.glob("*.yaml"))
    if file.name != "kustomization.yaml"
    for document in yaml.safe_load_all(file.read_text())
]
PODS = {
    document["metadata"]["name"]: document["spec"]["template"]["spec"]
    for document in OBJECTS
    if "template" in document.get("spec", {})
}
each_pod = pytest.mark.parametrize("pod", PODS.values(), ids=list(PODS))


def containers(pod: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield all containers of a pod, those that prepare it first."""
    yield from [*pod.get("initContainers", []), *pod["containers"]]


def named(kind: str) -> dict[str, dict[str, Any]]:
    """Return the specifications of a kind of objects by name."""
    return {document["metadata"]["name"]: document["spec"] for document in OBJECTS if document["kind"] == kind}


@each_pod
def test_no_pod_has_rights(pod: dict[str, Any]) -> None:
    """Each pod keeps to the restricted standard, has no token of the cluster, and writes only to its volumes."""
    assert pod["automountServiceAccountToken"] is False
    assert pod["securityContext"]["runAsNonRoot"] is True
    assert pod["securityContext"]["runAsUser"] > 0
    assert pod["securityContext"]["seccompProfile"] == {"type": "RuntimeDefault"}
    for container in containers(pod):
        assert container["securityContext"] == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
        assert "limits" in container["resources"]


@each_pod
def test_images_are_pinned_and_secrets_are_files(pod: dict[str, Any]) -> None:
    """Each image has a whole version, and secrets are volumes: no variable takes one."""
    for container in containers(pod):
        assert container["image"].split(":")[1][0].isdigit()
        assert [entry for entry in container.get("env", []) if "valueFrom" in entry] == []
        assert "envFrom" not in container
    assert any("secret" in volume for volume in pod["volumes"])


@pytest.mark.parametrize("name", sorted(set(PODS) - {"init"}))
def test_every_pod_that_stays_has_a_health_check(name: str) -> None:
    """Pods that stay are restarted when they don't work; those with a port get requests only while they are ready."""
    for container in PODS[name]["containers"]:
        assert "livenessProbe" in container
        assert ("readinessProbe" in container) == ("ports" in container)


def test_pods_start_commands_that_there_are() -> None:
    """Web, nightly runs and the first settings are commands that pdd-server knows, on the volume of the data."""
    for name in ("web", "night", "init"):
        (container,) = PODS[name]["containers"]
        assert str(parsed(container["args"]).data) == "/data"
        assert {"name": "data", "mountPath": "/data"} in container["volumeMounts"]


def test_the_network_is_closed_unless_a_policy_opens_it() -> None:
    """Pods are cut off by default; only the ingress reaches the web server, and only the server the database."""
    policies = named("NetworkPolicy")
    assert policies["nothing"] == {"podSelector": {}, "policyTypes": ["Ingress", "Egress"]}
    opened = {name: spec["ingress"] for name, spec in policies.items() if "ingress" in spec}
    assert sorted(opened) == ["database-from-server", "donors-to-web"]
    assert "namespaceSelector" in opened["donors-to-web"][0]["from"][0]
    assert "podSelector" in opened["database-from-server"][0]["from"][0]


@pytest.mark.skipif(shutil.which("kubectl") is None, reason="needs kubectl, which Debian doesn't have")
def test_kustomize_takes_all_manifests() -> None:
    """Kustomize builds all objects but the job of the first settings, in one namespace."""
    done = subprocess.run(["kubectl", "kustomize", FOLDER], capture_output=True, text=True, check=True)
    built = list(yaml.safe_load_all(done.stdout))
    assert len(built) == len(OBJECTS) - 1
    assert {document["metadata"].get("namespace", "pdd") for document in built} == {"pdd"}
