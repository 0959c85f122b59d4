"""The web application: the API, the public pages and the researchers' over one opened data folder."""

from apiflask import APIFlask

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web import api, portal, public
from pdd_server.web.context import EXTENSION
from pdd_server.web.security import limit_together, network_key


def create_app(server: Deployment) -> APIFlask:
    """A WSGI application that serves this data folder."""
    app = APIFlask(
        __name__,
        title="Private Data Donor",
        version="1",
        docs_path=None,
        static_folder="static",
        template_folder="templates",
    )
    app.jinja_env.trim_blocks = True
    app.extensions[EXTENSION] = server
    api.install(app)
    public.install(app)
    limit_together(app, "/campaigns/", network_key)
    portal.install(app)
    return app
