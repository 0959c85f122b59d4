"""Backups, restores and resets of a server, and the check of all that it stands on."""
