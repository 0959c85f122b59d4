"""Subcommands of `pdd-server campaign` and `pdd-server draft` that are modules of their own."""
