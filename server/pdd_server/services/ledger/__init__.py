"""The ledger: an append-only file beside the published data with what can't be taken back."""
