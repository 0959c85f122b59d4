"""The web application: the API, the public pages and the portal, over one opened data folder."""

from apiflask import APIFlask

from pdd_server.services.operations.data_folder import Deployment
from pdd_server.web import api, portal, rate_limits
from pdd_server.web.context import EXTENSION
from pdd_server.web.public import views as public_pages


def create_app(server: Deployment) -> APIFlask:
    """Return a WSGI application that serves an opened data folder."""
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
    app.register_blueprint(public_pages.blueprint)
    portal.install(app)
    # Installed after the checks of `security`, which then run first: a request that they refuse is not counted.
    rate_limits.install(app)
    return app
