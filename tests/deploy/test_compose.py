"""deploy/compose.yaml and deploy/Containerfile keep what the guide promises."""

import re
from io import BytesIO
from typing import Any

import pytest

from scripts.deploy import compose, containerfile
from tests.deploy.commands import parsed

SERVICES = compose.services()
STAGES = {stage.name: stage for stage in containerfile.stages(containerfile.FILE.read_text())}
PINNED = re.compile(r":(\d+\.\d+[\w.-]*)$|@sha256:[0-9a-f]{64}$")
each_service = pytest.mark.parametrize("service", SERVICES.values(), ids=list(SERVICES))


@each_service
def test_no_service_has_rights(service: dict[str, Any]) -> None:
    """Each container has a user by number that is not root, no capability, no new privileges, nothing to write to."""
    assert re.fullmatch(r"[1-9]\d+:[1-9]\d+", service["user"])
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert "privileged" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["read_only"] is True


@each_service
def test_every_service_has_a_health_check_and_a_pinned_image(service: dict[str, Any]) -> None:
    """Each container says whether it works, and its image is named with a whole version or a digest."""
    assert service["healthcheck"]["test"][0] == "CMD"
    assert PINNED.search(service["image"])


@each_service
def test_secrets_are_files(service: dict[str, Any]) -> None:
    """No secret is in a variable or a command; a password's variable names a file."""
    environment = service.get("environment", {})
    assert [key for key in environment if re.search("PASS|SECRET|KEY|TOKEN", key) and not key.endswith("_FILE")] == []
    assert not re.search("passw|secret", " ".join(service.get("command", [])))
    declared = compose.document()["secrets"]
    assert all(declared[name] == {"file": f"secrets/{name}"} for name in service.get("secrets", []))


def test_only_the_proxy_is_reachable() -> None:
    """Only the proxy has ports and a network that leads outside."""
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    assert compose.document()["networks"]["inside"] == {"internal": True}
    assert [name for name, service in SERVICES.items() if service["networks"] != ["inside"]] == ["proxy"]


def test_containers_start_commands_that_there_are() -> None:
    """Web and nightly runs are processes of their own, started by commands that pdd-server knows."""
    assert parsed(SERVICES["web"]["command"]).no_nights
    assert parsed(SERVICES["night"]["command"]).scheduled
    assert STAGES["server"].command() == ["pdd-server", *SERVICES["web"]["command"]]


@pytest.mark.parametrize(("answer", "healthy"), [(b'{"status": "ready"}', True), (b'["nightly-run"]', False)])
def test_nightly_runs_are_unhealthy_while_they_are_late(
    monkeypatch: pytest.MonkeyPatch, answer: bytes, healthy: bool
) -> None:
    """The check of nightly runs reads the web server's problems, whose answer is 200 also while a run is late."""
    monkeypatch.setattr("urllib.request.urlopen", lambda *_, **__: BytesIO(answer))
    _, program, option, text = SERVICES["night"]["healthcheck"]["test"]
    assert (program, option) == ("python3", "-c")
    with pytest.raises(SystemExit) as ended:
        exec(text)
    assert (not ended.value.code) == healthy


def test_images_have_their_users() -> None:
    """The images' own users are those of compose.yaml, and what they write to is a volume there."""
    for name, service in (("server", "web"), ("server", "night"), ("proxy", "proxy")):
        assert STAGES[name].last("USER") == SERVICES[service]["user"]
        assert STAGES[name].last("VOLUME") in [volume.split(":")[1] for volume in SERVICES[service]["volumes"]]


def test_images_are_made_from_the_lock() -> None:
    """Every base has a whole version, and dependencies are installed with their hashes alone.

    pip is to resolve nothing: Debian 12's would look for another pydantic than the lock's.
    """
    assert {PINNED.search(stage.base.replace("-slim", "")) is None for stage in STAGES.values()} == {False}
    installed = [text for _, text in STAGES["build"].steps if "pip install" in text]
    assert [("--require-hashes" in text, "--no-deps" in text) for text in installed] == [(True, True), (False, True)]
