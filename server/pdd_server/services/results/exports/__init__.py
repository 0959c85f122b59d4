"""The files that anybody may download of a campaign's results."""
