"""Node.js for tests: whether it is installed, and the extension's protocol called from Python."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.support.processes.timeouts import PATIENCE

EXTENSION = Path(__file__).parents[2] / "extension"
LEAST_NODE = 18


def node() -> str:
    """Return the path of a recent enough Node.js with the extension's packages, or skip the test."""
    path = shutil.which("node")
    version = run([path, "--version"]).stdout if path else "v0"
    if path is None or int(re.findall(r"\d+", version)[0]) < LEAST_NODE:
        pytest.skip(f"needs Node.js {LEAST_NODE} or newer on PATH to test the extension")
    if not (EXTENSION / "node_modules").exists():
        pytest.skip("needs the extension's packages: scripts/install/javascript installs them")
    return path


def run(command: list[str], stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Return the output of a command in the extension's folder."""
    return subprocess.run(
        command, input=stdin, cwd=EXTENSION, capture_output=True, encoding="utf-8", timeout=5 * PATIENCE, check=False
    )


def answers(*calls: tuple[Any, ...]) -> list[dict[str, Any]]:
    """Return each result of (module, function, given ...): {"done": value} or {"error": class}; bytes are {"hex":
    ...}.
    """
    done = run([node(), "tests/programs/function_calls.js"], json.dumps(calls, default=_as_hex))
    assert done.returncode == 0, done.stderr
    return list(json.loads(done.stdout))


def _as_hex(value: object) -> dict[str, str]:
    assert isinstance(value, bytes)
    return {"hex": value.hex()}
