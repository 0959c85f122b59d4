"""Packages of the desktop app: a folder that runs where it is put, and a Debian package."""
