"""Pages about accounts: sign-in, invitations, one's own account, administration and the audit log."""
