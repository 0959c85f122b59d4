"""A server and its donors under faults, for minutes: scripts/soak."""
