"""The OpenAPI 3.1 document at /openapi.json: additions to what APIFlask derives from the views and their models."""

import json
from typing import Any, get_args

from apiflask import APIFlask

from pdd_server.services.programs import Kind, System
from pdd_server.services.results.exports.package import MEDIA
from pdd_server.web.api import paging, published_results
from pdd_server.web.api.operation_names import NAMES

_NUMBER = "^(0|[1-9][0-9]{0,9})$"
# By the name of the parameter in the path.
_PATTERNS = {
    **dict.fromkeys(("number", "cohort", "sub_cohort", "place"), _NUMBER),
    "day": r"^\d{4}-\d{2}-\d{2}$",
    "context": "^[0-9a-f]{64}$",
    "campaign": "^[a-z0-9][a-z0-9-]{0,63}$",
    "form": "^(json|csv|parquet|sqlite|zip)$",
}
_ANY_REQUEST = {
    "400": "invalid-message",
    "413": "too-large",
    "415": "unsupported-media-type",
    "426": "client-too-old",
    "429": "rate-limited",
    "500": "internal-error",
}
"""The problems that any request may be answered with, by HTTP status."""

_OCTETS = {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}}
# The binary bodies of requests, by the address behind /v1/rounds/{day}/.
_SENT = {
    "vectors/{context}": "The blinded vector: unsigned 32-bit integers, little endian.",
    "uploads/{context}": "Nonce, masked vector, hidden shares, and the ticket's signature.",
    "signatures/{cohort}/{sub_cohort}/{place}": "The 64 bytes of the member's signature under the list.",
    "answers/{cohort}/{sub_cohort}/{place}": "The sum of the member's streams over the list, and its signature.",
}
# The binary bodies of responses, by the address behind /v1/.
_FETCHED = {
    "rounds/{day}/lists/{cohort}/{sub_cohort}": "Leaves and nonces of the uploads in the sums; appended leaves.",
    "rounds/{day}/certificates/{cohort}/{sub_cohort}": "Places and signatures of a quorum.",
    "epochs/{number}/place": "The donor's own leaf, its cohort's committee in order of places, and their proof.",
    "epochs/{number}/committees/{cohort}": "The committee's leaves in order of places, and their proof.",
    "epochs/{number}/cohorts/{cohort}": "The leaves of the cohort in the tree, rising, and their proof.",
}
_ZIP = {"application/zip": {"schema": {"type": "string", "format": "binary"}}}
_KIT = "/v1/portal/campaigns/{campaign}/ethics-kit.zip"


def install(app: APIFlask) -> None:
    """Set up an application's OpenAPI document: its version, security schemes, and the additions of this module."""
    app.config["OPENAPI_VERSION"] = "3.1.0"
    app.security_schemes = {
        "donor": {"type": "http", "scheme": "bearer", "description": "The token a donor got when it registered."},
        "researcher": {
            "type": "http",
            "scheme": "bearer",
            "description": "A token of a researcher's account, made on its page: pdd_ and 43 characters.",
        },
    }
    app.spec_processor(_complete)


def _complete(spec: Any) -> Any:
    """Return APIFlask's document with operation names, problems, binary bodies and the results' schemas added."""
    spec = _flat(spec)
    # APIFlask names a tag once for each blueprint that has it, and a document names each tag once.
    spec["tags"] = list({tag["name"]: tag for tag in spec["tags"]}.values())
    for address, path in spec["paths"].items():
        for method, operation in path.items():
            operation["operationId"] = NAMES[f"{method.upper()} {address}"]
            _complete_request(operation)
            _complete_answers(operation["responses"])
    spec["components"]["schemas"] |= {"Problem": _PROBLEM, "Rows": _ROWS, "Results": _RESULTS, "Program": _PROGRAM}
    for address, text in _SENT.items():
        body = {"required": True, "description": text, "content": _OCTETS}
        spec["paths"][f"/v1/rounds/{{day}}/{address}"]["put"]["requestBody"] = body
    for address, text in _FETCHED.items():
        spec["paths"][f"/v1/{address}"]["get"]["responses"]["200"] = {"description": text, "content": _OCTETS}
    spec["paths"][_KIT]["get"]["responses"]["200"] = {"description": "The ethics kit.", "content": _ZIP}
    _describe_results(spec["paths"]["/v1/campaigns/{campaign}/results.{form}"]["get"])
    spec["paths"]["/v1/programs"]["get"]["responses"]["200"] = _PROGRAMS
    return spec


def _complete_request(operation: dict[str, Any]) -> None:
    if "requestBody" in operation:
        operation["requestBody"]["required"] = True
    for parameter in operation.get("parameters", ()):
        if parameter["in"] == "path":
            parameter["schema"] = {"type": "string", "pattern": _PATTERNS[parameter["name"]]}
    if operation.pop(paging.PAGED, False):
        operation.setdefault("parameters", []).extend(paging.PARAMETERS)


