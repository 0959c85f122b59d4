"""Mail to people with accounts: invitations, and notices about their access. No donor ever gets mail."""
