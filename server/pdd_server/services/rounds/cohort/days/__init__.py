"""Data days of the `cohort` protocol: planned, filled with uploads, opened and published."""
