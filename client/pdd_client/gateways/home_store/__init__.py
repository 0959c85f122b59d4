"""A donor's home in SQLite: its database, schema and rows, and one store for each topic."""
