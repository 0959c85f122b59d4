"""Replications of published studies with the code of Private Data Donor."""
