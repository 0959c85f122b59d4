"""Rounds of both protocols, and the nights that the server lived through."""
