"""The web application: the API, the public pages and the researchers' over one opened data folder."""

from apiflask import APIFlask

from pdd_server import api, dashboard, desk
from pdd_server.api.security import limit_together, network_key
from pdd_server.context import EXTENSION
from pdd_server.folder import Deployment


def create_app(server: Deployment) -> APIFlask:
    """A WSGI application that serves this data folder."""
    app = APIFlask(
        __name__,
        title="Private Data Donor",
        version="1",
        docs_path=None,
        static_folder="dashboard/static",
        template_folder="dashboard/templates",
    )
    app.jinja_env.trim_blocks = True
    app.extensions[EXTENSION] = server
    api.install(app)
    dashboard.install(app)
    limit_together(app, "/campaigns/", network_key)
    desk.install(app)
    return app
