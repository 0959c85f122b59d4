"""Pages about campaigns: drafts, recruiting, results, monitoring and changes after the launch."""
