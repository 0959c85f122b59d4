"""The web application: the API, the public pages and the portal, over one opened data folder."""

from collections.abc import Callable
from typing import Any

from apiflask import APIFlask

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web import api, portal, rate_limits, readers, request_ids
from pdd_server.web.context import EXTENSION
from pdd_server.web.public import downloads, health
from pdd_server.web.public import views as public_pages
from pdd_server.web.public.join import views as join


class _Application(APIFlask):
    """A Flask application without asynchronous views."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function. Flask asks twelve times a request whether a view or a hook is a coroutine; none is."""
        return func


def create_app(server: Deployment) -> APIFlask:
    """Return a WSGI application that serves an opened data folder."""
    app = _Application(
        __name__,
        title="Private Data Donor",
        version="1",
        docs_path=None,
        static_folder="static",
        template_folder="templates",
    )
    app.jinja_env.trim_blocks = True
    app.extensions[EXTENSION] = server
    request_ids.install(app)  # first, so that every log line of a request has its id
    api.install(app)
    app.register_blueprint(public_pages.blueprint)
    app.register_blueprint(join.blueprint)
    app.register_blueprint(downloads.blueprint)
    app.register_blueprint(health.blueprint)
    portal.install(app)
    # Installed after the checks of `security`, which then run first: a request that they refuse is not counted.
    rate_limits.install(app)
    readers.install(app)
    return app
