"""Rounds of the `plain` protocol: grouping of donors, intake of vectors, the server's noise, and publication."""
