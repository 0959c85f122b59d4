"""A check-in: when it is due, the contact with the server, and the `plain` round's task."""
