"""Counting: which URLs are searches, the words of a search, and the keywords of a campaign that it matches."""