def _complete_answers(answers: dict[str, Any]) -> None:
    for status, name in _ANY_REQUEST.items():
        answers.setdefault(status, {"description": name})
    for status, response in answers.items():
        if status >= "400":
            response["content"] = {"application/problem+json": {"schema": _PROBLEM_REF}}
        if status == "304":
            response.pop("content", None)


def _flat(spec: Any) -> Any:
    """Return the document with one schema for each message.

    APIFlask writes a copy of a nested message's schema for each message that contains it, under a longer name.

    Raises:
        ValueError: Two different schemas would get the same name.
    """
    text = json.dumps(spec)
    for name in spec["components"]["schemas"]:
        text = text.replace(f'"#/components/schemas/{name}"', f'"#/components/schemas/{name.split(".")[-1]}"')
    found = json.loads(text)
    schemas: dict[str, Any] = {}
    for name, schema in found["components"]["schemas"].items():
        if schemas.setdefault(name.split(".")[-1], schema) != schema:
            raise ValueError(f"two different schemas are called {name.split('.')[-1]}; rename one")
    found["components"]["schemas"] = schemas
    return found


def _describe_results(operation: dict[str, Any]) -> None:
    octets: dict[str, Any] = {"schema": {"type": "string", "format": "binary"}}
    content = dict.fromkeys(MEDIA.values(), octets)
    both = [{"$ref": f"#/components/schemas/{name}"} for name in ("Results", "Rows")]
    content[MEDIA["json"]] = {"schema": {"oneOf": both}}
    content[MEDIA["csv"]] = {"schema": {"type": "string"}}
    operation["responses"]["200"] = {"description": "The results.", "content": content}
    operation["parameters"] = [*operation["parameters"], *published_results.PARAMETERS]


_OBJECT = {"type": "object"}
_DATE, _TEXT, _WHOLE = {"type": "string", "format": "date"}, {"type": "string"}, {"type": "integer"}
_SHARE = {"type": "number", "minimum": 0, "maximum": 1}
_STRATUM = {"type": ["string", "null"]}


def _item(properties: dict[str, Any], optional: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the schema of an array of objects that have these properties, may have the optional ones, and more."""
    items = {"type": "object", "required": list(properties), "properties": properties | (optional or {})}
    return {"type": "array", "items": items}


_DAYS = _item(
    {
        **{"day": _DATE, "stratum": _STRATUM, "donors": _WHOLE, "searches": _WHOLE, "confidence": _SHARE},
        **{"cohorts": _WHOLE, "cohorts_planned": _WHOLE, "final": {"type": "boolean"}, "counting_rules": _WHOLE},
        **{"noise": _OBJECT, "totals": {"type": "object", "additionalProperties": _WHOLE}},
    },
    {"full": _WHOLE},
)
_DECOYS = _item(
    {
        **{"day": _DATE, "law": _TEXT, "scale": {"type": "number"}, "shares": _WHOLE, "of": _WHOLE},
        "numbers": {"type": "array", "items": _WHOLE},
    }
)
_MISSING = _item({"day": _DATE, "reason": _TEXT, "active": _WHOLE, "needed": _WHOLE, "confidence": _SHARE})
_RESULTS = {
    "type": "object",
    "description": "All results of a campaign; docs/reference/results.md explains the keys.",
    "required": ["campaign", "period", "privacy", "days", "decoys", "missing", "indexes", "log", "meaning"],
    "properties": {
        "campaign": {"type": "string"},
        "period": {"enum": ["day", "week"]},
        "privacy": _OBJECT,
        "days": _DAYS,
        "decoys": _DECOYS,
        "missing": _MISSING,
        "indexes": {"type": "object", "additionalProperties": {"type": "array", "items": {"type": "string"}}},
        "log": {"type": ["object", "null"]},
        "meaning": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}
_ROWS = {
    "type": "object",
    "description": "A part of the results, in the form that pandas calls `split`.",
    "required": ["columns", "data"],
    "properties": {
        "columns": {"type": "array", "items": {"type": "string"}},
        "data": {"type": "array", "items": {"type": "array", "items": {"type": ["string", "number", "null"]}}},
    },
}
_PROGRAM = {
    "type": "object",
    "description": "A package that donors can download.",
    "required": ["kind", "system", "version", "address", "bytes", "sha256"],
    "properties": {
        "kind": {"enum": list(get_args(Kind))},
        "system": {"enum": list(get_args(System))},
        "version": {"type": "string"},
        "address": {"type": "string", "format": "uri"},
        "bytes": {"type": "integer"},
        "sha256": {"type": "string", "pattern": "^[0-9a-f]{64}$"},
    },
}
_PROGRAMS = {
    "description": "The programs.",
    "content": {
        "application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Program"}}},
    },
}
_PROBLEM_REF = {"$ref": "#/components/schemas/Problem"}
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
