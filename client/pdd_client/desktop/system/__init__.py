"""The app in its operating system: start at login, one instance for each home, and its end when that is asked for."""
