"""The web application: the HTTP API, the researchers' portal and the public pages."""
