"""The two servers that `intake` compares, each a process of its own: ours, and a bare Flask application.

`python -m scripts.benchmarks.server.served ours FOLDER DAY` serves a data folder, at noon of a day. With `night FOLDER
DAY` it does the nightly run of that day. With `bare FOLDER ANSWERS` it serves a Flask application without anything of
ours, under the same waitress: it reads each request's body, commits it durably to SQLite, and answers with the bytes
that our server gave, which are in the file ANSWERS.
"""

import base64
import json
import secrets
import sqlite3
import sys
import threading
from contextlib import nullcontext
from datetime import date
from pathlib import Path

from flask import Flask, Response, request
from waitress.server import create_server  # type: ignore[import-untyped]

from pdd_server.cli import web_server
from pdd_server.cli.operations import REQUEST_PATIENCE
from pdd_server.jobs import nightly_run
from pdd_server.services.concurrency_limit import THREADS
from pdd_server.services.operations.data_folder import Folder, open_folder
from pdd_server.services.rounds.plain.noise import add_noise
from pdd_server.store.sqlite import PRAGMAS
from scripts.benchmarks.server.nightly_run import Noons


def serve_ours(folder: Path, day: date) -> None:
    """Serve a data folder, without nightly runs."""
    deployment = open_folder(Folder(folder / "data"), Noons(day), REQUEST_PATIENCE)
    web_server.run(deployment, web_server.Address("127.0.0.1", 0), nullcontext())


def run_night(folder: Path, day: date) -> None:
    """Do the nightly run of a day, as the process of nightly runs does."""
    deployment = open_folder(Folder(folder / "data"), Noons(day))
    nightly_run.run(deployment, add_noise, secrets.SystemRandom().shuffle).raise_first_failure()
    deployment.store.dispose()


def bare_application(path: Path, answers: dict[str, bytes]) -> Flask:
    """Return an application that stores each body in a transaction of its own, and answers with given bytes.

    Args:
        path: the file of its database.
        answers: the body of its answer, by the request's method and the first word of its path.
    """
    app, local = Flask(__name__), threading.local()
    with sqlite3.connect(path) as first:
        first.execute("PRAGMA page_size = 16384")
        first.execute("CREATE TABLE bodies (id INTEGER PRIMARY KEY, data BLOB)")

    def store(data: bytes) -> None:
        if not hasattr(local, "connection"):
            local.connection = sqlite3.connect(path, isolation_level=None)
            for pragma in PRAGMAS:
                local.connection.execute(pragma)
        local.connection.execute("INSERT INTO bodies (data) VALUES (?)", [data])

    def answer(rest: str) -> Response:
        if request.method != "GET":
            store(request.get_data())
        return Response(answers[kind_of(request.method, rest)], mimetype="application/json")

    app.add_url_rule("/v1/<path:rest>", view_func=answer, methods=["GET", "POST", "PUT"])
    return app


def kind_of(method: str, rest: str) -> str:
    """Return which kind a request is of: its method, and the words of its path behind /v1/ that are no numbers."""
    return " ".join([method, *(word for word in rest.split("/") if word[:1].isalpha() and len(word) < 20)])


def serve_bare(folder: Path, answers: Path) -> None:
    """Serve the bare application until the process is ended."""
    given = {kind: base64.b64decode(text) for kind, text in json.loads(answers.read_text()).items()}
    app = bare_application(folder / "bare.sqlite", given)
    limits = {"threads": THREADS, "max_request_body_size": web_server.LARGEST_REQUEST}
    web = create_server(app, host="127.0.0.1", port=0, **limits)
    print(f"listening on http://127.0.0.1:{web.effective_port}", flush=True)
    web.run()


if __name__ == "__main__":
    which, where, what = sys.argv[1:]
    if which == "ours":
        serve_ours(Path(where), date.fromisoformat(what))
    elif which == "night":
        run_night(Path(where), date.fromisoformat(what))
    else:
        serve_bare(Path(where), Path(what))
