"""The Settings page, with one module for each of its sections."""
