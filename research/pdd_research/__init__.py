"""The researcher's workbench, beside what a server publishes: so far, the way in to a campaign's published data set."""
