"""The OpenAPI 3.1 document at /openapi.json: what the views' models do not say by themselves."""

from typing import Any

from apiflask import APIFlask

from pdd_server.api import paging, published_results
from pdd_server.services.reports.package import MEDIA

_PATTERNS = {
    "day": r"^\d{4}-\d{2}-\d{2}$",
    "context": "^[0-9a-f]{64}$",
    "group_plan": "^[0-9a-f]{64}$",
    "survivors": "^[0-9a-f]{64}$",
    "campaign": "^[a-z0-9][a-z0-9-]{0,63}$",
    "form": "^(json|csv|parquet|sqlite|zip)$",
    "token": "^[0-9a-f]{32}$",
    "draft": "^draft_[0-9a-f]{32}$",
}
_ANY_REQUEST = {
    "400": "invalid-message",
    "413": "too-large",
    "426": "client-too-old",
    "429": "rate-limited",
    "500": "internal-error",
}

_OCTETS = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
_BYTES = {
    "vectors/{context}": "The blinded vector: unsigned 32-bit integers, little endian.",
    "preparations/{group_plan}": "Keys of this round, a signature, hashes of shares, and the shares in boxes.",
    "reveals/{survivors}": "For each member of the roster, in its order: a kind in one byte, and a share in 32.",
}


def install(app: APIFlask) -> None:
    """Describe the application's schemes and bodies."""
    app.config["OPENAPI_VERSION"] = "3.1.0"
    app.security_schemes = {
        "donor": {"type": "http", "scheme": "bearer", "description": "The token a donor got when it registered."},
        "analyst": {"type": "http", "scheme": "bearer", "description": "The token `pdd-server init` printed."},
        "researcher": {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of a researcher's account, made on its page: pdd_ and 43 characters.",
        },
    }
    app.spec_processor(_complete)


def _complete(spec: Any) -> Any:
    for path in spec["paths"].values():
        for operation in path.values():
            for parameter in operation.get("parameters", ()):
                if parameter["in"] == "path":
                    parameter["schema"] = {"type": "string", "pattern": _PATTERNS[parameter["name"]]}
            if operation.pop(paging.PAGED, False):
                operation.setdefault("parameters", []).extend(paging.PARAMETERS)
            for status, name in _ANY_REQUEST.items():
                operation["responses"].setdefault(status, {"description": name})
            for status, response in operation["responses"].items():
                if status >= "400":
                    response["content"] = {"application/problem+json": {"schema": _PROBLEM}}
    for address, text in _BYTES.items():
        body = {"required": True, "description": text, "content": _OCTETS}
        spec["paths"][f"/v1/rounds/{{day}}/{address}"]["put"]["requestBody"] = body
    boxes = {"description": "139 bytes for each member of the roster, in its order.", "content": _OCTETS}
    spec["paths"]["/v1/rounds/{day}/boxes"]["get"]["responses"]["200"] = boxes
    _describe_results(spec["paths"]["/v1/campaigns/{campaign}/results.{form}"]["get"])
    return spec


def _describe_results(operation: dict[str, Any]) -> None:
    content: dict[str, Any] = {kind: {} for kind in MEDIA.values()}
    operation["responses"]["200"] = {"description": "The results.", "content": content}
    operation["parameters"] = [*operation["parameters"], *published_results.PARAMETERS]


_PROBLEM = {
    "type": "object",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {"type": "string", "pattern": "^urn:pdd:problem:[a-z-]+$"},
        "title": {"type": "string"},
        "status": {"type": "integer"},
        "detail": {"type": "string"},
    },
}
