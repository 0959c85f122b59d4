"""The researchers' accounts: who they are, what they may do, and how they prove it. No Flask."""
