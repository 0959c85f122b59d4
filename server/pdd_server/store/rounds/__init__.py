"""Rounds of both protocols, and the record of nightly runs."""
