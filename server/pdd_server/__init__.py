"""The Private Data Donor server: groups donors, adds up what cancels out, publishes with noise."""
