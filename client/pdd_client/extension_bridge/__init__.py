"""The native host: the process that a browser starts so that its extension can talk to the app."""
