"""Where a donor's secret keys are kept: the operating system's keychain, or a 0600 file where there is none."""

import json
import os
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from pdd_client.core.errors import Code, DonorError
from pdd_shared.protocol.keys import DonorSecrets

SERVICE = "private-data-donor"

KEY_FILES = ("keys.json", "keys.new")
"""The names in a home of the keys, and of what a crash may leave of writing them."""


@dataclass(frozen=True)
class Credentials:
    """What makes this installation the donor the server knows: its secret keys and its access token."""

    secrets: DonorSecrets = field(repr=False)
    token: str = field(repr=False)

    def encode(self) -> str:
        """As text to keep."""
        parts = {
            "identity": self.secrets.identity_seed.hex(),
            "exchange": self.secrets.exchange_secret.hex(),
            "token": self.token,
        }
        return json.dumps(parts)

    @classmethod
    def decode(cls, text: str) -> "Credentials | None":
        """Read back; None if it is damaged, which is as good as lost."""
        try:
            parts = json.loads(text)
            secrets = DonorSecrets(bytes.fromhex(parts["identity"]), bytes.fromhex(parts["exchange"]))
            return cls(secrets, str(parts["token"]))
        except (ValueError, KeyError, TypeError):
            return None


class Keychain(Protocol):
    """Keeps credentials by the installation they belong to: a copied home with another id finds none."""

    def get(self, installation: str) -> Credentials | None:
        """The credentials, None if there are none; DonorError if they can't be read now."""

    def put(self, installation: str, credentials: Credentials) -> bool:
        """Keep the credentials durably; whether that was in the operating system's keychain."""

    def has_keychain(self) -> bool:
        """Whether the operating system has a keychain here and now: a remote login, for one, may not see it."""

    def delete(self, installation: str) -> None:
        """Forget them; nothing happens if there are none."""


class FileKeychain:
    """Keys in a file of mode 0600 in the donor's home."""

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
        """See Keychain; the file is replaced whole, so that a crash leaves the old or the new."""
        temporary = self._file.with_name(KEY_FILES[1])
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w") as file:
            json.dump({installation: credentials.encode()}, file)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(self._file)
        return False

    def has_keychain(self) -> bool:
        """See Keychain: none is used."""
        return False

    def delete(self, installation: str) -> None:
        """See Keychain."""
        if self.get(installation) is not None:
            self._file.unlink()


class SystemKeychain:
    """The operating system's keychain (which one, PYTHON_KEYRING_BACKEND may say), else a file in the home.

    `keyring` is imported where it is used: a home with a file of keys needs none of it.
    """

    def __init__(self, home: Path) -> None:
        self._file = FileKeychain(home)

    def get(self, installation: str) -> Credentials | None:
        """See Keychain; a locked keychain is an error, for taking its keys as lost would register the donor anew."""
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
        """See Keychain."""
        if self.has_keychain():
            import keyring
            from keyring.errors import KeyringError

            with suppress(KeyringError):
                keyring.set_password(SERVICE, installation, credentials.encode())
                return True
        return self._file.put(installation, credentials)

    def delete(self, installation: str) -> None:
        """See Keychain."""
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
