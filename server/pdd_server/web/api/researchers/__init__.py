"""Requests of researchers' programs: accounts, drafts, launched campaigns, results and the server's status."""
