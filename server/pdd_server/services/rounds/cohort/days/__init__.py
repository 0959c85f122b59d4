"""Data days of the `cohort` protocol: planning, intake of uploads, the committee's part, opening and publication."""
