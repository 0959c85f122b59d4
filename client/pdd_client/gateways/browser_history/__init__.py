"""Browsers' history databases: where they are, a private copy of each, the visits in them."""
