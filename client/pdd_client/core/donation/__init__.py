"""What a donor gives of a day: consent, exclusions, decisions, the privacy ledger, the prepared donation."""
