"""A donor's use cases: join, review, decide, check in, leave, export."""
