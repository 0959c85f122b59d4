"""How a day's donation is computed: consent, exclusions, decisions, the privacy ledger, the prepared donation."""
