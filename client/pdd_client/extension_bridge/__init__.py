"""Native messaging, the host's end: the process that a browser starts for its extension."""
