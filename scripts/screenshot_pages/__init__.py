"""Pictures of the desktop app for the documentation, taken of the real window of a made-up person."""
