"""Membership attacks on released logs: the release's own code runs again on small logs with and without a canary."""
