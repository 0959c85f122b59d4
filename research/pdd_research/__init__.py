"""The researcher's workbench: the place of simulator, log release, audits and studies, none of which is here yet."""
