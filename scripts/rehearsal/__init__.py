"""A world under a rehearsal clock: a real server, its campaigns, and homes with histories.

The demonstration, the soak and the end-to-end tests start from it.
"""
