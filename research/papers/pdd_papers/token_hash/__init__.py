"""The token-hash attack (Kumar et al., WWW '07): hashed words recovered, and what that uncovers."""
