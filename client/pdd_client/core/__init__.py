"""The donor's rules as pure functions: which visits are one search, which searches count, what is given.

Nothing in here reads a clock, network, disk or database.
"""
