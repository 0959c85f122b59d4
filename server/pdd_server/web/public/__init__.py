"""The public pages: rendered by the server, without scripts and without anything from another address."""
