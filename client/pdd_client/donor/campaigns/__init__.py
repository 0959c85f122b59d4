"""A donor's campaigns: joining and leaving them, and the state of each."""
