"""Builds packages: the desktop app as a folder or a Debian package, the browser extension, and the wheels."""
