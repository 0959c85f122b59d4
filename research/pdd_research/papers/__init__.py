"""Replications of published studies with this project's own code."""
