"""The forecast of a campaign before its launch: its noise, budget, donors, totals and expected error."""
