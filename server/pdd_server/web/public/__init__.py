"""The public pages: server-rendered, without scripts, without anything from another address."""

from apiflask import APIFlask

from pdd_server.web.public import error_pages
from pdd_server.web.public.views import blueprint


def install(app: APIFlask) -> None:
    """Add the public pages to an application."""
    app.register_blueprint(blueprint)
    error_pages.install(app)
