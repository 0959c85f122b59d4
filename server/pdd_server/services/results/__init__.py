"""What is made of published totals: files to download, sums over periods, shares, and how far they may be off."""
