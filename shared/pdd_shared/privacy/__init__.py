"""Privacy arithmetic: how far a donor can move a number, noise and exact draws of it, costs, budgets and forecasts."""
