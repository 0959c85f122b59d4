"""Donors: registration, authentication by token, erasure, and completion codes."""
