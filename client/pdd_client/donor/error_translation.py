"""What fails in a home's file becomes one line for the person, whatever was being done."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import FunctionType
from typing import Any, TypeVar

from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_files.damage import is_damage, set_aside
from pdd_client.gateways.home_files.storage_errors import in_words

Kind = TypeVar("Kind", bound=type[Any])


def speaks_plainly(kind: Kind) -> Kind:
    """A donor's class whose public methods raise DonorError where the home can't be read or written.

    A home found damaged is set aside: SetAside says so, and the donor is of no use after it.
    """
    for name, method in list(vars(kind).items()):
        if isinstance(method, FunctionType) and not name.startswith("_") and name != "close":
            setattr(kind, name, _told(method))
    return kind


def _told(method: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(method)
    def told(self: Any, *arguments: Any, **options: Any) -> Any:
        with faults_told(self.installation):
            return method(self, *arguments, **options)

    return told


@contextmanager
def faults_told(installation: Installation) -> Iterator[None]:
    """Raise DonorError where the home can't be read or written; SetAside, with the home closed, where it is damaged."""
    try:
        yield
        return
    except (OSError, sqlite3.Error) as error:
        if not is_damage(error):
            raise in_words(error, installation.store.home) from None
    # No other connection may hold the file that is looked at and moved.
    installation.store.close()
    raise set_aside(installation.store.home, installation.keychain, installation.clock().date())
