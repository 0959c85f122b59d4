"""Requests of donors' programs: registration, check-in, rounds and completion codes."""
