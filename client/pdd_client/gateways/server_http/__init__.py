"""The server over HTTP: its requests, and the errors of the connection."""
