"""The donor: reads the local search history, counts, shows, blinds and sends. No search leaves the machine."""

import os

VERSION: str

# Pydantic would look through all installed packages for plugins, which could watch what a donor keeps and sends.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


def __getattr__(name: str) -> str:
    """VERSION, looked up when it is first asked for: a window that starts doesn't wait for it."""
    if name != "VERSION":
        raise AttributeError(name)
    from importlib.metadata import version

    return version("pdd-client")
