"""Campaigns: their terms and budgets, their validation, and the changes that are possible after the launch."""
