"""The public pages: server-rendered, without scripts, without anything from another address."""

from apiflask import APIFlask

from pdd_server.dashboard import errors
from pdd_server.dashboard.pages import blueprint


def install(app: APIFlask) -> None:
    """Add the public pages to an application."""
    app.register_blueprint(blueprint)
    errors.install(app)
