"""A limit on the concurrent requests of readers, so that they never take the last threads from donors.

Readers are researchers in the portal and its API, visitors of the public pages, and programs that fetch results. All
requests share the HTTP server's threads. A reader that finds all places taken is told at once to come again, and does
not wait on a thread.
"""

from threading import BoundedSemaphore

from flask import Flask, g, request

from pdd_server.errors import busy
from pdd_server.services.concurrency_limit import READERS
from pdd_server.web.context import is_in_portal

_PLACE = "pdd_readers_place"
"""The attribute of `flask.g` that says that the request has a place."""


def install(app: Flask) -> None:
    """Limit the concurrent requests of an application's readers."""
    places = BoundedSemaphore(READERS)

    def take_place() -> None:
        if _is_of_reader():
            if not places.acquire(blocking=False):
                raise busy()
            setattr(g, _PLACE, True)

    def give_back(_error: BaseException | None) -> None:
        if g.pop(_PLACE, False):
            places.release()

    app.before_request(take_place)
    # Flask calls this at the end of every request, also after an error. A response that is streamed after that keeps a
    # turn of `LONG_ANSWERS`.
    app.teardown_request(give_back)


def _is_of_reader() -> bool:
    """Return whether no donor's day needs the request."""
    readers = ("/v1/portal/", "/v1/campaigns/", "/campaigns/")
    return is_in_portal() or request.path == "/" or request.path.startswith(readers)
