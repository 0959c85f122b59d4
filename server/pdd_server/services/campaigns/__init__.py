"""Campaigns: their terms and budgets, what is checked of them, and what can still be changed once they are launched."""
