"""The witness over HTTP: one request, `POST /add-checkpoint`. Nothing is kept of who sent it."""

import time
from collections.abc import Callable

from flask import Flask, Response, request

from pdd_server.errors import SetupError
from pdd_server.witness.folder import Witness
from pdd_server.witness.rules import LARGEST_REQUEST


def create_app(witness: Witness, clock: Callable[[], float] = time.time) -> Flask:
    """Return the application of a witness.

    Args:
        witness: The opened folder.
        clock: Returns the time, in seconds since 1970.
    """
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_REQUEST

    @app.post("/add-checkpoint")
    def add_checkpoint() -> Response:
        body = request.get_data()
        try:
            decision = witness.answer(body, clock)
        except SetupError:
            # A full disk, for example. Whoever sent it may try again, and learns nothing of the witness's files.
            return Response("The witness can't write its database.\n", 503, mimetype="text/plain")
        # So the protocol names a number that is a size.
        kind = "text/x.tlog.size" if decision.status == 409 else "text/plain; charset=utf-8"
        return Response(decision.body, decision.status, content_type=kind)

    return app
