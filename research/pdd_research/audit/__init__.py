"""Audits of our own releases: the best attacks we know, run on the mechanism that a release says it was made by."""
