"""The demonstration: a campaign on this machine, from browsers' histories to published totals."""
