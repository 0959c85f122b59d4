"""The app and the system: starting at login, one instance a home, ending when asked to."""
