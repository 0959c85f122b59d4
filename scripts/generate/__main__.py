"""Write all generated modules but those that need a browser: `python -m scripts.generate`."""

from collections.abc import Iterator

from scripts.generate import constants, messages, names
from scripts.generate.output import Module


def modules() -> Iterator[Module]:
    """Yield every module that is generated without a browser."""
    yield from constants.modules()
    yield from names.modules()
    yield from messages.modules()


if __name__ == "__main__":
    for module in modules():
        if not module.is_fresh:
            module.write()
            print(module.path)
