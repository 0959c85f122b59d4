"""Epochs of the `cohort` protocol: their trees, the tickets for them, and what proves them to donors."""
