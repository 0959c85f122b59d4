"""Rounds of the `cohort` protocol: one message a day, one certified list, one noisy sum (docs/reference/cohort.md)."""
