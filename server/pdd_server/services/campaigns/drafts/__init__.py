"""Campaigns before their launch: the content of the form, its validation, the review and the launch. No Flask."""
