"""Published results: files to download, sums over periods, shares of searches, and 95% intervals of all these."""
