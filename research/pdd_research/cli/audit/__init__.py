"""The commands that audit: attacks on a release, and tests of published numbers."""
