"""Campaigns before they are launched: what is typed, checked, reviewed and, in the end, created. No Flask."""
