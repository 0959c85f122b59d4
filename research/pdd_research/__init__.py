"""The researcher's workbench: simulator, log release, the attack on hashed words, audits and studies."""
