"""Whether pdd-server knows the commands that units, containers and guides give it."""

import argparse

from pdd_server import cli


def parsed(words: list[str]) -> argparse.Namespace:
    """Return the parsed arguments of a `pdd-server` command; pytest fails if it has no such command or option."""
    try:
        return cli.make_parser(words[:1]).parse_args(words)
    except SystemExit:
        raise AssertionError(f"pdd-server does not know: {' '.join(words)}") from None
