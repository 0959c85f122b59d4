"""Privacy accounting: what a day costs, what days cost together, and which budgets allow them."""
