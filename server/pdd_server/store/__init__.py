"""The database: tables, transactions, migrations, and one module of queries for each topic.

Modules here hold no rules. Services call them with a connection, inside a transaction that the service has begun.
"""
