"""The logs of an attack: reading, hashing, and what the inverted queries disclose."""
