"""Audits of releases: the best membership attacks we know, run on the mechanism that a release says it was made by."""
