"""An id for each request, in its log lines and in its response, and nowhere else."""

from flask import Flask, Response, g

from pdd_server import logs


def install(app: Flask) -> None:
    """Give each request of an application an id."""
    app.before_request(_begin)
    app.after_request(_tell)


def _begin() -> None:
    g.request_id = logs.begin_request()


def _tell(response: Response) -> Response:
    response.headers[logs.HEADER] = g.request_id
    return response
