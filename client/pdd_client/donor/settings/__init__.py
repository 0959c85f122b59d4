"""A donor's settings: preferences, browsers, extensions, what is kept out, and how days are sent."""
