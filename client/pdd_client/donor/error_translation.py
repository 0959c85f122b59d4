"""Error translation: errors of a home's files and database become DonorErrors, in every use case."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from pdd_client.donor.installation import Installation
from pdd_client.gateways.home_files.damage import is_damage, set_aside
from pdd_client.gateways.home_files.storage_errors import storage_error

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class _UsesHome(Protocol):
    installation: Installation


User = TypeVar("User", bound=_UsesHome)


def translates_errors(
    method: Callable[Concatenate[User, Arguments], Result],
) -> Callable[Concatenate[User, Arguments], Result]:
    """Decorate a method so that it runs in `translated_errors`. Its object must have an `installation`."""

    @wraps(method)
    def translated(self: User, /, *arguments: Arguments.args, **options: Arguments.kwargs) -> Result:
        with translated_errors(self.installation):
            return method(self, *arguments, **options)

    return translated


@contextmanager
def translated_errors(installation: Installation) -> Iterator[None]:
    """Translate errors of the home's files and database that are raised in this context.

    Raises:
        DonorError: the home can't be read or written.
        SetAside: the home is damaged. It was closed and moved aside, so this installation can't be used any more.

    """
    try:
        yield
        return
    except (OSError, sqlite3.Error) as error:
        if not is_damage(error):
            raise storage_error(error, installation.store.home) from None
    # Close first: while this connection is open, the file can't be examined and moved.
    installation.store.close()
    raise set_aside(installation.store.home, installation.keychain, installation.clock().date())
