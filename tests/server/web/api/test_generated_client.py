"""A client generated from the OpenAPI document by openapi-python-client is complete, and works with a real server."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pdd_server.services.accounts.authentication.tokens import Scope
from pdd_server.services.accounts.model import Role
from pdd_server.services.campaigns import campaigns
from pdd_server.services.operations.data_folder import Deployment
from pdd_server.services.results.exports import exports
from pdd_server.web.application import create_app
from tests.server.services.results.synthetic_results import publish
from tests.server.simulated_server import DAY, Donor, client_of
from tests.server.web.api.test_openapi import OPERATIONS
from tests.server.web.people import add_person, served, token_of

PACKAGE = "pdd_generated"


@dataclass(frozen=True)
class Generated:
    """A server's address and the client generated from its document."""

    url: str
    operations: dict[str, Any]

    def call(self, name: str, token: str, *values: Any, **more: Any) -> Any:
        """Return an operation's answer, as the client reads it."""
        with import_module(PACKAGE).AuthenticatedClient(base_url=self.url, token=token) as made:
            return self.operations[name].sync_detailed(*values, client=made, **more)

    def model(self, name: str) -> Any:
        return getattr(import_module(f"{PACKAGE}.models"), name)


@pytest.fixture
def document(server: Deployment) -> Any:
    return create_app(server).test_client().get("/openapi.json").json


@pytest.fixture
def generated(
    server: Deployment, document: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Generated]:
    """Generate the client without a warning, for a server with ten days of results."""
    (tmp_path / "openapi.json").write_text(json.dumps(document))
    # The generator knows no zip by itself, and reads one as it does other bytes.
    settings = {"post_hooks": [], "content_type_overrides": {"application/zip": "application/octet-stream"}}
    (tmp_path / "settings.json").write_text(json.dumps(settings))
    program = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--fail-on-warning"]
    files = ["--path", "openapi.json", "--config", "settings.json", "--output-path", PACKAGE]
    made = subprocess.run([*program, *files], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stdout + made.stderr
    monkeypatch.syspath_prepend(tmp_path)
    modules = [file for file in sorted((tmp_path / PACKAGE / "api").glob("*/*.py")) if file.stem != "__init__"]
    operations = {file.stem: import_module(f"{PACKAGE}.api.{file.parent.name}.{file.stem}") for file in modules}
    with server.store.read() as connection:
        campaign = campaigns.get(connection, "flu").campaign
    publish(server, campaign, 10)
    exports.write_all(server.store, server.folder.published)
    with served(server) as web:
        yield Generated(web.address, operations)
    for name in [name for name in sys.modules if name.split(".")[0] == PACKAGE]:
        del sys.modules[name]


def test_every_operation_is_described(document: Any) -> None:
    """Each operation has a name of its own, each body is required, and each answer with a body has a schema."""
    operations = [operation for path in document["paths"].values() for operation in path.values()]
    assert len({operation["operationId"] for operation in operations}) == len(operations) == OPERATIONS
    for operation in operations:
        assert operation.get("requestBody", {"required": True})["required"] is True
        for status, response in operation["responses"].items():
            contents = response.get("content", {})
            assert (contents == {}) == (status in ("204", "304")), operation["operationId"]
            assert all(content["schema"] for content in contents.values()), operation["operationId"]


def arrays(part: Any) -> Iterator[Any]:
    """Yield the schemas of arrays in a part of the document."""
    if isinstance(part, dict) and part.get("type") == "array":
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from arrays(inner)


def test_tags_are_unique_and_items_are_typed(document: Any) -> None:
    """A tag is named once, as OpenAPI asks; an array says what its items are, and of objects which properties."""
    tags = [tag["name"] for tag in document["tags"]]
    assert len(tags) == len(set(tags))
    assert {tag for path in document["paths"].values() for its in path.values() for tag in its["tags"]} == {*tags}
    for one in arrays(document):
        assert {"type", "$ref", "oneOf", "anyOf", "enum"} & one["items"].keys(), one
        assert one["items"].get("type") != "object" or one["items"]["properties"], one


def test_a_generated_client_covers_every_operation(generated: Generated, server: Deployment) -> None:
    """The client has every operation, and reads what researchers and donors ask for into its models."""
    assert len(generated.operations) == OPERATIONS
    header = token_of(server, add_person(server, Role.ADMINISTRATOR), Scope.WRITE)
    token = header["Authorization"].split()[1]
    for name in ("get_server", "list_campaigns"):
        assert generated.call(name, token).parsed is not None, name
    assert isinstance(generated.call("get_monitoring", token).parsed, generated.model("Monitoring"))
    assert len(generated.call("list_entries", token, "flu", limit=1).parsed.entries) == 1
    assert len(generated.call("get_results", token, "flu", "json").parsed.days) == 10
    assert len(generated.call("get_results", token, "flu", "json", limit=3).parsed.data) == 3
    assert generated.call("get_status", token).parsed.donors == 0
    refused = generated.call("get_status", "nobody's").parsed
    assert isinstance(refused, generated.model("Problem"))
    assert refused.type_ == "urn:pdd:problem:not-authorised"


def test_a_generated_client_changes_things(generated: Generated, server: Deployment) -> None:
    """The client changes completion codes and campaigns, and reads them back in its models."""
    header = token_of(server, add_person(server, Role.ADMINISTRATOR), Scope.WRITE)
    call: Callable[..., Any] = lambda name, *values, **more: generated.call(  # noqa: E731
        name, header["Authorization"].split()[1], *values, **more
    )
    put = call("put_completion", "flu", body=generated.model("Wanted")(days=3.0, code="THANKS-1"))
    assert put.parsed.code == "THANKS-1"
    assert call("get_completion", "flu").parsed == put.parsed
    assert call("append_entries", "flu", body=generated.model("Appended")(entries=["cough"])).parsed.vocabulary[
        -1:
    ] == ["cough"]
    assert call("close_campaign", "flu", body=generated.model("Ended")()).parsed.id == "flu"


def test_a_generated_client_is_a_donor(generated: Generated, server: Deployment) -> None:
    """The client registers, checks in with an integer written as 0.0, which the schema allows, and erases itself."""
    keys = Donor(client_of(server).open, server.identity, server.online_key.verify_key.encode()).member.model_dump()
    member = generated.model("Member").from_dict(keys)
    registered = generated.call("register_donor", "none", body=generated.model("Registration")(member=member)).parsed
    contact = generated.model("CheckIn")(number=0.0, nonce=os.urandom(32).hex())
    answer = generated.call("check_in", registered.token, body=contact).parsed
    assert (answer.number, answer.day) == (1, DAY)
    assert generated.call("erase_donor", registered.token).status_code == 204
