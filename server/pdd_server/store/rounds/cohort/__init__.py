"""The `cohort` protocol's tables, and the queries on them: epochs, tickets, days, uploads and offenders."""
