"""Screenshots for the documentation: of the desktop app, the extension and the portal, with made-up data."""
