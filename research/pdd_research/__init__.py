"""The researcher's workbench: the simulator; log release, audits and studies are to come."""
