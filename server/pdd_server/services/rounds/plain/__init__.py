"""Rounds of the `plain` protocol: groups of donors, their vectors, and the noise the server adds."""
