"""Authentication of researchers: passwords, second factors, sessions, and tokens for programs."""
