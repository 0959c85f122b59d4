"""The settings page, one file a section."""
