"""API views for donors' programs: registration, check-in, rounds and completion codes."""
