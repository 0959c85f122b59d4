"""The public pages: server-rendered, without scripts, without anything from another address."""

from pdd_server.dashboard.pages import blueprint

__all__ = ["blueprint"]
