"""A data day in an epoch: plan, uploads, list, certificate and answers; both halves, and the next day's planning."""
