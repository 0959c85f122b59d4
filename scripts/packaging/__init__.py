"""Packages: of the desktop app, a folder that runs where it is put or a Debian package; of the browser extension."""
