"""Audits: what an attacker gets out of hashed logs, and out of our own releases."""
