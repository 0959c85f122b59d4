"""The public pages: rendered by the server, without anything from another address.

Only the page to join by has a script; it works without it.
"""
