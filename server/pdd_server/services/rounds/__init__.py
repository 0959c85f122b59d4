"""The rounds of both protocols: check-ins, what donors send, and what a nightly run does."""
