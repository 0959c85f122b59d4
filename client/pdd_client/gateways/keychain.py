"""Storage for a donor's secret keys: the system's keychain or, on a system without one, a file of mode 0600."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pdd_client.core.errors import Code, DonorError
from pdd_shared.protocol.keys import DonorSecrets

SERVICE = "private-data-donor"
"""The service's name under which the keychain stores the keys; the user's name is the installation's id."""

KEY_FILES = ("keys.json", "keys.new")
"""Names in a home of the file of keys, and of the temporary file that a crash may leave while it is written."""


@dataclass(frozen=True)
class Credentials:
    """The secret keys and the access token by which the server knows this donor."""

    secrets: DonorSecrets = field(repr=False)
    token: str = field(repr=False)

    def encode(self) -> str:
        """Return the credentials as JSON text, which `decode` reads. The text is secret."""
        parts = {
            "identity": self.secrets.identity_seed.hex(),
            "exchange": self.secrets.exchange_secret.hex(),
            "token": self.token,
        }
        return json.dumps(parts)

    @classmethod
    def decode(cls, text: str) -> "Credentials | None":
        """Return the credentials from the text of `encode`, None if the text is damaged."""
        try:
            parts = json.loads(text)
            secrets = DonorSecrets(bytes.fromhex(parts["identity"]), bytes.fromhex(parts["exchange"]))
            return cls(secrets, str(parts["token"]))
        except (ValueError, KeyError, TypeError):
            return None


class Keychain(Protocol):
    """Storage of credentials by installation id. A copy of a home that has another id finds no credentials."""

    def get(self, installation: str) -> Credentials | None:
        """Return the installation's credentials, None if there are none.

        Raises:
            DonorError: the credentials may exist but can't be read now.

        """

    def put(self, installation: str, credentials: Credentials) -> bool:
        """Store the credentials durably; return whether the operating system's keychain holds them."""

    def has_keychain(self) -> bool:
        """Return whether a keychain of the operating system is available; a remote login, for example, may see none."""

    def delete(self, installation: str) -> None:
        """Delete the installation's credentials; nothing happens if there are none."""


class FileKeychain:
    """Keychain that stores one installation's credentials in a file of mode 0600 in the donor's home."""

    def __init__(self, home: Path) -> None:
        self._file = home / KEY_FILES[0]

    def get(self, installation: str) -> Credentials | None:
        """See Keychain."""
        try:
            kept = json.loads(self._file.read_text())
        except (FileNotFoundError, ValueError):
            return None
        if not isinstance(kept, dict) or not isinstance(text := kept.get(installation), str):
            return None
        return Credentials.decode(text)

    def put(self, installation: str, credentials: Credentials) -> bool:
        """See Keychain; the file is replaced as a whole, so that a crash leaves the old keys or the new ones."""
        temporary = self._file.with_name(KEY_FILES[1])
        # The mode is set on creation: with a later chmod others could open the file in between. A file that a crash
        # left, or that somebody put there, would keep its own mode, so the file is always a new one (O_EXCL).
        temporary.unlink(missing_ok=True)
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            json.dump({installation: credentials.encode()}, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self._file)
        return False

    def has_keychain(self) -> bool:
        """See Keychain; always False, because this one uses a file."""
        return False

    def delete(self, installation: str) -> None:
        """See Keychain."""
        if self.get(installation) is not None:
            self._file.unlink()


class SystemKeychain:
    """The operating system's keychain or, on a system without one, a file in the home.

    The environment variable PYTHON_KEYRING_BACKEND can choose the keychain. `keyring` is imported only where it is
    used, because it is not needed for a home that has a file of keys.
    """

    def __init__(self, home: Path) -> None:
        self._file = FileKeychain(home)

    def get(self, installation: str) -> Credentials | None:
        """See Keychain. The file comes first.

        A locked keychain raises an error: if its keys were taken for lost, the donor would be registered anew.
        """
        if (kept := self._file.get(installation)) is not None or not self.has_keychain():
            return kept
        import keyring
        from keyring.errors import KeyringError, NoKeyringError

        try:
            text = keyring.get_password(SERVICE, installation)
        except NoKeyringError:
            return None
        except KeyringError:
            raise DonorError(
                "the keychain that holds your keys can't be opened: nothing was sent; unlock it and try again",
                Code.KEYCHAIN_LOCKED,
            ) from None
        return Credentials.decode(text) if text else None

    def put(self, installation: str, credentials: Credentials) -> bool:
        """See Keychain; falls back to the file if the keychain refuses the credentials."""
        if self.has_keychain():
            import keyring
            from keyring.errors import KeyringError

            with suppress(KeyringError):
                keyring.set_password(SERVICE, installation, credentials.encode())
                return True
        return self._file.put(installation, credentials)

    def delete(self, installation: str) -> None:
        """See Keychain; deletes them from the file and from the keychain, whose errors are ignored."""
        self._file.delete(installation)
        if self.has_keychain():
            import keyring
            from keyring.errors import KeyringError

            with suppress(KeyringError):
                keyring.delete_password(SERVICE, installation)

    def has_keychain(self) -> bool:
        """See Keychain."""
        import keyring
        from keyring.backends import fail, null

        return not isinstance(keyring.get_keyring(), fail.Keyring | null.Keyring)
