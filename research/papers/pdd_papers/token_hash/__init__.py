"""The token-hash attack (Kumar et al., WWW '07): recovering the words of a log whose words were hashed."""
