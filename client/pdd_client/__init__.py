"""The donor: reads the local search history, counts, shows, blinds and sends. No search leaves the machine."""

from importlib.metadata import version

VERSION = version("pdd-client")
