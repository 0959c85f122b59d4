"""Donors: registering them, knowing them by their tokens, erasing them, and their completion codes."""
