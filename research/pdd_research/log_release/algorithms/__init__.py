"""The release algorithms: for each its mechanism, and apart from it the accounting of what it costs."""
