"""Passkeys: keys that an authenticator holds, in place of the phone's code or of the whole sign-in.

This is Web Authentication (W3C, level 2). The browser binds each answer to the host that asked, so a false page gets
nothing that works here. The server keeps public keys alone. It asks for no attestation: it needs not know which device
somebody has.

- As the second step, after the password, the owner's touch is enough.
- Alone, the authenticator also has to check its owner by PIN, finger or face ("user verification"). So two factors
  are given: the device and what unlocks it.
"""

import json
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection
from webauthn import (
    generate_authentication_options,
    generate_registration_options,
    options_to_json,
    verify_authentication_response,
    verify_registration_response,
)
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from pdd_server.errors import invalid
from pdd_server.services.accounts import audit
from pdd_server.services.accounts.addresses import checked_name
from pdd_server.services.accounts.model import Account, of_stored
from pdd_server.services.accounts.timestamps import date_of
from pdd_server.store.accounts import accounts, passkeys
from pdd_server.store.accounts.passkeys import StoredPasskey

MOST = 20
"""The most passkeys of one account."""
CHALLENGE_SIZE = 32
"""Bytes of a challenge. The standard asks for at least 16."""
_LONGEST = 8_192
"""The most characters of an authenticator's answer. Without attestation it has about a thousand."""
_BROKEN = (WebAuthnException, ValueError, TypeError, KeyError, RecursionError)
"""What py_webauthn raises for an answer that is malformed or does not fit."""


@dataclass(frozen=True)
class Site:
    """Where the portal is, as the browser sees it.

    Attributes:
        host: The host name, to which browsers bind passkeys.
        origin: Scheme, host and port.
        name: The server's name.
    """

    host: str
    origin: str
    name: str


def registration_options(connection: Connection, site: Site, account: Account, challenge: bytes) -> str:
    """Return the options with which a browser makes a passkey, as JSON."""
    known = passkeys.of_account(connection, account.id)
    options = generate_registration_options(
        rp_id=site.host,
        rp_name=site.name,
        user_id=bytes.fromhex(account.id),
        user_name=account.email,
        user_display_name=account.name,
        challenge=challenge,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.PREFERRED, user_verification=UserVerificationRequirement.PREFERRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=one.id) for one in known],
    )
    return options_to_json(options)


def add(
    connection: Connection, now: datetime, site: Site, account: Account, name: str, answer: str, challenge: bytes
) -> None:
    """Add a passkey that the browser made for the account.

    Args:
        connection: A write transaction.
        now: The server's time.
        site: Where the portal is.
        account: The account.
        name: What its owner calls it.
        answer: The browser's answer, JSON.
        challenge: The challenge that it was given.

    Raises:
        Rejected: INVALID, with the field `passkey_name` or `passkey`.
    """
    if len(passkeys.of_account(connection, account.id)) >= MOST:
        raise invalid("passkey", f"An account has at most {MOST} passkeys. Remove one first.")
    try:
        made = verify_registration_response(
            credential=_checked(answer),
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
        )
    except _BROKEN:
        raise invalid("passkey", "The passkey was not made. Try again.") from None
    if passkeys.get(connection, made.credential_id) is not None:
        raise invalid("passkey", "This passkey is there already.")
    today, shown = date_of(now), checked_name(name)
    key = made.credential_public_key
    passkeys.add(
        connection,
        StoredPasskey(made.credential_id, account.id, shown, key, made.sign_count, site.host, today, None),
    )
    audit.record(connection, now, account, "passkey.added", shown)


def remove(connection: Connection, now: datetime, account: Account, passkey: str) -> bool:
    """Remove the account's passkey of this id, in hex, and return whether it has such a passkey."""
    known = next((one for one in passkeys.of_account(connection, account.id) if one.id.hex() == passkey), None)
    if known is None:
        return False
    passkeys.remove(connection, account.id, known.id)
    audit.record(connection, now, account, "passkey.removed", known.name)
    return True


def second_step_options(connection: Connection, site: Site, account: Account, challenge: bytes) -> str | None:
    """Return the options with which a browser uses one of the account's passkeys; None if it has none for this host."""
    known = [one for one in passkeys.of_account(connection, account.id) if one.host == site.host]
    if not known:
        return None
    allowed = [PublicKeyCredentialDescriptor(id=one.id) for one in known]
    return options_to_json(
        generate_authentication_options(rp_id=site.host, challenge=challenge, allow_credentials=allowed)
    )


def sign_in_options(site: Site, challenge: bytes) -> str:
    """Return the options with which a browser uses whichever passkey it has for this host, without a password."""
    required = UserVerificationRequirement.REQUIRED
    return options_to_json(
        generate_authentication_options(rp_id=site.host, challenge=challenge, user_verification=required)
    )


def check(
    connection: Connection, now: datetime, site: Site, answer: str, challenge: bytes, half_way: Account | None
) -> Account | None:
    """Return the account that a passkey's answer signs in; None if it signs nobody in. Either is in the audit log.

    Args:
        connection: A write transaction.
        now: The server's time.
        site: Where the portal is.
        answer: The browser's answer, JSON.
        challenge: The challenge that it was given.
        half_way: The account whose password was given. None if the passkey stands alone, so that its authenticator has
            to have checked its owner.
    """
    passkey = _used(connection, now, site, answer, challenge, half_way)
    stored = accounts.get(connection, passkey.account) if passkey else None
    if stored is None or stored.disabled is not None or stored.secret is None:
        audit.record(connection, now, None, "sign-in.refused", half_way.email if half_way else "unknown", "passkey")
        return None
    accounts.change(connection, stored.id, seen=date_of(now))
    account = of_stored(stored)
    audit.record(connection, now, account, "sign-in", account.email, "with a passkey")
    return account


def _used(
    connection: Connection, now: datetime, site: Site, answer: str, challenge: bytes, half_way: Account | None
) -> StoredPasskey | None:
    """Return the passkey that gave an answer, and record its use; None if the answer is wrong."""
    try:
        credential = _checked(answer)
        known = passkeys.get(connection, base64url_to_bytes(str(credential["id"])))
        if known is None or known.host != site.host or (half_way and known.account != half_way.id):
            return None
        used = verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origin,
            credential_public_key=known.public_key,
            # The counter has to grow: otherwise the key was copied out of its authenticator.
            credential_current_sign_count=known.count,
            require_user_verification=half_way is None,
        )
    except _BROKEN:
        return None
    passkeys.use(connection, known.id, used.new_sign_count, date_of(now))
    return known


def _checked(answer: str) -> dict[str, object]:
    found = json.loads(answer) if len(answer) <= _LONGEST else None
    if not isinstance(found, dict):
        raise ValueError("this is no answer of an authenticator")
    return found
