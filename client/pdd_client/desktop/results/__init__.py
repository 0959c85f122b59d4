"""The Results page: what the campaigns have published."""
