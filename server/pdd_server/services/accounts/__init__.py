"""Researchers' accounts: their administration, authentication, authorisation and audit log. No Flask."""
