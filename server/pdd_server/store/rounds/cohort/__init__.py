"""Epochs, days and uploads of the `cohort` protocol."""
