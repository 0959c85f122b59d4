"""Tests of the numbers that a server or a release has published: whether they carry the noise that is stated."""
