"""The Private Data Donor server. It plans rounds, adds up donors' protected counts, and publishes noisy totals."""
