"""Messages between donor and server: their fields, terms, keys, encoding, signatures and data days."""
