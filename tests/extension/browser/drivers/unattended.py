"""A Chromium with nothing attached, so that no debugger keeps its worker alive; a page of the extension reports."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any
from urllib.parse import unquote

from tests.extension.browser.drivers.chromium import clock, switches
from tests.support.processes.chromium import PROGRAM
from tests.support.processes.timeouts import PATIENCE

_PAGE, _SCRIPT = "reporting.html", "reporting.js"
_OPENS = f"globalThis.chrome.runtime.onInstalled.addListener(() => chrome.tabs.create({{ url: '{_PAGE}' }}));\n"
"""An extension from the command line counts as installed each time that the browser starts.

The line stands before a script that declares `chrome`, which has no value yet when the line runs.
"""
_HELPERS = """
const tell = (what) => fetch("ADDRESS/" + encodeURIComponent(JSON.stringify(what)), { mode: "no-cors" });
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
const until = async (holds, ms = 100) => { while (!(await holds())) await pause(ms); };
// Asked more often, the browser would keep the worker.
const workerStopped = () =>
  until(async () => (await chrome.runtime.getContexts({ contextTypes: ["BACKGROUND"] })).length === 0, 10_000);
const toolbar = async () => ({
  ahead: (await chrome.alarms.get("next"))?.scheduledTime - Date.now(),
  badge: await chrome.action.getBadgeText({}),
  title: await chrome.action.getTitle({}),
});
"""


def reporting(extension: Path, folder: Path) -> Path:
    """Make a copy of the extension in `folder` that opens a reporting page whenever the browser starts."""
    shutil.copytree(extension, folder)
    background = folder / "background.js"
    background.write_text(_OPENS + background.read_text(encoding="utf-8"), encoding="utf-8")
    (folder / _PAGE).write_text(f'<!doctype html><script type="module" src="{_SCRIPT}"></script>')
    (folder / _SCRIPT).write_text("")
    return folder


@contextmanager
def unattended(profile: Path, extension: Path, engines: int, now: datetime, script: str) -> Iterator["Queue[Any]"]:
    """Start Chromium on this profile at `now`, run the script in the reporting page, and yield its reports."""
    told: Queue[Any] = Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            told.put(json.loads(unquote(self.path[1:])))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *arguments: object) -> None:
            """Write no log."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as listener:
        Thread(target=listener.serve_forever, daemon=True).start()
        helpers = _HELPERS.replace("ADDRESS", f"http://127.0.0.1:{listener.server_address[1]}")
        (extension / _SCRIPT).write_text(f"{helpers}try {{ {script} }} catch (error) {{ tell(String(error)); }}")
        # The extension opens its own windows, which a page may do only with leave.
        options = ["--no-first-run", "--disable-popup-blocking", f"--user-data-dir={profile}"]
        command = [str(PROGRAM), *switches(extension, engines), *options, "about:blank"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        with subprocess.Popen(command, env={**os.environ, **clock(now)}, **quiet) as process:
            try:
                yield told
            finally:
                process.terminate()
                process.wait(PATIENCE)
                listener.shutdown()
