"""The server's use cases: registration, rounds, campaigns, results, accounts and operation. They don't use Flask."""
