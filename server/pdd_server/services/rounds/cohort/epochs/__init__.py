"""Epochs of the `cohort` protocol: tickets, trees, the proofs that donors are shown, and the public record."""
