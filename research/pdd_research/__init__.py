"""The researcher's workbench: simulator and log release; audits and studies are to come."""
