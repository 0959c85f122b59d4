"""What a home keeps for `cohort`: epochs and tickets, and the journal of what it said."""
