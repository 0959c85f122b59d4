"""The researcher's workbench: simulator, log generator, log release, click graphs and audits."""
