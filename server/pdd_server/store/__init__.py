"""Everything on disk in the database: tables, transactions, migrations, and one module a topic."""
