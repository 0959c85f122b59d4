"""Releases of one log beside one another, and the tables and figures of WWW '09 drawn again."""
