"""Browsers' history databases: finding them, copying them, and reading visits from the copies."""
