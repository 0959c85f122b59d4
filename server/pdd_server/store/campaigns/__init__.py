"""Campaigns, drafts of campaigns, and the codes that belong to campaigns."""
